// SPDX-License-Identifier: Apache-2.0

import type { Check, CheckContext, FindingEvidence } from '../../model/check/check.ts'
import { kubectl } from '../../model/check/next-step.ts'
import type { GraphNode } from '../../model/graph/graph.ts'
import { entriesAt, flagAt, listAt, textAt, textsAt } from '../../model/object/fields.ts'
import { objectArgs } from '../../model/text/command.ts'
import { COUNTED_POOL_KINDS, counted, SHOOT } from '../shared/pool-members.ts'

const OBJECT = 'Object.kubernetes.crossplane.io'
const CLAIM = 'ServerClaim.metal.ironcore.dev'
const SERVER = 'Server.metal.ironcore.dev'
const MACHINES = 'MachinePool.compute.ironcore.dev'

export const shootNotCreated: Check = {
  id: 'shoot-not-created',
  category: 'clusters',
  severity: 'error',
  title: 'Gardener cannot create the cluster',
  why: 'The pool has no Kubernetes cluster, so nothing that belongs in it can start. Usually too few machines are free, or a quota is exhausted.',
  fix: 'Free or add machines, raise the quota, or request fewer workers. Gardener retries on its own, or immediately with the annotation gardener.cloud/operation=retry on the Shoot.',
  byHand: [
    "kubectl --context GARDEN -n GARDEN-NAMESPACE get shoot NAME -o jsonpath='{.status.lastErrors}'",
    'kubectl --context CONTEXT get servers.metal.ironcore.dev',
    'kubectl --context CONTEXT -n TECHNICAL-ID get serverclaims.metal.ironcore.dev',
  ],
  modes: ['F26'],
  about: [SHOOT],
  beside: [CLAIM, SERVER, MACHINES, OBJECT, ...COUNTED_POOL_KINDS],
  *run(context) {
    for (const shoot of context.of(SHOOT)) {
      const [error] = listAt(shoot.object, 'status.lastErrors')
      const codes = textsAt(error, 'codes')
      if (!isFailed(shoot, codes)) continue
      yield {
        mode: 'F26',
        subject: shoot,
        message:
          textAt(error, 'description') ??
          textAt(shoot.object, 'status.lastOperation.description') ??
          'the creation failed',
        evidence: [
          lastOperation(shoot),
          ...codesProof(shoot, codes),
          ...unboundClaims(context, shoot),
          ...freeMachines(context, shoot),
        ],
        next: [
          kubectl({ cluster: shoot.cluster }, 'get', 'servers.metal.ironcore.dev'),
          kubectl(shoot, 'annotate', ...objectArgs('shoot', shoot.name), 'gardener.cloud/operation=retry'),
        ],
      }
    }
  },
}

/** Gardener retries after Error and gives up after Failed. Before Failed, only codes that need manual action count. */
function isFailed({ object }: GraphNode, codes: readonly string[]): boolean {
  if (object?.metadata.deletionTimestamp || textAt(object, 'status.lastOperation.type') !== 'Create') return false
  const state = textAt(object, 'status.lastOperation.state')
  return state === 'Failed' || (state === 'Error' && codes.some((code) => /^ERR_(INFRA|CONFIGURATION)_/.test(code)))
}

function lastOperation(shoot: GraphNode): FindingEvidence {
  const at = 'status.lastOperation'
  const since = textAt(shoot.object, `${at}.lastUpdateTime`)
  const value = `${textAt(shoot.object, `${at}.type`)} ${textAt(shoot.object, `${at}.state`)}`
  return { on: shoot, path: at, value, ...(since ? { since } : {}) }
}

const codesProof = (shoot: GraphNode, codes: readonly string[]): FindingEvidence[] =>
  codes.length > 0 ? [{ on: shoot, path: 'status.lastErrors[0].codes', value: codes.join(', ') }] : []

function unboundClaims(context: CheckContext, shoot: GraphNode): FindingEvidence[] {
  const claims = context.out(shoot, CLAIM).filter(({ object }) => textAt(object, 'status.phase') === 'Unbound')
  const [first] = claims
  const more = claims.length > 1 ? ` (and ${claims.length - 1} more)` : ''
  return first ? [{ on: first, path: 'status.phase', value: `Unbound${more}` }] : []
}

function freeMachines(context: CheckContext, shoot: GraphNode): FindingEvidence[] {
  const composites = context
    .into(shoot, OBJECT)
    .flatMap((object) => COUNTED_POOL_KINDS.flatMap((kind) => context.into(object, kind)))
  const claims = composites.flatMap((composite) => COUNTED_POOL_KINDS.flatMap((kind) => context.into(composite, kind)))
  const pools = [...new Set([...composites, ...claims].flatMap((pool) => context.out(pool, MACHINES)))]
  return pools.flatMap((pool) => {
    const servers = context
      .of(SERVER)
      .filter(({ object }) => Object.values(object?.metadata.labels ?? {}).includes(pool.name))
    const ready = servers.filter(
      ({ object }) => textAt(object, 'status.state') === 'Available' && flagAt(object, 'spec.unclaimable') !== true,
    )
    return [
      ...entriesAt(pool.object, 'status.allocatable').map(([machine, left]) => ({
        on: pool,
        path: `status.allocatable[${machine}]`,
        value: String(left),
      })),
      ...(servers.length > 0
        ? [{ on: pool, path: 'its Servers', value: `${ready.length} of ${counted(servers.length, 'Server')} free` }]
        : []),
    ]
  })
}
