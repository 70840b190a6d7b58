// SPDX-License-Identifier: Apache-2.0
import type { Check } from '../../../model/check/check.ts'
import { conditionProof, fieldProof } from '../../../model/check/evidence.ts'
import { kubectl } from '../../../model/check/next-step.ts'
import { fieldAt } from '../../../model/object/fields.ts'

const BACKUPS: readonly string[] = ['Backup', 'PhysicalBackup', 'Restore'].map((kind) => `${kind}.k8s.mariadb.com`)

export const backupFailed: Check = {
  id: 'backup-failed',
  category: 'control-plane',
  severity: 'warning',
  title: 'Last database backup failed',
  why: 'The database runs, but its newest backup is older than it should be, and nothing else reports it: the operator marks a failed Job as Complete and a failed scheduled run as Scheduled.',
  fix: 'Read the log of the backup Job: the storage is full, the credentials have changed, or the database refuses the dump. Fix that, then start a backup and check that it completes.',
  byHand: [
    'kubectl --context CONTEXT -n NAMESPACE get backups.k8s.mariadb.com NAME -o yaml',
    'kubectl --context CONTEXT -n NAMESPACE get jobs -l app.kubernetes.io/instance=NAME',
  ],
  modes: [],
  reasons: ['JobFailed', 'CronJobFailed'],
  about: BACKUPS,
  *run(context) {
    for (const node of BACKUPS.flatMap((kind) => context.of(kind))) {
      const { state, reason } = context.own(node)
      if (state !== 'failed') continue
      const isScheduled = fieldAt(node.object, 'spec.schedule') !== undefined
      yield {
        mode: '',
        subject: node,
        message: `the last ${isScheduled ? 'scheduled ' : ''}${node.kind === 'Restore' ? 'restore' : 'backup'} failed${reason ? ` (${reason})` : ''}`,
        evidence: [conditionProof(node, 'Complete'), ...(isScheduled ? [fieldProof(node, 'spec.schedule.cron')] : [])],
        next: [kubectl(node, 'get', 'jobs')],
      }
    }
  },
}
