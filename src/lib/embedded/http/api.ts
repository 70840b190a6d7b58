// SPDX-License-Identifier: Apache-2.0

import type { ClusterState } from '../storage/cluster-state.ts'
import { getObject, listObjects } from '../storage/read.ts'
import { STORED_VERBS } from '../storage/resource-type.ts'
import { subresource } from '../storage/subresources.ts'
import { watchObjects } from '../storage/watch.ts'
import { writeObject } from '../storage/write.ts'
import { type AccessAttempt, forbidden } from './access.ts'
import { discovery } from './discovery.ts'
import { type Call, type HttpAnswer, json } from './exchange.ts'
import { openapi } from './openapi.ts'
import { mayGoTo } from './reviews.ts'
import { type RequestTarget, requestTarget, requestVerb, type Verb } from './routing.ts'
import { ApiError, badRequest, methodNotAllowed, noSuchPath, noSuchResource } from './status-errors.ts'

/** Handles one authenticated request in the order of the real server: authorize, find the resource, execute. */
export async function respond(state: ClusterState, call: Call): Promise<HttpAnswer> {
  const target = requestTarget(call.path)
  if (target === undefined) return atPath(state, call)
  const verb = requestVerb(call.method, target, call.query)
  if (verb === undefined) throw methodNotAllowed()
  const attempt = attemptOf(target, verb, call.query)
  if (!state.access.allowed(call.user, attempt)) throw forbidden(call.user, attempt)

  const catalog = state.catalog()
  const type = catalog.find(target.group, target.plural)
  if (type === undefined || !type.versions.includes(target.version)) {
    const known = catalog.isKubernetesGroup(target.group) && catalog.types.some((t) => t.group === target.group)
    throw known && type === undefined ? noSuchResource() : noSuchPath()
  }
  // 404: a namespaced path of a cluster-scoped resource, or an object of a namespaced one without namespace.
  if (target.namespace !== undefined && !type.namespaced) throw type.builtIn ? noSuchResource() : noSuchPath()
  if (type.namespaced && target.namespace === undefined && (target.name !== undefined || verb === 'create'))
    throw type.builtIn ? (target.name === undefined ? methodNotAllowed() : noSuchResource()) : noSuchPath()
  if (verb === 'create' && target.name !== undefined && target.subresource === undefined) throw methodNotAllowed()
  if (verb === 'update' && target.name === undefined)
    throw type.builtIn ? methodNotAllowed() : badRequest('name must be provided')
  if (target.subresource !== undefined) return subresource(state, type, target, verb, call)
  if (!(type.verbs ?? STORED_VERBS).includes(verb)) throw methodNotAllowed()
  switch (verb) {
    case 'get':
      return getObject(state, type, target, call)
    case 'list':
      return listObjects(state, type, target, call)
    case 'watch':
      return watchObjects(state, type, target, call)
    default:
      return writeObject(state, type, target, verb, call)
  }
}

function attemptOf(target: RequestTarget, verb: Verb, query: URLSearchParams): AccessAttempt {
  // Like the real server: a list or watch with metadata.name=NAME can be allowed by resourceNames.
  const selectedName = /^metadata\.name==?([^,]+)$/.exec(query.get('fieldSelector') ?? '')?.[1]
  const name = target.name ?? (verb === 'list' || verb === 'watch' ? selectedName : undefined)
  const namespace = target.group === '' && target.plural === 'namespaces' ? target.name : target.namespace
  return {
    verb,
    group: target.group,
    resource: target.plural,
    ...(target.subresource === undefined ? {} : { subresource: target.subresource }),
    ...(namespace === undefined ? {} : { namespace }),
    ...(name === undefined ? {} : { name }),
  }
}

async function atPath(state: ClusterState, call: Call): Promise<HttpAnswer> {
  if (!mayGoTo(call.user, call.path))
    throw new ApiError(
      403,
      'Forbidden',
      `forbidden: User "${call.user.name}" cannot ${call.method.toLowerCase()} path "${call.path}"`,
      { details: {} },
    )
  if (call.method !== 'GET' && call.method !== 'HEAD') throw methodNotAllowed()
  const path = call.path.replace(/\/$/, '')
  if (path === '')
    return json({
      paths: ['/api', '/api/v1', '/apis', '/healthz', '/livez', '/openapi/v2', '/openapi/v3', '/readyz', '/version'],
    })
  if (path === '/version') return json(VERSION)
  if (/^\/(healthz|livez|readyz)(\/|$)/.test(path))
    return { status: 200, type: 'text/plain; charset=utf-8', body: 'ok' }
  const found = discovery(state.catalog(), path, call.headers['accept']) ?? openapi(state, path, call.headers['accept'])
  if (found === undefined) throw noSuchPath()
  return found
}

const VERSION = {
  major: '1',
  minor: '36',
  gitVersion: 'v1.36.3+demo',
  gitCommit: '',
  gitTreeState: 'clean',
  buildDate: '1970-01-01T00:00:00Z',
  goVersion: '',
  compiler: '',
  platform: 'linux/amd64',
}
