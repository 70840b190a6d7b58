// SPDX-License-Identifier: Apache-2.0
import type { KindSpec } from '../../model/graph/kind.ts'
import { hypervisor } from './hypervisor.ts'

/** The Hypervisor of the specification: the same fields in a group that was never released. */
export const c5c3Hypervisor: KindSpec = { ...hypervisor, group: 'hypervisor.c5c3.io' }
