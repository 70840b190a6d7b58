// SPDX-License-Identifier: Apache-2.0
import { collect, type ReadableMember as Readable } from '../../cluster/read/collect.ts'
import { readSecret } from '../../cluster/secrets/read-secrets.ts'
import type { Fleet, Member } from '../../fleet/member.ts'
import { controlPlane } from '../../kinds/c5c3-operator/control-plane.ts'
import { normaliseControlPlane } from '../../kinds/c5c3-operator/spec.ts'
import { korcDomain } from '../../kinds/korc/domain.ts'
import { korcEndpoint } from '../../kinds/korc/endpoint.ts'
import { korcProject } from '../../kinds/korc/project.ts'
import { korcRole } from '../../kinds/korc/role.ts'
import { korcService } from '../../kinds/korc/service.ts'
import { korcUser } from '../../kinds/korc/user.ts'
import { type KindSpec, kindName } from '../../model/graph/kind.ts'
import type { Gap } from '../../model/landscape/gap.ts'
import { textAt } from '../../model/object/fields.ts'
import type { KubeObject, Resource } from '../../model/object/resource.ts'
import { isOptional, isText, listOf, recordOf } from '../../model/object/value-shape.ts'
import type { Plan } from '../../model/plan/plan.ts'
import { C5c3Error } from '../../model/report/errors.ts'
import { closestMatches } from '../../model/text/closest-matches.ts'
import { safeLine } from '../../model/text/sanitize.ts'
import { type CloudCredentialsRef, planBootstrap } from '../../plans/korc/bootstrap.ts'
import { type BootstrapKind, type ImportItem, isWanted, wantedFor } from '../../plans/korc/import-items.ts'
import type { Planner, PlanWithSources } from '../../writes/planner.ts'

export const KORC_IMPORT = 'korc import-bootstrap'

/** The arguments of the planner; the same arguments give the same plan. */
export interface KorcImportInputs {
  /** NAME or NAMESPACE/NAME, optionally with @CLUSTER. */
  readonly controlPlane?: string
  readonly prefix: string
  readonly cloud?: string
  readonly cloudSecret?: string
  /** The list of a file, instead of the control plane's own. */
  readonly wanted?: readonly ImportItem[]
}

export const isKorcImportInputs = recordOf<KorcImportInputs>({
  controlPlane: isOptional(isText),
  prefix: isText,
  cloud: isOptional(isText),
  cloudSecret: isOptional(isText),
  wanted: isOptional(listOf(isWanted)),
})

const korcRegion: KindSpec = { ...korcDomain, kind: 'Region', plural: 'regions' }

export const BOOTSTRAP_KIND_SPECS: readonly KindSpec[] = [
  korcDomain,
  korcProject,
  korcRole,
  korcUser,
  korcService,
  korcEndpoint,
  korcRegion,
]

