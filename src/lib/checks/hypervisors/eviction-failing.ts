// SPDX-License-Identifier: Apache-2.0

import { isSkipped } from '../../kinds/hypervisor-operator/eviction.ts'
import type { Check, CheckContext, FindingEvidence } from '../../model/check/check.ts'
import { conditionOf, conditionProof, fieldProof } from '../../model/check/evidence.ts'
import { kubectl } from '../../model/check/next-step.ts'
import type { GraphNode } from '../../model/graph/graph.ts'
import { countAt, textAt, textsAt } from '../../model/object/fields.ts'
import { operands } from '../../model/text/command.ts'
import { HOUR, isOlder } from '../../model/text/time.ts'
import { EVICTIONS } from '../shared/evictions.ts'
import { counted, HYPERVISORS } from '../shared/pool-members.ts'

const MIGRATIONS = ['Migration.kvm.cloud.sap', 'Migration.hypervisor.c5c3.io'] as const

export const evictionFailing: Check = {
  id: 'eviction-failing',
  category: 'hypervisors',
  severity: 'error',
  effect: 'degrades',
  title: 'Host cannot be drained',
  why: 'An instance cannot be moved, so that the host can be neither repaired nor drained. No other host has enough capacity, or the instance cannot be live-migrated: local disk, pinned CPUs, or memory that changes faster than it is copied.',
  fix: 'Free capacity on other hosts of the aggregate, or move the instance by cold migration, which stops it: agree on that with its owner first.',
  byHand: [
    'kubectl --context CONTEXT get evictions.kvm.cloud.sap NAME -o yaml',
    'kubectl --context CONTEXT get migrations.kvm.cloud.sap -A',
    'openstack server show INSTANCE',
  ],
  modes: ['F31'],
  about: EVICTIONS,
  beside: [...HYPERVISORS, ...MIGRATIONS],
  *run(context) {
    for (const eviction of EVICTIONS.flatMap((kind) => context.of(kind))) {
      const problem = problemOf(eviction, context.now)
      if (!problem) continue
      const remaining = textsAt(eviction.object, 'status.outstandingInstances')
      yield {
        mode: 'F31',
        subject: eviction,
        message: `${problem.message.replace(/\.$/, '')}; ${counted(remaining.length, 'instance')} left, ${countAt(eviction.object, 'status.outstandingRamMb') ?? 0} MiB`,
        evidence: [
          ...problem.types.map((type) => conditionProof(eviction, type)),
          fieldProof(eviction, 'status.outstandingRamMb'),
          ...migrations(context, eviction),
        ],
        ...(problem.isNew ? { severity: 'warning' as const } : {}),
        next: [
          kubectl({ cluster: eviction.cluster }, 'get', `migrations.${eviction.group}`, '-A'),
          ...remaining
            .slice(0, 1)
            .map((instance) => ({ command: { words: ['openstack', 'server', 'show', ...operands(instance)] } })),
        ],
      }
    }
  },
}

interface EvictionProblem {
  readonly message: string
  readonly types: readonly string[]
  readonly isNew?: boolean
}

function problemOf(eviction: GraphNode, now: number): EvictionProblem | undefined {
  if (eviction.object?.metadata.deletionTimestamp) return undefined
  const [evicting, migrating] = [conditionOf(eviction, 'Evicting'), conditionOf(eviction, 'MigratingInstance')]
  if (conditionOf(eviction, 'PreflightChecksSucceeded')?.status === 'False') return undefined
  if (evicting?.status === 'False' && evicting.reason === 'Failed')
    return {
      message: evicting.message || 'the eviction failed',
      types: ['Evicting', ...(migrating ? ['MigratingInstance'] : [])],
    }
  if (evicting?.status !== 'True') return undefined
  if (migrating?.status === 'False' && migrating.reason === 'Failed' && !isSkipped(migrating))
    return {
      message: migrating.message || 'an instance could not be moved',
      types: ['MigratingInstance', 'Evicting'],
      isNew: !isOlder(migrating.since, HOUR, now),
    }
  if (!isOlder(evicting.since, 4 * HOUR, now)) return undefined
  return {
    message: 'the eviction does not finish',
    types: ['Evicting'],
    isNew: true,
  }
}

const migrations = (context: CheckContext, eviction: GraphNode): FindingEvidence[] =>
  MIGRATIONS.flatMap((kind) => context.out(eviction, kind)).flatMap((migration) => {
    if (textAt(migration.object, 'status.errMsg')) return [fieldProof(migration, 'status.errMsg')]
    return textAt(migration.object, 'status.memDirtyRate')
      ? [
          {
            on: migration,
            path: 'status.memDirtyRate',
            value: `${textAt(migration.object, 'status.memDirtyRate')}, copied at ${textAt(migration.object, 'status.memBps') ?? 'an unknown rate'}`,
          },
        ]
      : []
  })
