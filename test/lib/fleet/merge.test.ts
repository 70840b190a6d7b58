// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest'
import { mergeOpened } from '../../../src/lib/fleet/merge.ts'
import type { Role, RoleName } from '../../../src/lib/model/landscape/role.ts'
import { type FakeWay, SERVES, serving, way } from './opened.ts'

const role = (name: Role, named: string = name): RoleName => ({ role: name, name: named })

/** label [uid] ← origins */
const shown = (candidates: readonly FakeWay[]) =>
  mergeOpened(candidates).members.map(
    ({ label, uid, origins }) => `${label} ${uid ?? 'dark'} ← ${origins.map(({ text }) => text).join(', ')}`,
  )

describe('one member per real cluster', () => {
  it('two candidates for one cluster become one member, and only the better connection stays open', () => {
    const context = way('st', { uid: 'u1', serves: SERVES.storage })
    const provider = way('st-pool-a', { origin: 'ProviderConfig', uid: 'u1', serves: SERVES.storage })
    const { members } = mergeOpened([provider, context])
    expect(members).toHaveLength(1)
    expect(members[0]?.client).toBe(context.client)
    expect([context.closed(), provider.closed()]).toEqual([false, true])
  })

  it('a cluster found by several candidates is named by the one that knows the pool', () => {
    const candidates = [
      way('admin@st', { uid: 'u1', serves: SERVES.storage }),
      way('st-pool-a', { origin: 'ProviderConfig', uid: 'u1', serves: SERVES.storage }),
      way('flux-st', { origin: 'Flux', uid: 'u1', serves: SERVES.storage }),
    ]
    expect(shown(candidates)).toEqual([
      'storage/st-pool-a u1 ← context admin@st, ProviderConfig st-pool-a, Flux flux-st',
    ])
  })

  it('one cluster with two roles in a profile is read once', () => {
    const candidates = [
      way('a', { origin: 'profile', roles: [role('management')], uid: 'u1', serves: SERVES.management }),
      way('b', { origin: 'profile', roles: [role('storage', 'dev')], uid: 'u1', serves: SERVES.management }),
    ]
    const { members } = mergeOpened(candidates)
    expect(members.map(({ cluster }) => cluster.roles)).toEqual([[role('management'), role('storage', 'dev')]])
    expect(candidates.map((each) => each.closed())).toEqual([false, true])
  })

  it('the better ranked candidate is used even if it comes later', () => {
    const candidates = [
      way('found', { origin: 'ProviderConfig', uid: 'u1', serves: SERVES.storage }),
      way('named', { origin: 'flag', roles: [role('storage', 'a')], uid: 'u1', serves: SERVES.storage }),
    ]
    expect(mergeOpened(candidates).members[0]?.config?.context).toBe('named')
  })

  it('a candidate that answers is preferred to a better ranked one that does not', () => {
    const candidates = [
      way('st', { origin: 'context', server: 'https://same.test' }),
      way('st-pool-a', { origin: 'ProviderConfig', server: 'https://same.test', uid: 'u1', serves: SERVES.storage }),
    ]
    const { members } = mergeOpened(candidates)
    expect(members).toHaveLength(1)
    expect(members[0]).toMatchObject({ uid: 'u1', config: { context: 'st-pool-a' } })
    expect(members[0]?.failure).toBeUndefined()
  })

  it('two clusters whose UID is not readable are distinguished by their server address', () => {
    const candidates = [
      way('a', { serves: SERVES.storage }),
      way('b', { serves: SERVES.storage }),
      way('also-a', { server: 'https://a.test', serves: SERVES.storage }),
    ]
    expect(shown(candidates)).toEqual(['storage/a dark ← context a, context also-a', 'storage/b dark ← context b'])
  })
})

