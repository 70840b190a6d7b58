// SPDX-License-Identifier: Apache-2.0
import type { Fleet } from '../../fleet/member.ts'
import { CEPH_CONSUMERS } from '../../kinds/rook/consumers.ts'
import { isFlag, isText, listOf, recordOf } from '../../model/object/value-shape.ts'
import type { CopiedValue, Plan, PlanStep } from '../../model/plan/plan.ts'
import {
  type CephLandscape,
  type ObjectInCluster,
  type SecretPlace,
  secretKey,
} from '../../plans/ceph-secrets/landscape.ts'
import { type Selection, selectClients } from '../../plans/ceph-secrets/selection.ts'
import { planCephSync } from '../../plans/ceph-secrets/sync.ts'
import { type CephTarget, cephTargets, clientId, sourcePlace } from '../../plans/ceph-secrets/targets.ts'
import type { SyncOptions } from '../../plans/shared/sync-job.ts'
import type { Planner, PlanWithSources } from '../../writes/planner.ts'
import { readCephLandscape, readingsOf, readPlaces, type SealedSecrets } from './read.ts'

export const CEPH_SYNC = 'ceph-secrets sync'

/** The arguments of the planner; the same arguments give the same plan. */
export interface CephSyncInputs extends Selection, Omit<SyncOptions, 'named'> {}

export const isCephSyncInputs = recordOf<CephSyncInputs>({
  clients: listOf(isText),
  claims: listOf(isText),
  pools: listOf(isText),
  all: isFlag,
  adopt: isFlag,
  forceCaps: isFlag,
  allowObserved: isFlag,
  assumeUnmanaged: isFlag,
})

/** Plans copies of Ceph keys from storage clusters to their consumers. */
export const cephSyncPlanner =
  (inputs: CephSyncInputs): Planner =>
  async (fleet, salt, signal): Promise<PlanWithSources> => {
    const { landscape, clusters, gaps } = await readCephLandscape(fleet, signal)
    const { clients, named } = selectClients(landscape, inputs)
    const chosen = new Set(clients.map(clientId))
    const targets = cephTargets(landscape).filter((target) =>
      target.clients.some((client) => chosen.has(clientId(client))),
    )
    const places = [
      ...targets.map(({ secret }) => secret),
      ...targets.flatMap((target) => target.clients.map(sourcePlace)),
    ]
    const secrets = await readPlaces(fleet, places)
    const steps = planCephSync(landscape, targets, readingsOf(secrets, salt), { ...inputs, named })
    const unused = clients.filter(
      (client) => !targets.some((target) => target.clients.some((each) => clientId(each) === clientId(client))),
    )
    const plan: Plan = {
      command: CEPH_SYNC,
      clusters: clustersOf(landscape, steps, targets),
      steps,
      notes: [...unused.map((client) => unusedNote(landscape, client)), ...restartNotes(steps, targets)],
    }
    return { plan, clusters, gaps, sources: new SecretSources(fleet, secrets, steps) }
  }

/** Pods read the key when they start: a changed key in the Secret does not reach them. */
function restartNotes(steps: readonly PlanStep[], targets: readonly CephTarget[]): readonly string[] {
  const places = new Set(
    steps
      .filter(({ action }) => action === 'update' || action === 'refresh')
      .map(({ expects, target }) => placeKey(expects?.secret ?? target)),
  )
  return targets
    .filter(({ secret, consumers }) => places.has(placeKey(secret)) && consumers.some(isService))
    .map(({ secret, consumers }) => {
      const services = consumers.filter(isService).map(({ kind, namespace, name }) => `${kind} ${namespace}/${name}`)
      return `restart next, they use the old key until then: ${[...new Set(services)].join(', ')} @${secret.cluster}`
    })
}

const isService = ({ kind }: CephTarget['consumers'][number]) => kind !== 'ControlPlane'

const placeKey = ({ cluster, namespace = '', name }: { cluster: string; namespace?: string; name: string }) =>
  `${cluster} ${namespace} ${name}`

/** No consumer, or none was readable: two different notes. */
function unusedNote({ unread }: CephLandscape, { cluster, object }: ObjectInCluster): string {
  const client = `CephClient ${object.metadata.namespace}/${object.metadata.name} on ${cluster}`
  const hidden = unread.find(({ kind }) => CEPH_CONSUMERS.includes(kind.split('.')[0] ?? ''))
  if (!hidden) return `nothing refers to the key of ${client}`
  return `no consumer of the key of ${client} found, but ${hidden.cluster} could not be read: ${hidden.message}`
}

function clustersOf(
  { clusters }: CephLandscape,
  steps: readonly PlanStep[],
  targets: readonly CephTarget[],
): Plan['clusters'] {
  const used = new Set([
    ...steps.map(({ target }) => target.cluster),
    ...targets.flatMap((target) => target.clients.map(({ cluster }) => cluster)),
  ])
  return clusters.filter(({ label }) => used.has(label)).map(({ label, uid }) => ({ name: label, uid }))
}

/** The Secrets that values are copied from. */
class SecretSources {
  readonly #fleet: Fleet
  readonly #places: readonly SecretPlace[]
  #secrets: SealedSecrets

  constructor(fleet: Fleet, secrets: SealedSecrets, steps: readonly PlanStep[]) {
    this.#fleet = fleet
    this.#secrets = secrets
    const values = steps.flatMap((step) => [...step.values, ...(step.expects?.values ?? [])])
    this.#places = [...new Map(values.map(({ from }) => [secretKey(from), from])).values()]
  }

  secret(from: CopiedValue['from']) {
    return this.#secrets.get(secretKey(from))
  }

  async reload(): Promise<void> {
    this.#secrets = new Map([...this.#secrets, ...(await readPlaces(this.#fleet, this.#places))])
  }
}
