// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest'
import { mergeOpened } from '../../../src/lib/fleet/merge.ts'
import type { Role, RoleName } from '../../../src/lib/model/landscape/role.ts'
import { type FakeWay, SERVES, serving, way } from './opened.ts'

const role = (name: Role, named: string = name): RoleName => ({ role: name, name: named })

/** label [uid] ← origins */
const shown = (ways: readonly FakeWay[]) =>
  mergeOpened(ways).members.map(
    ({ label, uid, origins }) => `${label} ${uid ?? 'dark'} ← ${origins.map(({ text }) => text).join(', ')}`,
  )

describe('one member per real cluster', () => {
  it('two ways to one cluster become one member, and only the better way stays open', () => {
    const context = way('st', { uid: 'u1', serves: SERVES.storage })
    const provider = way('st-pool-a', { origin: 'ProviderConfig', uid: 'u1', serves: SERVES.storage })
    const { members } = mergeOpened([provider, context])
    expect(members).toHaveLength(1)
    expect(members[0]?.client).toBe(context.client)
    expect([context.closed(), provider.closed()]).toEqual([false, true])
  })

  it('a cluster found by several ways is named by the one that knows the pool', () => {
    const ways = [
      way('admin@st', { uid: 'u1', serves: SERVES.storage }),
      way('st-pool-a', { origin: 'ProviderConfig', uid: 'u1', serves: SERVES.storage }),
      way('flux-st', { origin: 'Flux', uid: 'u1', serves: SERVES.storage }),
    ]
    expect(shown(ways)).toEqual(['storage/st-pool-a u1 ← context admin@st, ProviderConfig st-pool-a, Flux flux-st'])
  })

  it('one cluster in two roles of a profile is read once', () => {
    const ways = [
      way('a', { origin: 'profile', roles: [role('management')], uid: 'u1', serves: SERVES.management }),
      way('b', { origin: 'profile', roles: [role('storage', 'dev')], uid: 'u1', serves: SERVES.management }),
    ]
    const { members } = mergeOpened(ways)
    expect(members.map(({ cluster }) => cluster.roles)).toEqual([[role('management'), role('storage', 'dev')]])
    expect(ways.map((each) => each.closed())).toEqual([false, true])
  })

  it('the better ranked way is used even when it comes later', () => {
    const ways = [
      way('found', { origin: 'ProviderConfig', uid: 'u1', serves: SERVES.storage }),
      way('named', { origin: 'flag', roles: [role('storage', 'a')], uid: 'u1', serves: SERVES.storage }),
    ]
    expect(mergeOpened(ways).members[0]?.config?.context).toBe('named')
  })

  it('a way that answers is used before a better ranked one that does not', () => {
    const ways = [
      way('st', { origin: 'context', server: 'https://same.test' }),
      way('st-pool-a', { origin: 'ProviderConfig', server: 'https://same.test', uid: 'u1', serves: SERVES.storage }),
    ]
    const { members } = mergeOpened(ways)
    expect(members).toHaveLength(1)
    expect(members[0]).toMatchObject({ uid: 'u1', config: { context: 'st-pool-a' } })
    expect(members[0]?.failure).toBeUndefined()
  })

  it('two clusters whose identity may not be read are told apart by their address', () => {
    const ways = [
      way('a', { serves: SERVES.storage }),
      way('b', { serves: SERVES.storage }),
      way('also-a', { server: 'https://a.test', serves: SERVES.storage }),
    ]
    expect(shown(ways)).toEqual(['storage/a dark ← context a, context also-a', 'storage/b dark ← context b'])
  })
})

