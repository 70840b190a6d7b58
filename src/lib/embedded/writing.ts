// SPDX-License-Identifier: Apache-2.0
import type { ClusterState } from './cluster-state.ts'
import type { Answer, Call } from './exchange.ts'
import type { Manifest } from './json.ts'
import type { ResourceType } from './resource-type.ts'
import { review } from './reviews.ts'
import type { Target, Verb } from './routing.ts'
import { methodNotAllowed } from './status.ts'

export async function writeObject(
  state: ClusterState,
  type: ResourceType,
  _target: Target,
  _verb: Verb,
  call: Call,
): Promise<Answer> {
  const body = JSON.parse(call.body) as Manifest
  const reviewed = review(state, type.kind, call, body)
  if (reviewed !== undefined) return reviewed
  throw methodNotAllowed()
}
