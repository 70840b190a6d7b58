// SPDX-License-Identifier: Apache-2.0
import type { KindSpec } from '../../model/graph/kind.ts'
import { backup, completionHealth } from './backup.ts'

/** One Job that loads a Backup into a database; it reports its end like a Backup does. */
export const restore: KindSpec = {
  ...backup,
  kind: 'Restore',
  plural: 'restores',
  keep: ['spec.mariaDbRef', 'spec.backupRef', 'status.conditions'],
  health: completionHealth,
}
