// SPDX-License-Identifier: Apache-2.0

import { isObject, type Json, type Manifest, textAtKeys } from '../json.ts'
import { apiVersionOfType, type ResourceType } from '../storage/resource-type.ts'
import type { Call } from './exchange.ts'
import { fromProtobuf, isProtobuf } from './protobuf.ts'
import type { RequestTarget } from './routing.ts'
import { badRequest, unsupportedMedia } from './status-errors.ts'

/** The object in the request body. Throws 400 if it is not an object or of another kind than the path. */
export async function objectOf(call: Call, type: ResourceType, target: RequestTarget): Promise<Manifest> {
  const content = contentType(call)
  const value = isProtobuf(content)
    ? fromProtobuf(call.bytes)
    : await parsed(call.body, content, (why) =>
        badRequest(
          `the object provided is unrecognized (must be of type ${type.kind}): couldn't get version/kind; json parse error: ${why}`,
        ),
      )
  if (value === undefined) throw unsupportedMedia(ACCEPTED.slice(0, 2))
  if (!isObject(value)) throw badRequest(`the object provided is unrecognized (must be of type ${type.kind})`)
  return fitted(value, type, target)
}

/** Compares name, namespace and kind of the body with the path, and sets missing ones. */
export function fitted(value: Json, type: ResourceType, target: RequestTarget): Manifest {
  const expected = apiVersionOfType(type.group, target.version)
  const apiVersion = textAtKeys(value, 'apiVersion') || expected
  const kind = textAtKeys(value, 'kind') || type.kind
  if (apiVersion !== expected)
    throw badRequest(
      `the API version in the data (${apiVersion}) does not match the expected API version (${expected})`,
    )
  if (kind !== type.kind) throw badRequest(`${kind} in version "${target.version}" cannot be handled as a ${type.kind}`)
  const metadata = isObject(value['metadata']) ? value['metadata'] : {}
  const named = textAtKeys(metadata, 'name')
  const namespace = textAtKeys(metadata, 'namespace')
  if (target.name !== undefined && named !== '' && named !== target.name)
    throw badRequest(`the name of the object (${named}) does not match the name on the URL (${target.name})`)
  if (namespace !== '' && namespace !== (target.namespace ?? ''))
    throw badRequest('the namespace of the provided object does not match the namespace sent on the request')
  const cleaned = Object.fromEntries(Object.entries(metadata).filter(([, item]) => !isNothing(item)))
  return {
    ...value,
    apiVersion,
    kind,
    metadata: {
      ...cleaned,
      name: target.name ?? named,
      ...(target.namespace === undefined ? {} : { namespace: target.namespace }),
    },
  }
}

/** Empty labels, annotations and lists are not stored, like with Go's omitempty. */
const isNothing = (item: unknown) =>
  item === null || (typeof item === 'object' && Object.keys(item as object).length === 0)

/** Without parameters. */
export const contentType = (call: Call) =>
  (call.headers['content-type'] ?? 'application/json').split(';')[0]?.trim().toLowerCase() ?? ''

export async function parsed(text: string, content: string, toError: (why: string) => Error): Promise<unknown> {
  try {
    return JSON.parse(text)
  } catch {
    if (!content.includes('yaml')) throw toError(text === '' ? 'unexpected end of JSON input' : 'invalid JSON')
  }
  const { parse } = await import('yaml')
  try {
    return parse(text)
  } catch {
    throw toError('invalid YAML')
  }
}

const ACCEPTED = ['application/json', 'application/yaml', 'application/vnd.kubernetes.protobuf']
