// SPDX-License-Identifier: Apache-2.0
import { poolName } from '../../kinds/claims/pool-members.ts'
import { CONTROL_PLANE, SERVICE_KINDS } from '../../kinds/openstack/conditions.ts'
import type { Check, CheckContext } from '../../model/check/check.ts'
import { fieldProof } from '../../model/check/evidence.ts'
import { kubectl } from '../../model/check/next-step.ts'
import type { GraphNode } from '../../model/graph/graph.ts'
import { isFine } from '../../model/graph/health.ts'
import { flagAt } from '../../model/object/fields.ts'
import { objectArgs } from '../../model/text/command.ts'
import { CLAIM_KINDS, COMPOSITES, OBJECTS, PROVIDER_CONFIGS, syncFailure } from '../shared/crossplane.ts'
import { OVN, SHOOT } from '../shared/pool-members.ts'

const POOLS: readonly string[] = [...CLAIM_KINDS, ...COMPOSITES].filter((kind) => kind.endsWith('.crossplane.c5c3.io'))
const USERS: readonly string[] = [CONTROL_PLANE, ...SERVICE_KINDS]

export const clusterHibernated: Check = {
  id: 'cluster-hibernated',
  category: 'clusters',
  severity: 'error',
  title: 'Cluster used by OpenStack is hibernated',
  why: 'Gardener stopped the API server and the nodes of the cluster, by a schedule or by hand. Its hypervisors, storage or services do not run, and none of its objects can be read.',
  fix: 'Wake up the cluster: set spec.hibernation.enabled of the Shoot to false. If a hibernation schedule stopped it, remove the schedule while the cluster is in use.',
  byHand: [
    "kubectl --context GARDEN -n NAMESPACE get shoot NAME -o jsonpath='{.spec.hibernation}{.status.hibernated}'",
  ],
  modes: ['F168'],
  about: [SHOOT],
  beside: [...POOLS, ...USERS, ...OBJECTS, ...PROVIDER_CONFIGS, OVN],
  *run(context) {
    for (const shoot of context.of(SHOOT)) {
      if (flagAt(shoot.object, 'status.hibernated') !== true || isReported(context, shoot)) continue
      const pools = POOLS.flatMap((kind) => context.of(kind)).filter(
        (pool) => pool.object && poolName(pool.object) === shoot.name && !isFine(context.own(pool).state),
      )
      if (pools.length === 0) continue
      yield {
        mode: 'F168',
        subject: shoot,
        message: 'the cluster is hibernated: its API server and its nodes are stopped',
        evidence: [fieldProof(shoot, 'spec.hibernation.enabled'), fieldProof(shoot, 'status.hibernated')],
        affects: [...pools, ...unreadIn(context, shoot.name)],
        next: [
          {
            ...kubectl(
              shoot,
              'patch',
              ...objectArgs('shoots.core.gardener.cloud', shoot.name),
              '--type=merge',
              '-p',
              '{"spec":{"hibernation":{"enabled":false}}}',
            ),
            why: 'wakes up the cluster',
          },
        ],
      }
    }
  },
}

/** Crossplane does not reach the cluster either: another check reports the same Shoot with more evidence. */
const isReported = (context: CheckContext, shoot: GraphNode): boolean =>
  PROVIDER_CONFIGS.flatMap((kind) => context.of(kind))
    .filter(({ name }) => name === shoot.name)
    .some((config) => OBJECTS.flatMap((kind) => context.into(config, kind)).some((object) => syncFailure(object)))

/** Objects in the cluster of this name that services refer to. */
const unreadIn = (context: CheckContext, name: string): readonly GraphNode[] =>
  USERS.flatMap((kind) => context.of(kind))
    .flatMap((user) => context.out(user))
    .filter(({ source, cluster }) => source === 'unseen' && cluster.cluster.roles.some((role) => role.name === name))
