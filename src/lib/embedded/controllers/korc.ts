// SPDX-License-Identifier: Apache-2.0
import { createHash } from 'node:crypto'
import { type Json, type Manifest, textAtKeys, valueAtKeys, withField, withoutField } from '../json.ts'
import type { ClusterState } from '../storage/cluster-state.ts'
import { resourceKey } from '../storage/resource-type.ts'
import type { Controller } from './index.ts'
import { timeOf, writeAs } from './write.ts'

/** Simulates K-ORC: imports or creates resources and waits for dependencies; never changes a finished object. */
export const korcController: Controller = (context, state, { resource, type, entry }) => {
  if (type === 'DELETED') return
  if (resource.endsWith(`.${GROUP}`)) {
    context.later(() => reconcile(state, resource, entry.key))
  }
  // Another object may wait for this Secret or object.
  if (resource === 'secrets' || resource.endsWith(`.${GROUP}`)) context.later(() => retryWaiting(state), 2)
}

function retryWaiting(state: ClusterState): void {
  for (const type of state.catalog().types.filter(({ group }) => group === GROUP))
    for (const entry of state.store.entries(resourceKey(type)))
      if (textAtKeys(condition(entry.object, 'Progressing'), 'reason') === 'Progressing')
        reconcile(state, resourceKey(type), entry.key)
}

function reconcile(state: ClusterState, resource: string, key: string): void {
  const object = state.store.get(resource, key)?.object
  if (object === undefined) return
  const finalizer = `${GROUP}/${object.kind.toLowerCase()}`
  const finalizers = object.metadata.finalizers ?? []
  if (object.metadata.deletionTimestamp !== undefined) {
    const left = finalizers.filter((name) => name !== finalizer)
    if (left.length === finalizers.length) return
    if (left.length === 0) state.store.delete(resource, key)
    else writeAs(state, 'manager', { ...object, metadata: { ...object.metadata, finalizers: left } })
    return
  }
  const seen = condition(object, 'Progressing')
  const isDone =
    valueAtKeys(seen, 'observedGeneration') === object.metadata.generation &&
    textAtKeys(seen, 'reason') !== 'Progressing'
  if (isDone) return
  const next = outcome(state, object)
  if (next.status === object['status']) return
  const withFinalizer: Manifest =
    next.held && !finalizers.includes(finalizer)
      ? { ...object, metadata: { ...object.metadata, finalizers: [...finalizers, finalizer] } }
      : object
  writeAs(state, 'manager', { ...withFinalizer, status: next.status }, 'status')
}

/** The status that K-ORC would write; the same status object if nothing changed. */
function outcome(state: ClusterState, object: Manifest): { readonly status: unknown; readonly held: boolean } {
  const { namespace } = object.metadata
  const secret = textAtKeys(object, 'spec', 'cloudCredentialsRef', 'secretName')
  if (secret !== '' && state.store.get('secrets', `${namespace}/${secret}`) === undefined)
    return { status: waiting(state, object, `Waiting for Secret/${secret} to be created`), held: false }
  const missing = missingDependency(state, object)
  if (missing !== undefined) return { status: waiting(state, object, missing), held: true }
  const found = resolved(state, object)
  if (found === 'none')
    return {
      status: waiting(state, object, 'Waiting for OpenStack resource to be created externally'),
      held: true,
    }
  if (found === 'gone') {
    const message = 'referenced resource does not exist in OpenStack'
    return { status: conditions(state, object, 'UnrecoverableError', message, 'False', 'False'), held: true }
  }
  const done = conditions(state, object, 'Success', 'OpenStack resource is up to date', 'True', 'False')
  return { status: { ...done, id: found.id, resource: found.resource }, held: true }
}

function missingDependency(state: ClusterState, object: Manifest): string | undefined {
  const desired = valueAtKeys(object, 'spec', 'import', 'filter') ?? valueAtKeys(object, 'spec', 'resource')
  const kinds: Readonly<Record<string, string>> = {
    domainRef: 'Domain',
    projectRef: 'Project',
    serviceRef: 'Service',
    userRef: 'User',
  }
  for (const [field, kind] of Object.entries(kinds)) {
    const name = textAtKeys(desired, field)
    if (name === '') continue
    const type = state.catalog().byKind(GROUP, kind)
    const found =
      type === undefined ? undefined : state.store.get(resourceKey(type), `${object.metadata.namespace}/${name}`)
    if (found === undefined) return `Waiting for ${kind}/${name} to be created`
    if (textAtKeys(condition(found.object, 'Available'), 'status') !== 'True')
      return `Waiting for ${kind}/${name} to be ready`
  }
  return undefined
}

