// SPDX-License-Identifier: Apache-2.0
import { node } from '../../kinds/kubernetes/node.ts'
import type { KindSpec } from '../../model/graph/kind.ts'

/** Additional kinds: for the pool commands, a control-plane cluster is a pool of nodes, too. */
export const POOL_KINDS: readonly KindSpec[] = [{ ...node, roles: ['control-plane', ...node.roles] }]