describe('roles', () => {
  it('a found cluster plays what its API serves, under its own name', () => {
    const both = serving('controlplanes.c5c3.io', 'cephclusters.ceph.rook.io')
    const { members } = mergeOpened([way('dev', { uid: 'u1', serves: both })])
    expect(members[0]?.cluster.roles).toEqual([role('control-plane', 'dev'), role('storage', 'dev')])
  })

  it('a cluster of a profile plays only the roles the profile gives it', () => {
    const both = serving('controlplanes.c5c3.io', 'cephclusters.ceph.rook.io')
    const ways = [way('x', { origin: 'profile', roles: [role('storage', 'a')], uid: 'u1', serves: both })]
    expect(mergeOpened(ways).members[0]?.cluster.roles).toEqual([role('storage', 'a')])
  })

  it('a name that was given beats the one of the context', () => {
    const ways = [way('ctx', { origin: 'flag', roles: [role('storage', 'st-a')], uid: 'u1', serves: SERVES.storage })]
    expect(mergeOpened(ways).members[0]?.cluster.roles).toEqual([role('storage', 'st-a')])
  })

  it('a second cluster for a name already taken is a note and is closed', () => {
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

describe('what does not answer', () => {
  it('a cluster that is certain stays in the list with its reason', () => {
    const { members } = mergeOpened([way('st-pool-a', { origin: 'ProviderConfig' })])
    expect(members).toMatchObject([
      { label: 'unknown/st-pool-a', failure: { fault: 'unreachable' }, cluster: { roles: [] } },
    ])
    expect(members[0]?.client).toBeUndefined()
  })

  it('a stranger that does not answer is a note', () => {
    const { members, notes } = mergeOpened([way('minikube')])
    expect(members).toEqual([])
    expect(notes).toEqual(['context minikube: unreachable (ECONNREFUSED)'])
  })

  it('a stranger that serves nothing of CobaltCore is a note and is closed', () => {
    const stranger = way('minikube', { uid: 'u9' })
    expect(mergeOpened([stranger]).notes).toEqual(['context minikube: serves nothing of CobaltCore'])
    expect(stranger.closed()).toBe(true)
  })

  it('a Secret that may not be read makes no second, dark cluster of one that answers under its name', () => {
    const ways = [
      way('st-pool-a', { uid: 'u1', serves: SERVES.storage }),
      way('st-pool-a', { origin: 'ProviderConfig', refused: 'Secret x/y: forbidden' }),
    ]
    expect(shown(ways)).toEqual(['storage/st-pool-a u1 ← context st-pool-a, ProviderConfig st-pool-a'])
  })

  // a profile's clusters are called by their first role's name, which another role may share
  it('a dark pool never hides behind a cluster of another role with the same name', () => {
    const ways = [
      way('eu', { origin: 'profile', server: 'https://1.test', roles: [role('control-plane', 'eu')], uid: 'u1' }),
      way('eu', { origin: 'profile', server: 'https://2.test', roles: [role('storage', 'eu')] }),
      way('eu', { origin: 'profile', roles: [role('hypervisor', 'eu')], refused: 'not known any more' }),
    ]
    expect(shown(ways)).toEqual([
      'control-plane/eu u1 ← profile eu',
      'storage/eu dark ← profile eu',
      'hypervisor/eu dark ← profile eu',
    ])
  })

  it('a dark cluster that a flag names never hides behind another one that is called like its context', () => {
    const ways = [
      way('pool', { origin: 'flag', roles: [role('storage', 'a')] }),
      way('cp', { origin: 'flag', roles: [role('control-plane', 'pool')], uid: 'u2' }),
    ]
    expect(shown(ways)).toEqual(['storage/a dark ← flag pool', 'control-plane/pool u2 ← flag cp'])
  })

  it('the pin of a profile stays with a cluster that does not answer', () => {
    const ways = [way('m', { origin: 'profile', roles: [role('management')], pinned: 'u1' })]
    expect(mergeOpened(ways).members[0]).toMatchObject({ pinnedUid: 'u1', cluster: { uid: 'u1' } })
  })

  it('another identity than the pinned one is kept as it is, for the report to see', () => {
    const ways = [way('m', { origin: 'profile', roles: [role('management')], pinned: 'u1', uid: 'u2' })]
    expect(mergeOpened(ways).members[0]).toMatchObject({ pinnedUid: 'u1', uid: 'u2' })
  })
})
