// SPDX-License-Identifier: Apache-2.0
import type { KindSpec } from '../../model/graph/kind.ts'
import { backup } from './backup.ts'

/** Copies the data files, where a Backup dumps SQL: the same references, schedule and conditions. */
export const physicalBackup: KindSpec = { ...backup, kind: 'PhysicalBackup', plural: 'physicalbackups' }
