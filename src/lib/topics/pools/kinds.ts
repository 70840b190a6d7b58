// SPDX-License-Identifier: Apache-2.0
import { node } from '../../kinds/kubernetes/node.ts'
import type { KindSpec } from '../../model/graph/kind.ts'

/** What the pool commands read besides: a control plane is a pool of nodes too, which no other command counts. */
export const POOL_KINDS: readonly KindSpec[] = [{ ...node, roles: ['control-plane', ...node.roles] }]
