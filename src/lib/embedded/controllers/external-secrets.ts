// SPDX-License-Identifier: Apache-2.0
import { createHash } from 'node:crypto'
import { isObject, type Json, listAtKeys, type Manifest, sameJson, textAtKeys, valueAtKeys } from '../json.ts'
import type { ClusterState } from '../storage/cluster-state.ts'
import type { Controller, ControllerContext } from './index.ts'
import { keptSecret } from './kept-secret.ts'
import { timeOf, writeAs } from './write.ts'

/** Simulates External Secrets: a forced sync pushes a Secret to the shared store or pulls it from there. */
export const externalSecrets: Controller = (context, state, { resource, type, entry, before }) => {
  if ((resource !== PULL && resource !== PUSH) || type === 'DELETED') return
  const { annotations, generation, deletionTimestamp, finalizers } = entry.object.metadata
  if (deletionTimestamp !== undefined) {
    // There is no external resource to clean up.
    if ((finalizers ?? []).length > 0) context.later(() => void state.store.delete(resource, entry.key))
    return
  }
  const was = before?.object.metadata
  if (sameJson(annotations, was?.annotations) && generation === was?.generation && was !== undefined) return
  context.later(() => {
    const object = state.store.get(resource, entry.key)?.object
    if (object !== undefined) (resource === PUSH ? push : pull)(context, state, object)
  })
}

function vaultOf(context: ControllerContext): Map<string, string> {
  const vault = vaults.get(context) ?? new Map<string, string>()
  vaults.set(context, vault)
  return vault
}

const vaultKey = (key: string, property: string) => `${key.replace(/^\//, '')}\n${property}`

function push(context: ControllerContext, state: ClusterState, object: Manifest): void {
  const source = sourceOf(state, object)
  if (source === undefined) {
    finish(state, object, 'pushsecret', ready(state, object, 'False', 'Errored', 'could not get source secret'))
    return
  }
  const vault = vaultOf(context)
  for (const { value, key, property } of pushed(object, source)) vault.set(vaultKey(key, property), value)
  const stores = listAtKeys(object, 'spec', 'secretStoreRefs').map(
    (store) => `${textAtKeys(store, 'kind') || 'SecretStore'}/${textAtKeys(store, 'name')}`,
  )
  finish(state, object, 'pushsecret', {
    ...ready(state, object, 'True', 'Synced', 'PushSecret synced successfully'),
    refreshTime: timeOf(state),
    syncedPushSecrets: Object.fromEntries(
      stores.map((store) => [store, valueAtKeys(object, 'status', 'syncedPushSecrets', store) ?? {}]),
    ),
    syncedResourceVersion: syncedVersion(object),
  })
}

const sourceOf = (state: ClusterState, object: Manifest) =>
  state.store.get('secrets', `${object.metadata.namespace}/${textAtKeys(object, 'spec', 'selector', 'secret', 'name')}`)
    ?.object

/** The entries that a PushSecret writes; values stay base64. */
function pushed(object: Manifest, source: Manifest): readonly { value: string; key: string; property: string }[] {
  return listAtKeys(object, 'spec', 'data').flatMap((item) => {
    const match = valueAtKeys(item, 'match')
    const value = textAtKeys(source, 'data', textAtKeys(match, 'secretKey'))
    const remote = valueAtKeys(match, 'remoteRef')
    return value === ''
      ? []
      : [{ value, key: textAtKeys(remote, 'remoteKey'), property: textAtKeys(remote, 'property') }]
  })
}

function pull(context: ControllerContext, state: ClusterState, object: Manifest): void {
  const { namespace, name } = object.metadata
  const targetName = textAtKeys(object, 'spec', 'target', 'name') || name
  const target = state.store.get('secrets', `${namespace}/${targetName}`)?.object
  const values = pulled(context, object, target)
  if (values === undefined) {
    const message = 'could not get secret data from provider'
    finish(state, object, 'external-secrets', ready(state, object, 'False', 'SecretSyncedError', message))
    return
  }
  const secret = keptSecret(object, targetName, target, values)
  if (secret === 'not ours') {
    const message = 'target is owned by another ExternalSecret'
    finish(state, object, 'external-secrets', ready(state, object, 'False', 'SecretSyncedError', message))
    return
  }
  if (secret !== 'missing' && secret !== 'as it is') writeAs(state, `${PULL}/${name}`, secret)
  const message = 'secret will not be created due to CreationPolicy=Merge'
  finish(state, object, 'external-secrets', {
    ...(secret === 'missing'
      ? ready(state, object, 'True', 'SecretMissing', message)
      : { ...ready(state, object, 'True', 'SecretSynced', 'secret synced'), binding: { name: targetName } }),
    refreshTime: timeOf(state),
    syncedResourceVersion: syncedVersion(object),
  })
}

/** The values of an ExternalSecret; undefined if one of them does not exist. */
function pulled(context: ControllerContext, object: Manifest, target: Manifest | undefined): Json | undefined {
  const vault = vaultOf(context)
  const found: [string, string][] = []
  for (const item of listAtKeys(object, 'spec', 'data')) {
    const secretKey = textAtKeys(item, 'secretKey')
    const key = textAtKeys(item, 'remoteRef', 'key')
    const property = textAtKeys(item, 'remoteRef', 'property')
    // Not pushed in this run: the target contains the value that the store had at the start of the scenario.
    const value =
      vault.get(vaultKey(key, property)) ??
      (textAtKeys(target, 'data', secretKey) || initialValue(context, key, property))
    if (value === undefined || value === '') return undefined
    found.push([secretKey, value])
  }
  for (const item of listAtKeys(object, 'spec', 'dataFrom')) {
    const prefix = vaultKey(textAtKeys(item, 'extract', 'key'), '')
    for (const [where, value] of vault) if (where.startsWith(prefix)) found.push([where.slice(prefix.length), value])
  }
  return Object.fromEntries(found)
}

/** A value that a PushSecret of the fleet wrote before the start of the scenario. */
function initialValue(context: ControllerContext, key: string, property: string): string | undefined {
  for (const state of context.states)
    for (const { object } of state.store.entries(PUSH)) {
      const source = sourceOf(state, object)
      const all = source === undefined ? [] : pushed(object, source)
      const match = all.find((item) => vaultKey(item.key, item.property) === vaultKey(key, property))
      if (match !== undefined) return match.value
    }
  return undefined
}

function finish(state: ClusterState, object: Manifest, manager: string, status: Json): void {
  const before = isObject(object['status']) ? object['status'] : {}
  writeAs(state, manager, { ...object, status: { ...before, ...status } }, 'status')
}

function ready(state: ClusterState, object: Manifest, status: string, reason: string, message: string): Json {
  const [before] = listAtKeys(object, 'status', 'conditions')
  const since = textAtKeys(before, 'status') === status ? textAtKeys(before, 'lastTransitionTime') : ''
  const lastTransitionTime = since === '' ? timeOf(state) : since
  return { conditions: [{ type: 'Ready', status, reason, message, lastTransitionTime }] }
}

/** The generation and a hash of the metadata that triggers a sync. */
function syncedVersion({ metadata }: Manifest): string {
  const rest = JSON.stringify([metadata.annotations ?? {}, metadata.labels ?? {}])
  return `${metadata.generation ?? 1}-${createHash('sha224').update(rest).digest('hex')}`
}

const PULL = 'externalsecrets.external-secrets.io'
const PUSH = 'pushsecrets.external-secrets.io'

/** Simulates the demo's OpenBao, shared by all clusters: values pushed in this run by path and property. */
const vaults = new WeakMap<ControllerContext, Map<string, string>>()