/** Plans the imports of the resources that Keystone's bootstrap created. */
export const korcImportPlanner =
  (inputs: KorcImportInputs): Planner =>
  async (fleet, _salt, signal): Promise<PlanWithSources> => {
    const readable = fleet.members.filter((member): member is Member & Readable => member.client !== undefined)
    const planes = readable.filter(({ cluster }) => cluster.roles.some(({ role }) => role === 'control-plane'))
    const unreachable = fleet.members.filter(
      ({ client, cluster }) => !client && cluster.roles.some(({ role }) => role === 'control-plane'),
    )
    const collection = await collect(planes, [controlPlane, ...BOOTSTRAP_KIND_SPECS], { signal })
    const gaps: Gap[] = [
      ...unreachable.flatMap(({ label, failure }) =>
        failure ? [{ cluster: label, fault: failure.fault, message: failure.message }] : [],
      ),
      ...collection.gaps,
    ]
    const all = collection.objects.filter(({ object }) => object.kind === 'ControlPlane')
    const chosen = chooseControlPlane(all, fleet, inputs.controlPlane, gaps)
    const member = planes.find(({ cluster }) => cluster.uid === chosen.cluster.uid)
    if (!member?.client) throw new C5c3Error('NO_CLUSTER_REACHABLE', 'noAccess', 'its cluster is unreachable')
    const plane = chosen.object
    const namespace = plane.metadata.namespace ?? ''
    const objects = collection.objects
      .filter(
        ({ cluster, object }) =>
          cluster.uid === chosen.cluster.uid &&
          object.metadata.namespace === namespace &&
          object.kind !== 'ControlPlane',
      )
      .map(({ object }) => object)
    const unusable = new Map<BootstrapKind, string>()
    for (const { cluster, kind, outcome } of collection.read)
      if (cluster === member.label && outcome !== 'read' && kind !== kindName(controlPlane)) {
        const name = kind.split('.')[0] as BootstrapKind
        const gap = collection.gaps.find(
          (each) => each.cluster === cluster && (each.kind === kind || each.kind === undefined),
        )
        unusable.set(
          name,
          outcome === 'notinstalled'
            ? `K-ORC's kind ${name} is not installed on ${cluster}`
            : `${name}s on ${cluster} could not be read: ${gap?.message ?? 'unknown'}`,
        )
      }
    const credentials = credentialsOf(plane, objects, inputs)
    const secret = await readSecret(member.client, namespace, credentials.secretName)
    const wanted = (inputs.wanted ?? wantedFor(normaliseControlPlane(plane))).filter(
      ({ kind }) => kind !== 'Region' || !unusable.has('Region'),
    )
    const steps = planBootstrap({
      cluster: member.label,
      controlPlane: plane,
      objects,
      unusable,
      wanted,
      credentials,
      hasCredentials: 'object' in secret ? true : 'missing' in secret ? false : undefined,
      prefix: inputs.prefix,
    })
    const plan: Plan = {
      command: KORC_IMPORT,
      clusters: [{ name: member.label, uid: member.cluster.uid }],
      steps,
      notes:
        'failure' in secret
          ? [`Secret ${namespace}/${credentials.secretName} may not be read: whether it is there was not checked`]
          : [],
    }
    return {
      plan,
      clusters: fleet.members.map(({ label }) => label),
      gaps,
      sources: { secret: () => undefined, reload: async () => {} },
    }
  }

function credentialsOf(
  plane: KubeObject,
  objects: readonly KubeObject[],
  { cloud, cloudSecret }: KorcImportInputs,
): CloudCredentialsRef {
  const { korc } = normaliseControlPlane(plane)
  const named = [
    'spec.korc.adminCredential.cloudCredentialsRef.cloudName',
    'spec.korc.cloudCredentialsRef.cloudName',
  ].flatMap((path) => textAt(plane, path) ?? [])[0]
  const existing = objects.find((object) => textAt(object, 'spec.managementPolicy') === 'unmanaged') ?? objects[0]
  return {
    cloudName: cloud ?? named ?? textAt(existing, 'spec.cloudCredentialsRef.cloudName') ?? 'openstack',
    secretName:
      cloudSecret ?? korc.cloudSecret ?? textAt(existing, 'spec.cloudCredentialsRef.secretName') ?? 'k-orc-clouds-yaml',
  }
}

function chooseControlPlane(
  all: readonly Resource[],
  fleet: Fleet,
  word: string | undefined,
  gaps: readonly Gap[],
): Resource {
  const label = (uid: string) => fleet.members.find(({ cluster }) => cluster.uid === uid)?.label ?? ''
  const [path = '', cluster] = (word ?? '').split('@')
  const [name, namespace] = path.split('/').reverse()
  const matching = all.filter(
    (each) =>
      (!name || each.object.metadata.name === name) &&
      (namespace === undefined || each.object.metadata.namespace === namespace) &&
      (cluster === undefined || label(each.cluster.uid) === cluster || label(each.cluster.uid).endsWith(`/${cluster}`)),
  )
  const [first, second] = matching
  if (first && !second) return first
  const addresses = matching.map(
    ({ object, cluster: { uid } }) => `${object.metadata.namespace}/${object.metadata.name}@${label(uid)}`,
  )
  if (first)
    throw new C5c3Error(
      word ? 'AMBIGUOUS' : 'USAGE',
      'usage',
      word
        ? `ControlPlane "${safeLine(word)}" is ambiguous (${matching.length} matches)`
        : `specify one of ${matching.length} ControlPlanes`,
      [addresses.slice(0, 8).join(', ')],
    )
  const [gap] = gaps
  const what = word ? `ControlPlane "${safeLine(word)}" not found` : 'no ControlPlane found'
  if (gap)
    throw new C5c3Error(
      'NOT_FOUND',
      'noAccess',
      `${what} where it could be read, and ${gap.cluster} could not: ${gap.message}`,
    )
  const close = closestMatches(
    word ?? '',
    all.map(({ object }) => object.metadata.name),
  )
  throw new C5c3Error('NOT_FOUND', 'notFound', what, close.length > 0 ? [`did you mean: ${close.join(', ')}?`] : [])
}
