// SPDX-License-Identifier: Apache-2.0

import { type Collection, collect, type ReadableMember as Readable } from '../../cluster/read/collect.ts'
import { cephSecretFacts } from '../../cluster/secrets/ceph-key-facts.ts'
import { type ReadSecret, readSecrets, unreadText } from '../../cluster/secrets/read-secrets.ts'
import { addressBook } from '../../fleet/addresses.ts'
import type { Fleet, Member } from '../../fleet/member.ts'
import { controlPlane } from '../../kinds/c5c3-operator/control-plane.ts'
import { namespacedObject } from '../../kinds/crossplane/namespaced-object.ts'
import { object } from '../../kinds/crossplane/object.ts'
import { externalSecret } from '../../kinds/external-secrets/external-secret.ts'
import { pushSecret } from '../../kinds/external-secrets/push-secret.ts'
import { namespace } from '../../kinds/kubernetes/namespace.ts'
import { cinder } from '../../kinds/openstack/cinder.ts'
import { glance } from '../../kinds/openstack/glance.ts'
import { nova } from '../../kinds/openstack/nova.ts'
import { cephClient } from '../../kinds/rook/ceph-client.ts'
import { type KindSpec, kindName } from '../../model/graph/kind.ts'
import type { Gap } from '../../model/landscape/gap.ts'
import { groupOf } from '../../model/object/reference.ts'
import type {
  CephLandscape,
  ObjectInCluster,
  SecretPlace,
  SecretReading,
  SecretReadings,
} from '../../plans/ceph-secrets/landscape.ts'
import { objectClusters } from '../../plans/shared/object-clusters.ts'

const MANAGED = 'metadata.managedFields'
const MANIFEST = 'spec.forProvider.manifest'

/** An Object's manifest may contain a Secret's data: only its presence matters, and values are sealed. */
const withData = (kind: KindSpec): KindSpec => ({
  ...kind,
  keep: [...kind.keep, `${MANIFEST}.data`, `${MANIFEST}.stringData`],
})

const withOwners = (kind: KindSpec, roles: KindSpec['roles']): KindSpec => ({
  ...kind,
  roles,
  keep: [...kind.keep, MANAGED],
})

/** The kinds that decide where Ceph keys are copied, each only in the roles where it matters. */
export const CEPH_SYNC_KINDS: readonly KindSpec[] = [
  cephClient,
  controlPlane,
  cinder,
  glance,
  { ...nova, keep: [...nova.keep, 'spec.ephemeral'] },
  withOwners(externalSecret, ['control-plane', 'hypervisor']),
  withOwners(pushSecret, ['storage']),
  withData(object),
  withData(namespacedObject),
  { ...namespace, roles: ['control-plane', 'hypervisor'] },
]

export interface ReadLandscape {
  readonly landscape: CephLandscape
  readonly clusters: readonly string[]
  readonly gaps: readonly Gap[]
}

/** Reads clients, consumers and managing controllers of all clusters. Cluster failures become gaps. */
export async function readCephLandscape(fleet: Fleet, signal: AbortSignal): Promise<ReadLandscape> {
  const readable = fleet.members.filter((member): member is Member & Readable => member.client !== undefined)
  const collection = await collect(readable, CEPH_SYNC_KINDS, { signal })
  const label = new Map(fleet.members.map((member) => [member.cluster.uid, member.label]))
  const objects = collection.objects.map(
    ({ cluster, object }): ObjectInCluster => ({ cluster: label.get(cluster.uid) ?? cluster.name, object }),
  )
  const byKind = Map.groupBy(objects, ({ object: { apiVersion, kind } }) =>
    kindName({ group: groupOf(apiVersion), kind }),
  )
  const of = (...kinds: readonly KindSpec[]) => kinds.flatMap((kind) => byKind.get(kindName(kind)) ?? [])
  const crossplaneObjects = of(object, namespacedObject)
  // Without Crossplane Objects no address needs to be resolved.
  const addresses = crossplaneObjects.length > 0 ? (await addressBook(fleet)).addresses : new Map<string, string>()
  const gaps = [...fleet.members.flatMap(unreachableGap), ...collection.gaps]
  return {
    clusters: fleet.members.map((member) => member.label),
    gaps,
    landscape: {
      clusters: fleet.members.map(({ label, cluster }) => ({ label, uid: cluster.uid, roles: cluster.roles })),
      clients: of(cephClient),
      consumers: of(controlPlane, cinder, glance, nova),
      externalSecrets: of(externalSecret),
      pushSecrets: of(pushSecret),
      crossplaneObjects,
      namespaces: of(namespace),
      unread: unreadOf(fleet, collection),
      clusterOfObject: objectClusters(crossplaneObjects, objects, (address) => {
        const name = addresses.get(address)
        return readable.some((member) => member.label === name) ? name : undefined
      }),
    },
  }
}

function unreadOf(fleet: Fleet, { gaps }: Collection): CephLandscape['unread'] {
  const unreachable = fleet.members.filter(({ client }) => client === undefined)
  return [
    ...gaps.flatMap(({ cluster, kind, message }) =>
      kind ? [{ cluster, kind, message }] : everyKind(fleet, cluster, message),
    ),
    ...unreachable.flatMap(({ label, failure }) => everyKind(fleet, label, failure?.message ?? 'not reachable')),
  ]
}

function everyKind({ members }: Fleet, label: string, message: string): CephLandscape['unread'] {
  const roles = members.find((member) => member.label === label)?.cluster.roles.map(({ role }) => role) ?? []
  return CEPH_SYNC_KINDS.filter((kind) => kind.roles.some((role) => roles.includes(role))).map((kind) => ({
    cluster: label,
    kind: kindName(kind),
    message,
  }))
}

const unreachableGap = ({ label, failure }: Member): Gap[] =>
  failure ? [{ cluster: label, fault: failure.fault, message: failure.message }] : []

/** Sealed Secrets of several clusters, by secretKey(). */
export type SealedSecrets = ReadonlyMap<string, ReadSecret>

/** Reads Secrets, all clusters concurrently. */
export async function readPlaces(fleet: Fleet, places: readonly SecretPlace[]): Promise<SealedSecrets> {
  const parts = await Promise.all(
    [...Map.groupBy(places, ({ cluster }) => cluster)].map(async ([cluster, all]) => {
      const client = fleet.members.find(({ label }) => label === cluster)?.client
      if (!client) return []
      const read = await readSecrets(client, all)
      return [...read].map(([key, secret]) => [`${cluster} ${key}`, secret] as const)
    }),
  )
  return new Map(parts.flat())
}

/** The facts that plans may use. */
export function readingsOf(secrets: SealedSecrets, salt: string): SecretReadings {
  return new Map(
    [...secrets].map(([key, secret]): [string, SecretReading] => {
      if ('failure' in secret) return [key, { state: 'unread', message: unreadText(secret.failure) }]
      if ('missing' in secret) return [key, { state: 'missing' }]
      return [key, { state: 'read', object: secret.object, facts: cephSecretFacts(secret.object, salt) }]
    }),
  )
}
