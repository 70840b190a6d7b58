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
  title: 'Gardener could not create the cluster',
  why: 'The pool has no Kubernetes cluster, so nothing that should run in it can start. Mostly there are too few free machines, or a quota is used up.',
  fix: 'Free or add machines, raise the quota, or ask for fewer workers; Gardener tries again by itself, or at once with the annotation gardener.cloud/operation=retry.',
  byHand: [
    "kubectl -n GARDEN-NAMESPACE get shoot NAME -o jsonpath='{.status.lastErrors}'",
    'kubectl get servers.metal.ironcore.dev',
    'kubectl -n TECHNICAL-ID get serverclaims.metal.ironcore.dev',
  ],
  modes: ['F26'],
  about: [SHOOT],
  beside: [CLAIM, SERVER, MACHINES, OBJECT, ...COUNTED_POOL_KINDS],
  *run(sight) {
    for (const shoot of sight.of(SHOOT)) {
      const [error] = listAt(shoot.object, 'status.lastErrors')
      const codes = textsAt(error, 'codes')
      if (!isFailed(shoot, codes)) continue
      yield {
        mode: 'F26',
        subject: shoot,
        message:
          textAt(error, 'description') ?? textAt(shoot.object, 'status.lastOperation.description') ?? 'it failed',
        evidence: [operation(shoot), ...codesProof(shoot, codes), ...unbound(sight, shoot), ...free(sight, shoot)],
        next: [
          kubectl({ cluster: shoot.cluster }, 'get', 'servers.metal.ironcore.dev'),
          kubectl(shoot, 'annotate', ...objectArgs('shoot', shoot.name), 'gardener.cloud/operation=retry'),
        ],
      }
    }
  },
}

/** Gardener goes on trying after an Error; it has given up after Failed. Only codes that need a human count before. */
function isFailed({ object }: GraphNode, codes: readonly string[]): boolean {
  if (object?.metadata.deletionTimestamp || textAt(object, 'status.lastOperation.type') !== 'Create') return false
  const state = textAt(object, 'status.lastOperation.state')
  return state === 'Failed' || (state === 'Error' && codes.some((code) => /^ERR_(INFRA|CONFIGURATION)_/.test(code)))
}

function operation(shoot: GraphNode): FindingEvidence {
  const at = 'status.lastOperation'
  const since = textAt(shoot.object, `${at}.lastUpdateTime`)
  const value = `${textAt(shoot.object, `${at}.type`)} ${textAt(shoot.object, `${at}.state`)}`
  return { on: shoot, path: at, value, ...(since ? { since } : {}) }
}

const codesProof = (shoot: GraphNode, codes: readonly string[]): FindingEvidence[] =>
  codes.length > 0 ? [{ on: shoot, path: 'status.lastErrors[0].codes', value: codes.join(', ') }] : []

/** Machines it asked for and did not get. */
function unbound(sight: CheckContext, shoot: GraphNode): FindingEvidence[] {
  const waiting = sight.out(shoot, CLAIM).filter(({ object }) => textAt(object, 'status.phase') === 'Unbound')
  const [first] = waiting
  const more = waiting.length > 1 ? ` (and ${waiting.length - 1} more)` : ''
  return first ? [{ on: first, path: 'status.phase', value: `Unbound${more}` }] : []
}

/** What is left where its machines come from. */
function free(sight: CheckContext, shoot: GraphNode): FindingEvidence[] {
  const makers = sight
    .into(shoot, OBJECT)
    .flatMap((object) => COUNTED_POOL_KINDS.flatMap((kind) => sight.into(object, kind)))
  const claims = makers.flatMap((maker) => COUNTED_POOL_KINDS.flatMap((kind) => sight.into(maker, kind)))
  const pools = [...new Set([...makers, ...claims].flatMap((pool) => sight.out(pool, MACHINES)))]
  return pools.flatMap((pool) => {
    const servers = sight
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
