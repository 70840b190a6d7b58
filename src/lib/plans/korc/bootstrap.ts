// SPDX-License-Identifier: Apache-2.0

import { KORC } from '../../kinds/korc/health-and-links.ts'
import { conditionsOf } from '../../model/object/conditions.ts'
import { FIELD_MANAGER } from '../../model/object/field-manager.ts'
import { fieldAt, flagAt, textAt } from '../../model/object/fields.ts'
import { IMPORTED_FOR } from '../../model/object/owner-labels.ts'
import type { KubeObject } from '../../model/object/resource.ts'
import { type ObjectAt, objectName, type PlanStep, type Reason, stepId } from '../../model/plan/plan.ts'
import { type BootstrapKind, type ImportItem, PLURALS, slugOf } from './import-items.ts'

export interface BootstrapInput {
  readonly cluster: string
  readonly controlPlane: KubeObject
  /** K-ORC objects in the control plane's namespace. */
  readonly objects: readonly KubeObject[]
  /** Kinds that cannot be used, with the reason. */
  readonly unusable: ReadonlyMap<BootstrapKind, string>
  readonly wanted: readonly ImportItem[]
  readonly credentials: CloudCredentialsRef
  /** Whether the Secret with clouds.yaml exists; undefined when it is not readable. */
  readonly hasCredentials: boolean | undefined
  readonly prefix: string
}

export interface CloudCredentialsRef {
  readonly cloudName: string
  readonly secretName: string
}

/** Plans the imports of a control plane, one step each, unchanged ones included; reads and writes nothing. */
export function planBootstrap(input: BootstrapInput): readonly PlanStep[] {
  const names = new Map<string, string>()
  const refused = new Set<string>()
  return input.wanted.map((wanted) => {
    const { step, name } = stepOf(input, wanted, { names, refused })
    names.set(`${wanted.kind} ${nameOf(wanted)}`, name)
    if (step.action === 'refused') refused.add(`${wanted.kind} ${nameOf(wanted)}`)
    return step
  })
}

const nameOf = ({ filter, slug }: ImportItem) => filter['name'] ?? slug

/** The filter with references to the K-ORC objects that were planned or found. */
function filterOf(
  { filter, domain, service }: ImportItem,
  names: ReadonlyMap<string, string>,
): Readonly<Record<string, string>> {
  const domainRef = domain === undefined ? undefined : names.get(`Domain ${domain}`)
  const serviceRef = service === undefined ? undefined : names.get(`Service ${service}`)
  return { ...filter, ...(domainRef ? { domainRef } : {}), ...(serviceRef ? { serviceRef } : {}) }
}

function stepOf(
  input: BootstrapInput,
  wanted: ImportItem,
  { names, refused }: PlannedItems,
): { step: PlanStep; name: string } {
  const filter = filterOf(wanted, names)
  const own = `${input.prefix}-${wanted.kind.toLowerCase()}-${slugOf(wanted.slug)}`
  const ofKind = input.objects.filter(({ kind }) => kind === wanted.kind)
  const identical = ofKind.find((object) => isImportOf(object, filter) && hasSameCredentials(object, input.credentials))
  const operatorManaged = ofKind.find((object) => managesSame(object, wanted, names) && isOwnedByOperator(object))
  const existing = identical ?? operatorManaged
  if (existing)
    return { name: existing.metadata.name, step: existingStep(input, wanted, existing, existing === identical) }
  const target = at(input, wanted.kind, own)
  const reasons = [...reasonsAgainst(input, wanted, ofKind, own, names), ...missingReasons(wanted, refused)]
  const about = `import of ${wanted.kind} ${nameOf(wanted)} for ControlPlane ${input.controlPlane.metadata.name}`
  if (reasons.length > 0) return { name: own, step: { ...base(target, about), action: 'refused', reasons } }
  const spec = { cloudCredentialsRef: input.credentials, managementPolicy: 'unmanaged', import: { filter } }
  return {
    name: own,
    step: {
      ...base(target, about),
      action: 'create',
      manifest: { metadata: { labels: labelsFor(input.controlPlane) }, spec },
      changes: [
        {
          path: 'spec.import.filter',
          to: Object.entries(filter)
            .map(([key, value]) => `${key}=${value}`)
            .join(' '),
        },
      ],
      acknowledged: 'available',
      ...(isLaterProject(wanted) ? { mayBeAbsent: true } : {}),
      notes: isLaterProject(wanted)
        ? ['not created by the Keystone bootstrap: the import stays pending until the project exists']
        : [],
    },
  }
}

