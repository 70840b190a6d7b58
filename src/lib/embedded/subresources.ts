// SPDX-License-Identifier: Apache-2.0
import type { ClusterState } from './cluster-state.ts'
import type { Answer, Call } from './exchange.ts'
import { getObject } from './reading.ts'
import type { ResourceType } from './resource-type.ts'
import type { Target, Verb } from './routing.ts'
import { methodNotAllowed, noSuchPath, noSuchResource } from './status.ts'

/** Answers a request about a part of an object: its status, its log, a kubeconfig for it. */
export async function subresource(
  state: ClusterState,
  type: ResourceType,
  target: Target,
  verb: Verb,
  call: Call,
): Promise<Answer> {
  if (!type.subresources.includes(target.subresource ?? '')) throw type.builtIn ? noSuchResource() : noSuchPath()
  if (verb === 'get' && target.subresource === 'status') return getObject(state, type, target, call)
  throw methodNotAllowed()
}
