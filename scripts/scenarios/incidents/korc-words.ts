// SPDX-License-Identifier: Apache-2.0
// Messages of K-ORC when it cannot continue.

import { says } from '../conditions.ts'
import type { Change } from '../incident.ts'
import type { Obj } from '../kube.ts'

/** Keystone responds, but its database does not. */
export function keystoneAnswers500(o: Obj, namespace: string, time: string): Change {
  const url = `https://keystone.${namespace}.svc.cluster.local:5000/v3/auth/tokens`
  const message = `providerClient authentication err: Expected HTTP response code [201 202] when accessing [POST ${url}], but got 500 instead: {"error":{"code":500,"message":"An unexpected error prevented the server from fulfilling your request.","title":"Internal Server Error"}}`
  return says(
    o,
    { Available: ['False', 'TransientError', message], Progressing: ['True', 'TransientError', message] },
    time,
  )
}

/** It waits for another K-ORC object, for a Secret, or for the creation of the resource in OpenStack. */
export function waitsFor(o: Obj, message: string, time: string): Change {
  return says(o, { Available: ['False', 'Progressing', message], Progressing: ['True', 'Progressing', message] }, time)
}
