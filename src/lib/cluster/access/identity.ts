// SPDX-License-Identifier: Apache-2.0
import { ClusterError } from '../failure.ts'
import { own, ownText } from '../read/json-shape.ts'
import type { ApiRequest } from '../transport/types.ts'
import type { ClusterClient } from '../types.ts'

/** The UID of the kube-system namespace identifies a cluster, whichever context reaches it. Throws ClusterError. */
export async function clusterUid(client: Pick<ClusterClient, 'json'>, signal?: AbortSignal): Promise<string> {
  const { body } = await client.json(signal === undefined ? REQUEST : { ...REQUEST, signal })
  const uid = ownText(own(body, 'metadata'), 'uid')
  if (uid !== undefined && uid !== '') return uid
  throw new ClusterError({ ...REQUEST.about, fault: 'malformed', message: 'the namespace has no UID' })
}

const REQUEST: ApiRequest = {
  method: 'GET',
  path: '/api/v1/namespaces/kube-system',
  about: { verb: 'get', resource: 'namespaces', name: 'kube-system' },
}
