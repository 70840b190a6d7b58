// SPDX-License-Identifier: Apache-2.0
// mariadb-operator@8970edf8 pkg/condition: ready.go and complete.go.
import type { Vocabulary, VocabularyEntry } from '../../model/graph/vocabulary.ts'

const scheduled = { spec: { schedule: { cron: '0 3 * * *' } } }

const COMPLETE: readonly VocabularyEntry[] = [
  ['failed', ['Complete=True/JobFailed Failed']],
  ['failed', ['Complete=False/Failed Failed']],
  ['progressing', ['Complete=False/JobRunning Running']],
  ['suspended', ['Complete=False/JobSuspended Suspended']],
  ['failed', ['Complete=False/CronJobScheduled Failed'], scheduled],
  ['failed', ['Complete=False/CronJobFailed Failed'], scheduled],
  ['progressing', ['Complete=False/CronJobScheduled Scheduled'], scheduled],
  ['progressing', ['Complete=False/CronJobRunning Running'], scheduled],
  ['healthy', ['Complete=True/CronJobSuccess Success'], scheduled],
]

export const MARIADB_VOCABULARY: readonly Vocabulary[] = [
  {
    kind: 'MariaDB.k8s.mariadb.com',
    healthy: ['Ready=True/StatefulSetReady Running'],
    entries: [
      ['failed', ['Ready=False/InitError no such secret']],
      ['progressing', ['Ready=False/Initializing Initializing']],
      ['failed', ['Ready=False/ArchiveBinlogsError access denied']],
      ['failed', ['Ready=False/ReplayBinlogsError no binlog']],
      ['progressing', ['Ready=False/ReplayBinlogs Replaying binlogs']],
      ['failed', ['Ready=False/ScaleOutError no backup']],
      ['progressing', ['Ready=False/ScalingOut Scaling out']],
      ['failed', ['Ready=False/ReplicaRecoverError no backup']],
      ['progressing', ['Ready=False/ReplicaRecovering Recovering replicas']],
      ['progressing', ['Ready=False/Updating Updating']],
      ['failed', ['Ready=False/StatefulSetNotReady Not ready']],
      ['healthy', ['Ready=True/PendingUpdate Pending update']],
      ['maintenance', ['Ready=True/Maintenance Maintenance']],
      ['maintenance', ['Ready=False/Cordoned Cordoned']],
      ['progressing', ['Ready=False/ResizingStorage Resizing storage']],
      ['progressing', ['Ready=False/WaitStorageResize Waiting for storage resize']],
      ['suspended', ['Ready=False/Suspended Suspended']],
      ['degraded', ['GaleraReady=False/GaleraNotReady Galera not ready']],
    ],
  },
  {
    kind: 'MaxScale.k8s.mariadb.com',
    healthy: ['Ready=True/MaxScaleReady Running'],
    entries: [
      ['failed', ['Ready=False/MaxScaleNotReady Server a not ready']],
      ['maintenance', ['Ready=False/Cordoned Cordoned']],
      ['maintenance', ['Ready=True/Maintenance Maintenance']],
      ['suspended', ['Ready=False/Suspended Suspended'], { spec: { suspend: true } }],
    ],
  },
  { kind: 'Backup.k8s.mariadb.com', healthy: ['Complete=True/JobComplete Success'], entries: COMPLETE },
  {
    kind: 'Database.k8s.mariadb.com',
    healthy: ['Ready=True/Created Created'],
    entries: [['failed', ['Ready=False/Failed Error creating database']]],
  },
]