type Found = { readonly id: string; readonly resource: Json } | 'none' | 'gone'

function resolved(state: ClusterState, object: Manifest): Found {
  const { kind } = object
  const type = state.catalog().byKind(GROUP, kind)
  const others = (type === undefined ? [] : state.store.entries(resourceKey(type)))
    .map((entry) => entry.object)
    .filter((other) => textAtKeys(other, 'status', 'id') !== '' && other.metadata.uid !== object.metadata.uid)
  const id = textAtKeys(object, 'spec', 'import', 'id')
  if (id !== '') {
    const same = others.find((other) => textAtKeys(other, 'status', 'id') === id)
    return same === undefined ? 'gone' : { id, resource: (valueAtKeys(same, 'status', 'resource') ?? {}) as Json }
  }
  const managed = textAtKeys(object, 'spec', 'managementPolicy') !== 'unmanaged'
  const filter = valueAtKeys(object, 'spec', 'import', 'filter')
  const name = managed
    ? textAtKeys(object, 'spec', 'resource', 'name') || object.metadata.name
    : textAtKeys(filter, 'name')
  const same = others.find((other) => textAtKeys(other, 'status', 'resource', 'name') === name)
  if (same !== undefined)
    return { id: textAtKeys(same, 'status', 'id'), resource: (valueAtKeys(same, 'status', 'resource') ?? {}) as Json }
  const endpoint = kind === 'Endpoint' && textAtKeys(filter, 'interface') !== ''
  if (!managed && !endpoint && !BOOTSTRAP[kind]?.includes(name)) return 'none'
  return { id: idOf(kind, endpoint ? textAtKeys(filter, 'interface') : name), resource: resourceOf(object, name) }
}

/** Keystone's ids are 32 hexadecimal digits, except that of the default domain. */
const idOf = (kind: string, name: string) =>
  kind === 'Domain' && name === 'Default'
    ? 'default'
    : createHash('sha256').update(`${kind}/${name}`).digest('hex').slice(0, 32)

function resourceOf({ kind }: Manifest, name: string): Json {
  const domain =
    kind === 'Project' || kind === 'User' ? { domainID: 'default' } : kind === 'Role' ? { domainID: '' } : {}
  return { ...domain, ...(kind === 'Role' ? {} : { enabled: true }), ...(name === '' ? {} : { name }) }
}

const condition = (object: Manifest, type: string) => {
  const all = valueAtKeys(object, 'status', 'conditions')
  return Array.isArray(all) ? all.find((item) => valueAtKeys(item, 'type') === type) : undefined
}

function waiting(state: ClusterState, object: Manifest, message: string): unknown {
  const current = condition(object, 'Progressing')
  const same =
    textAtKeys(current, 'message') === message &&
    valueAtKeys(current, 'observedGeneration') === object.metadata.generation
  return same ? object['status'] : conditions(state, object, 'Progressing', message, 'False', 'True')
}

function conditions(
  state: ClusterState,
  object: Manifest,
  reason: string,
  message: string,
  available: string,
  progressing: string,
): Json {
  const make = (type: string, status: string, text: string) => {
    const before = condition(object, type)
    const since = textAtKeys(before, 'status') === status ? textAtKeys(before, 'lastTransitionTime') : ''
    return {
      type,
      status,
      reason,
      message: text,
      observedGeneration: object.metadata.generation ?? 1,
      lastTransitionTime: since === '' ? timeOf(state) : since,
    }
  }
  const status = valueAtKeys(object, 'status')
  const rest = typeof status === 'object' && status !== null ? withoutField(status as Json, 'conditions') : {}
  const availableMessage = reason === 'Success' ? 'OpenStack resource is available' : message
  return withField(rest, 'conditions', [
    make('Available', available, availableMessage),
    make('Progressing', progressing, message),
  ])
}

const GROUP = 'openstack.k-orc.cloud'

/** Created by Keystone's bootstrap. There is no project "service": its import waits until it is created. */
const BOOTSTRAP: Readonly<Record<string, readonly string[]>> = {
  Domain: ['Default'],
  Project: ['admin'],
  Role: ['admin', 'manager', 'member', 'reader', 'service'],
  User: ['admin'],
  Service: ['keystone'],
}
