// SPDX-License-Identifier: Apache-2.0
import type { KindSpec } from '../../model/graph/kind.ts'
import type { KubeObject } from '../../model/object/resource.ts'
import type { ApiRequest } from '../transport/types.ts'
import { expectServed, type VersionChoice } from './choose-version.ts'
import { isPlainJson } from './is-plain-json.ts'
import { apiVersionOf, resourceRequest } from './path.ts'
import { NotAnObject, project } from './project.ts'
import { readResponse, requestError, type Send, sendRequest } from './response.ts'
import { NestingError } from './sanitize.ts'

/** Throws ClusterError. */
export async function readObject(
  send: Send,
  kind: KindSpec,
  { resource }: VersionChoice,
  name: string,
  namespace: string | undefined,
): Promise<KubeObject> {
  const request = resourceRequest('get', resource, { name, namespace })
  return expectServed(() =>
    sendRequest(send, request, (answer) => {
      const plain = isPlainJson(answer.bytes ?? answer.text)
      return readResponse(answer, request, (body) => objectOf(body, request, kind, apiVersionOf(resource), plain))
    }),
  )
}

function objectOf(body: unknown, request: ApiRequest, kind: KindSpec, apiVersion: string, plain: boolean): KubeObject {
  try {
    return project(body, kind, apiVersion, plain).object
  } catch (error) {
    if (error instanceof NotAnObject || error instanceof NestingError)
      throw requestError(request, 'malformed', error.message)
    throw error
  }
}
