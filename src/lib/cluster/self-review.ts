// SPDX-License-Identifier: Apache-2.0
import type { ApiRequest } from './transport/types.ts'
import type { ClusterClient } from './types.ts'

export type Asker = Pick<ClusterClient, 'json'>

/** A question to the server about ourselves. It changes nothing, so it may be sent again. */
export function review(
  group: string,
  plural: string,
  kind: string,
  spec: unknown,
  signal: AbortSignal | undefined,
): ApiRequest {
  return {
    method: 'POST',
    path: `/apis/${group}/v1/${plural}`,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ apiVersion: `${group}/v1`, kind, ...(spec === undefined ? {} : { spec }) }),
    review: true,
    about: { verb: 'create', resource: `${plural}.${group}` },
    ...(signal === undefined ? {} : { signal }),
  }
}

/** The texts of a list; none where it is no list. */
export function texts(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((element) => typeof element === 'string') : []
}