describe('roles', () => {
  it('a discovered cluster has the roles of the API it serves, under its own name', () => {
    const both = serving('controlplanes.c5c3.io', 'cephclusters.ceph.rook.io')
    const { members } = mergeOpened([way('dev', { uid: 'u1', serves: both })])
    expect(members[0]?.cluster.roles).toEqual([role('control-plane', 'dev'), role('storage', 'dev')])
  })

  it('a cluster of a profile has only the roles that the profile assigns', () => {
    const both = serving('controlplanes.c5c3.io', 'cephclusters.ceph.rook.io')
    const candidates = [way('x', { origin: 'profile', roles: [role('storage', 'a')], uid: 'u1', serves: both })]
    expect(mergeOpened(candidates).members[0]?.cluster.roles).toEqual([role('storage', 'a')])
  })

  it('a given name has precedence over the name of the context', () => {
    const candidates = [
      way('ctx', { origin: 'flag', roles: [role('storage', 'st-a')], uid: 'u1', serves: SERVES.storage }),
    ]
    expect(mergeOpened(candidates).members[0]?.cluster.roles).toEqual([role('storage', 'st-a')])
  })

  it('a second cluster with the same name is a note and is closed', () => {
    const [first, second] = [
      way('mgmt', { origin: 'current context', roles: [role('management')], uid: 'u1', serves: SERVES.management }),
      way('other', { uid: 'u2', serves: SERVES.management }),
    ]
    const { members, notes } = mergeOpened([first, second])
    expect(members.map(({ uid }) => uid)).toEqual(['u1'])
    expect(notes).toEqual(['context other: another cluster is management already'])
    expect([first.closed(), second.closed()]).toEqual([false, true])
  })
})

describe('candidates that do not answer', () => {
  it('a configured cluster stays in the list with its reason', () => {
    const { members } = mergeOpened([way('st-pool-a', { origin: 'ProviderConfig' })])
    expect(members).toMatchObject([
      { label: 'unknown/st-pool-a', failure: { fault: 'unreachable' }, cluster: { roles: [] } },
    ])
    expect(members[0]?.client).toBeUndefined()
  })

  it('an unconfirmed candidate that does not answer is a note', () => {
    const { members, notes } = mergeOpened([way('minikube')])
    expect(members).toEqual([])
    expect(notes).toEqual(['context minikube: unreachable (ECONNREFUSED)'])
  })

  it('a candidate that serves no CobaltCore API is a note and is closed', () => {
    const stranger = way('minikube', { uid: 'u9' })
    expect(mergeOpened([stranger]).notes).toEqual(['context minikube: serves nothing of CobaltCore'])
    expect(stranger.closed()).toBe(true)
  })

  it('an unreadable Secret creates no second, unreachable member for a cluster that answers under its name', () => {
    const candidates = [
      way('st-pool-a', { uid: 'u1', serves: SERVES.storage }),
      way('st-pool-a', { origin: 'ProviderConfig', refused: 'Secret x/y: forbidden' }),
    ]
    expect(shown(candidates)).toEqual(['storage/st-pool-a u1 ← context st-pool-a, ProviderConfig st-pool-a'])
  })

  // Clusters of a profile are named after their first role, and another role may use the same name.
  it('an unreachable pool is not merged with a cluster of another role and the same name', () => {
    const candidates = [
      way('eu', { origin: 'profile', server: 'https://1.test', roles: [role('control-plane', 'eu')], uid: 'u1' }),
      way('eu', { origin: 'profile', server: 'https://2.test', roles: [role('storage', 'eu')] }),
      way('eu', { origin: 'profile', roles: [role('hypervisor', 'eu')], refused: 'not known any more' }),
    ]
    expect(shown(candidates)).toEqual([
      'control-plane/eu u1 ← profile eu',
      'storage/eu dark ← profile eu',
      'hypervisor/eu dark ← profile eu',
    ])
  })

  it('an unreachable cluster given by a flag is not merged with another one named like its context', () => {
    const candidates = [
      way('pool', { origin: 'flag', roles: [role('storage', 'a')] }),
      way('cp', { origin: 'flag', roles: [role('control-plane', 'pool')], uid: 'u2' }),
    ]
    expect(shown(candidates)).toEqual(['storage/a dark ← flag pool', 'control-plane/pool u2 ← flag cp'])
  })

  it('the pinned UID of a profile stays with a cluster that does not answer', () => {
    const candidates = [way('m', { origin: 'profile', roles: [role('management')], pinned: 'u1' })]
    expect(mergeOpened(candidates).members[0]).toMatchObject({ pinnedUid: 'u1', cluster: { uid: 'u1' } })
  })

  it('a UID that differs from the pinned one is kept for the report', () => {
    const candidates = [way('m', { origin: 'profile', roles: [role('management')], pinned: 'u1', uid: 'u2' })]
    expect(mergeOpened(candidates).members[0]).toMatchObject({ pinnedUid: 'u1', uid: 'u2' })
  })
})