/** Keystone's bootstrap does not create the project service; an operator does so later. */
const isLaterProject = ({ kind, filter }: ImportItem) => kind === 'Project' && filter['name'] === 'service'

/** Imports have no owner reference, so that no deletion cascades to them; labels name their control plane. */
const labelsFor = ({ metadata: { name, namespace = '' } }: KubeObject) => ({
  'app.kubernetes.io/managed-by': FIELD_MANAGER,
  // A label value is limited to 63 characters, a name is not.
  ...(name.length <= 63 ? { [IMPORTED_FOR.name]: name, [IMPORTED_FOR.namespace]: namespace } : {}),
})

/** An existing import: wait for it unless K-ORC already found its resource. */
function existingStep(input: BootstrapInput, wanted: ImportItem, object: KubeObject, imported: boolean): PlanStep {
  const available = conditionsOf(object).get('Available')
  const target = at(input, wanted.kind, object.metadata.name)
  const about = imported
    ? 'the same import is there'
    : `managed by ControlPlane ${input.controlPlane.metadata.name} itself`
  const isAvailable = available?.status === 'True' && !available.stale
  return {
    ...base(target, about),
    action: 'none',
    ...(isAvailable || !imported ? {} : { acknowledged: 'available' as const }),
    ...(isLaterProject(wanted) && !isAvailable && imported ? { mayBeAbsent: true } : {}),
  }
}

function base(target: ObjectAt, about: string): Omit<PlanStep, 'action'> {
  return {
    id: stepId(target),
    target,
    about,
    manifest: {},
    stamps: {},
    values: [],
    changes: [],
    reasons: [],
    notes: [],
  }
}

const at = ({ cluster, controlPlane }: BootstrapInput, kind: BootstrapKind, name: string): ObjectAt => ({
  cluster,
  group: KORC,
  version: 'v1alpha1',
  kind,
  plural: PLURALS[kind],
  namespace: controlPlane.metadata.namespace ?? '',
  name,
})

/** Unmanaged and with the same filter; a filter without a domain matches, too. */
function isImportOf(object: KubeObject, filter: Readonly<Record<string, string>>): boolean {
  if (textAt(object, 'spec.managementPolicy') !== 'unmanaged' || object.metadata.deletionTimestamp) return false
  const theirs = Object.fromEntries(Object.entries((fieldAt(object, 'spec.import.filter') ?? {}) as object))
  const keys = new Set([...Object.keys(theirs), ...Object.keys(filter)])
  return [...keys].every((key) => theirs[key] === filter[key] || (key === 'domainRef' && theirs[key] === undefined))
}

/** With other credentials the same filter may match in another Keystone; the operator uses several for one Keystone. */
function hasSameCredentials(object: KubeObject, { cloudName, secretName }: CloudCredentialsRef): boolean {
  if (isOwnedByOperator(object)) return true
  const { cloudName: cloud, secretName: secret } = credentialsRefOf(object)
  return (cloud ?? cloudName) === cloudName && (secret ?? secretName) === secretName
}

const credentialsRefOf = (object: KubeObject) => ({
  cloudName: textAt(object, 'spec.cloudCredentialsRef.cloudName'),
  secretName: textAt(object, 'spec.cloudCredentialsRef.secretName'),
})

const isManaged = (object: KubeObject) => (textAt(object, 'spec.managementPolicy') ?? 'managed') === 'managed'

