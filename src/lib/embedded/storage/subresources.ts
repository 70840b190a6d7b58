// SPDX-License-Identifier: Apache-2.0

import type { Call, HttpAnswer } from '../http/exchange.ts'
import type { RequestTarget, Verb } from '../http/routing.ts'
import { methodNotAllowed, noSuchPath, noSuchResource } from '../http/status-errors.ts'
import { podLog } from '../logs/logs.ts'
import { shootKubeconfig } from '../scenario/shoot-kubeconfig.ts'
import type { ClusterState } from './cluster-state.ts'
import { getObject } from './read.ts'
import type { ResourceType } from './resource-type.ts'
import { writeObject } from './write.ts'

/** Handles status, log and viewerkubeconfig. */
export async function subresource(
  state: ClusterState,
  type: ResourceType,
  target: RequestTarget,
  verb: Verb,
  call: Call,
): Promise<HttpAnswer> {
  const name = target.subresource ?? ''
  if (!type.subresources.includes(name)) throw type.builtIn ? noSuchResource() : noSuchPath()
  if (name === 'status') {
    if (verb === 'get') return getObject(state, type, target, call)
    if (verb === 'update' || verb === 'patch') return writeObject(state, type, target, verb, call)
  }
  if (name === 'log' && verb === 'get') return podLog(state, type, target, call)
  if (name === 'viewerkubeconfig' && verb === 'create') return shootKubeconfig(state, type, target, call)
  throw methodNotAllowed()
}
