// SPDX-License-Identifier: Apache-2.0
import type { KindSpec } from '../../model/graph/kind.ts'
import { eviction } from './eviction.ts'

/** The Eviction of the specification: the same fields in a group that was never released. */
export const c5c3Eviction: KindSpec = { ...eviction, group: 'hypervisor.c5c3.io' }
