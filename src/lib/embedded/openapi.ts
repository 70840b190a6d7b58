// SPDX-License-Identifier: Apache-2.0
import type { ClusterState } from './cluster-state.ts'
import type { Answer } from './exchange.ts'

export function openapi(_state: ClusterState, _path: string, _accept: string | undefined): Answer | undefined {
  return undefined
}
