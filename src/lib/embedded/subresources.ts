// SPDX-License-Identifier: Apache-2.0
import type { ClusterState } from './cluster-state.ts'
import type { Answer, Call } from './exchange.ts'
import { podLog } from './logs.ts'
import { getObject } from './reading.ts'
import type { ResourceType } from './resource-type.ts'
import type { Target, Verb } from './routing.ts'
import { shootKubeconfig } from './shoot-kubeconfig.ts'
import { methodNotAllowed, noSuchPath, noSuchResource } from './status.ts'
import { writeObject } from './writing.ts'

/** Answers a request about a part of an object: its status, its log, a kubeconfig for it. */
export async function subresource(
  state: ClusterState,
  type: ResourceType,
  target: Target,
  verb: Verb,
  call: Call,
): Promise<Answer> {
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