/** A managed object for the same Keystone resource. */
function managesSame(object: KubeObject, wanted: ImportItem, names: ReadonlyMap<string, string>): boolean {
  if (!isManaged(object)) return false
  const resource = fieldAt(object, 'spec.resource')
  if (wanted.kind === 'Endpoint')
    return (
      textAt(resource, 'interface') === wanted.filter['interface'] &&
      textAt(resource, 'serviceRef') === names.get(`Service ${wanted.service}`)
    )
  const domain = textAt(resource, 'domainRef')
  const isSameDomain =
    wanted.domain === undefined || domain === undefined || domain === names.get(`Domain ${wanted.domain}`)
  return (textAt(resource, 'name') ?? object.metadata.name) === nameOf(wanted) && isSameDomain
}

/** Created by the control plane's operator. */
const isOwnedByOperator = ({ metadata }: KubeObject) =>
  (metadata.ownerReferences ?? []).some(({ kind, controller }) => controller === true && kind === 'ControlPlane') ||
  metadata.labels?.['c5c3.io/controlplane-name'] !== undefined

function reasonsAgainst(
  input: BootstrapInput,
  wanted: ImportItem,
  ofKind: readonly KubeObject[],
  own: string,
  names: ReadonlyMap<string, string>,
): readonly Reason[] {
  const { unusable, controlPlane, credentials, hasCredentials } = input
  const blocked = unusable.get(wanted.kind)
  const taken = ofKind.find(({ metadata }) => metadata.name === own)
  const managed = ofKind.find((object) => managesSame(object, wanted, names))
  const namespace = controlPlane.metadata.namespace ?? ''
  return [
    ...(blocked === undefined ? [] : [{ text: blocked }]),
    ...(flagAt(controlPlane, 'spec.korc.enabled') === false
      ? [{ text: `K-ORC is switched off in ControlPlane ${controlPlane.metadata.name}`, hint: 'set spec.korc.enabled' }]
      : []),
    ...(hasCredentials === false
      ? [
          {
            text: `Secret ${namespace}/${credentials.secretName} with clouds.yaml is missing: K-ORC looks for it in the namespace of its objects`,
            hint: 'make its ExternalSecret write into this namespace, or name another one by --cloud-secret',
          },
        ]
      : []),
    ...(managed
      ? [
          {
            text: `${objectName(managed.metadata.namespace === undefined ? { kind: managed.kind, name: managed.metadata.name } : { kind: managed.kind, namespace: managed.metadata.namespace, name: managed.metadata.name })} is managed and stands for the same ${wanted.kind} ${nameOf(wanted)}: deleting it deletes the real one`,
            hint: 'set spec.managedOptions.onDelete: detach there, delete it, and run this again',
          },
        ]
      : []),
    ...(taken && !managed
      ? [
          {
            text: `${own} exists and ${takenFor(taken, filterOf(wanted, names))}`,
            hint: 'choose other names by --name-prefix',
          },
        ]
      : []),
  ]
}

/** K-ORC would wait forever for a reference that is refused. */
function missingReasons({ domain, service }: ImportItem, refused: ReadonlySet<string>): readonly Reason[] {
  const needed = [...(domain === undefined ? [] : [`Domain ${domain}`]), ...(service ? [`Service ${service}`] : [])]
  return needed.filter((each) => refused.has(each)).map((each) => ({ text: `it refers to ${each}, which is refused` }))
}

function takenFor(object: KubeObject, filter: Readonly<Record<string, string>>): string {
  if (isManaged(object)) return 'imports something else, as managed'
  if (!isImportOf(object, filter)) return 'imports something else'
  const { cloudName = '?', secretName = '?' } = credentialsRefOf(object)
  return `imports it with other credentials (cloud ${cloudName} of Secret ${secretName})`
}

/** The steps planned so far, by kind and name in Keystone. */
interface PlannedItems {
  /** Names of the K-ORC objects. */
  readonly names: ReadonlyMap<string, string>
  readonly refused: ReadonlySet<string>
}
