// SPDX-License-Identifier: Apache-2.0
import { createHash } from 'node:crypto'
import { isObject, type Json, listAtKeys, type Manifest, sameJson, textAtKeys, valueAtKeys } from '../json.ts'
import type { ClusterState } from '../storage/cluster-state.ts'
import type { Controller, ControllerContext } from './index.ts'
import { keptSecret } from './kept-secret.ts'
import { timeOf, writeAs } from './write.ts'

const PULL = 'externalsecrets.external-secrets.io'
const PUSH = 'pushsecrets.external-secrets.io'

/** What was pushed in this run, by path and property: the OpenBao of the demo, shared by all its clusters. */
const vaults = new WeakMap<ControllerContext, Map<string, string>>()

/** Plays External Secrets: a forced sync pushes a Secret to the shared store or pulls it from there. */
export const externalSecrets: Controller = (world, state, { resource, type, entry, before }) => {
  if ((resource !== PULL && resource !== PUSH) || type === 'DELETED') return
  const { annotations, generation, deletionTimestamp, finalizers } = entry.object.metadata
  if (deletionTimestamp !== undefined) {
    // nothing of the outside world is to be cleaned up
    if ((finalizers ?? []).length > 0) world.later(() => void state.store.delete(resource, entry.key))
    return
  }
  const was = before?.object.metadata
  if (sameJson(annotations, was?.annotations) && generation === was?.generation && was !== undefined) return
  world.later(() => {
    const object = state.store.get(resource, entry.key)?.object
    if (object !== undefined) (resource === PUSH ? push : pull)(world, state, object)
  })
}

function vaultOf(world: ControllerContext): Map<string, string> {
  const vault = vaults.get(world) ?? new Map<string, string>()
  vaults.set(world, vault)
  return vault
}

const place = (key: string, property: string) => `${key.replace(/^\//, '')}\n${property}`

function push(world: ControllerContext, state: ClusterState, object: Manifest): void {
  const source = sourceOf(state, object)
  if (source === undefined) {
    finish(state, object, 'pushsecret', ready(state, object, 'False', 'Errored', 'could not get source secret'))
    return
  }
  const vault = vaultOf(world)
  for (const { value, key, property } of pushed(object, source)) vault.set(place(key, property), value)
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

/** What a PushSecret writes: values stay base64. */
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

function pull(world: ControllerContext, state: ClusterState, object: Manifest): void {
  const { namespace, name } = object.metadata
  const targetName = textAtKeys(object, 'spec', 'target', 'name') || name
  const target = state.store.get('secrets', `${namespace}/${targetName}`)?.object
  const values = pulled(world, object, target)
  if (values === undefined) {
    const message = 'could not get secret data from provider'
    finish(state, object, 'external-secrets', ready(state, object, 'False', 'SecretSyncedError', message))
    return
  }
  const kept = keptSecret(object, targetName, target, values)
  if (kept === 'not ours') {
    const message = 'target is owned by another ExternalSecret'
    finish(state, object, 'external-secrets', ready(state, object, 'False', 'SecretSyncedError', message))
    return
  }
  if (kept !== 'missing' && kept !== 'as it is') writeAs(state, `${PULL}/${name}`, kept)
  const message = 'secret will not be created due to CreationPolicy=Merge'
  finish(state, object, 'external-secrets', {
    ...(kept === 'missing'
      ? ready(state, object, 'True', 'SecretMissing', message)
      : { ...ready(state, object, 'True', 'SecretSynced', 'secret synced'), binding: { name: targetName } }),
    refreshTime: timeOf(state),
    syncedResourceVersion: syncedVersion(object),
  })
}

/** The values an ExternalSecret asks for; undefined when one of them is nowhere. */
function pulled(world: ControllerContext, object: Manifest, target: Manifest | undefined): Json | undefined {
  const vault = vaultOf(world)
  const found: [string, string][] = []
  for (const item of listAtKeys(object, 'spec', 'data')) {
    const secretKey = textAtKeys(item, 'secretKey')
    const key = textAtKeys(item, 'remoteRef', 'key')
    const property = textAtKeys(item, 'remoteRef', 'property')
    // nothing pushed in this run: what is in the target is what the store held when the scenario begins
    const value =
      vault.get(place(key, property)) ?? (textAtKeys(target, 'data', secretKey) || firstPush(world, key, property))
    if (value === undefined || value === '') return undefined
    found.push([secretKey, value])
  }
  for (const item of listAtKeys(object, 'spec', 'dataFrom')) {
    const prefix = place(textAtKeys(item, 'extract', 'key'), '')
    for (const [where, value] of vault) if (where.startsWith(prefix)) found.push([where.slice(prefix.length), value])
  }
  return Object.fromEntries(found)
}

/** What some PushSecret of the fleet has put there before the scenario begins. */
function firstPush(world: ControllerContext, key: string, property: string): string | undefined {
  for (const state of world.states)
    for (const { object } of state.store.entries(PUSH)) {
      const source = sourceOf(state, object)
      const all = source === undefined ? [] : pushed(object, source)
      const match = all.find((item) => place(item.key, item.property) === place(key, property))
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

/** The generation and a hash of what else made it sync. */
function syncedVersion({ metadata }: Manifest): string {
  const rest = JSON.stringify([metadata.annotations ?? {}, metadata.labels ?? {}])
  return `${metadata.generation ?? 1}-${createHash('sha224').update(rest).digest('hex')}`
}
