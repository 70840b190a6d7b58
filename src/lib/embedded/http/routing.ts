// SPDX-License-Identifier: Apache-2.0
import { badRequest } from './status-errors.ts'

/** The resource or object that a path names, whether it is served or not. */
export interface RequestTarget {
  readonly group: string
  readonly version: string
  readonly plural: string
  readonly namespace?: string
  readonly name?: string
  readonly subresource?: string
}

export type Verb = 'get' | 'list' | 'watch' | 'create' | 'update' | 'patch' | 'delete' | 'deletecollection'

/** Undefined for paths such as /version and /apis/GROUP/VERSION. */
export function requestTarget(path: string): RequestTarget | undefined {
  const parts = path
    .split('/')
    .filter((part) => part !== '')
    .map(decoded)
  const [root, ...rest] = parts
  if (root === 'api') return inVersion('', rest)
  if (root === 'apis' && rest.length > 0) return inVersion(rest[0] ?? '', rest.slice(1))
  return undefined
}

function inVersion(group: string, parts: readonly string[]): RequestTarget | undefined {
  const [version, ...rest] = parts
  if (version === undefined || rest.length === 0) return undefined
  const base = { group, version }
  if (rest[0] !== 'namespaces') return named(base, undefined, rest)
  const [, namespace, second, ...others] = rest
  if (namespace === undefined) return { ...base, plural: 'namespaces' }
  // /api/v1/namespaces/NAME[/status|finalize] is the Namespace itself.
  if (second === undefined || (group === '' && (second === 'status' || second === 'finalize') && others.length === 0))
    return {
      ...base,
      plural: 'namespaces',
      name: namespace,
      ...(second === undefined ? {} : { subresource: second }),
    }
  return named(base, namespace, [second, ...others])
}

function named(
  base: { group: string; version: string },
  namespace: string | undefined,
  parts: readonly string[],
): RequestTarget {
  const [plural = '', name, ...subresource] = parts
  return {
    ...base,
    plural,
    ...(namespace === undefined ? {} : { namespace }),
    ...(name === undefined ? {} : { name }),
    ...(subresource.length === 0 ? {} : { subresource: subresource.join('/') }),
  }
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    throw badRequest(`invalid URL escape ${JSON.stringify(part)}`)
  }
}

/** The RBAC verb. */
export function requestVerb(method: string, target: RequestTarget, query: URLSearchParams): Verb | undefined {
  switch (method) {
    case 'GET':
    case 'HEAD':
      if (isTrue(query.get('watch'))) return 'watch'
      return target.name === undefined ? 'list' : 'get'
    case 'POST':
      return 'create'
    case 'PUT':
      return 'update'
    case 'PATCH':
      return 'patch'
    case 'DELETE':
      return target.name === undefined ? 'deletecollection' : 'delete'
    default:
      return undefined
  }
}

/** Like Go's parsing of boolean query parameters. */
export const isTrue = (text: string | null) => text !== null && ['1', 't', 'true', 'True', 'TRUE'].includes(text)
