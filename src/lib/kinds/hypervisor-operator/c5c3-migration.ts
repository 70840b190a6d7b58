// SPDX-License-Identifier: Apache-2.0
import type { KindSpec } from '../../model/graph/kind.ts'
import { migration } from './migration.ts'

/** The Migration of the specification: the same fields in a group that was never released. */
export const c5c3Migration: KindSpec = { ...migration, group: 'hypervisor.c5c3.io' }
