// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest'
import { buildGraph } from '../../../src/lib/graph/build.ts'
import { mentionsOf } from '../../../src/lib/graph/references.ts'
import type { Link } from '../../../src/lib/model/graph/link.ts'
import type { KindReading } from '../../../src/lib/model/landscape/snapshot.ts'
import { forbidden, link, type Small, smallKind, snapshotOf, standsOn, thing } from './small.ts'

const KINDS = [smallKind('A.t.test'), smallKind('S.t.test')]
const [, S] = KINDS
const SECRET = { kind: 'S', namespace: 'ns', name: 's' }
const toSecret = (to: Partial<Link['to']> = {}, more: Partial<Link> = {}) => link({ ...SECRET, ...to }, more)

function mentions(links: readonly Link[], more: Partial<Small> = {}): Readonly<Record<string, readonly string[]>> {
  const clusters = { management: { objects: [thing('A.t.test', 'ns/a', { links })] }, ...more.clusters }
  const found = mentionsOf(snapshotOf({ kinds: KINDS, ...more, clusters }), KINDS, S ? [S] : [])
  const ofKind = [...(found.get('S.t.test') ?? [])]
  return Object.fromEntries(ofKind.map(([label, all]) => [label, all.map((each) => `${each.namespace}/${each.name}`)]))
}

describe('referenced objects', () => {
  it('are listed once per cluster, required ones before optional ones', () => {
    const links = [
      toSecret({ name: 'b' }),
      toSecret({ name: 'a' }, { optional: true }),
      toSecret({ name: 'c' }, { optional: true }),
      toSecret({ name: 'c' }),
      toSecret({ name: 'c' }, { optional: true }),
    ]
    expect(mentions(links)).toEqual({ management: ['ns/b', 'ns/c', 'ns/a'] })
  })

  it('may be in any cluster of a role, in the cluster of a pool, or behind an address', () => {
    const clusters = { 'storage/one': {}, 'storage/two': {}, 'hypervisor/h': { dark: true } }
    const to = (where: Link['to']['where']) =>
      mentions([toSecret({ where })], { clusters, addresses: { 'ProviderConfig p': 'storage/two' } })
    expect(to({ role: 'storage' })).toEqual({ 'storage/one': ['ns/s'], 'storage/two': ['ns/s'] })
    expect(to({ role: 'storage', name: 'one' })).toEqual({ 'storage/one': ['ns/s'] })
    expect(to({ providerConfig: 'p' })).toEqual({ 'storage/two': ['ns/s'] })
    expect(to({ role: 'hypervisor' })).toEqual({ 'hypervisor/h': ['ns/s'] })
  })

  it('are left out if they cannot be read: unknown cluster, no name, no namespace, another kind', () => {
    const { namespace: _, ...nowhere } = toSecret().to
    const { name: __, ...nameless } = toSecret().to
    const links = [
      toSecret({ where: { providerConfig: 'unknown' } }),
      { ...toSecret(), to: nowhere },
      { ...toSecret(), to: nameless },
      link({ name: 'b', namespace: 'ns' }),
    ]
    expect(mentions(links)).toEqual({})
  })

  it('may have the unreleased or the released API group', () => {
    expect(mentions([toSecret({ group: ['old.test', 't.test'] })])).toEqual({ management: ['ns/s'] })
  })

  it('may be in a cached copy of an unreadable object', () => {
    const copy = thing('A.t.test', 'ns/copied', { links: [toSecret({ name: 'of-copy' })] })
    const where = { role: 'storage' } as const
    const carrier = link({ kind: 'A', where, namespace: 'ns', name: 'copied' }, { observed: { copy, stale: false } })
    expect(mentions([carrier], { clusters: { 'storage/one': {} } })).toEqual({ 'storage/one': ['ns/of-copy'] })
    const referencesOfCopy = (copied: unknown) =>
      mentions([{ ...carrier, observed: { copy: copied, stale: false } }], { clusters: { 'storage/one': {} } })
    expect([referencesOfCopy(null), referencesOfCopy('text'), referencesOfCopy({ apiVersion: 7, kind: 'A' })]).toEqual([
      {},
      {},
      {},
    ])
  })
})

describe('an object that is not found', () => {
  const seen = (reading: Partial<KindReading>, more: Partial<Small> = {}, to: Partial<Link['to']> = {}) => {
    const clusters = { management: { objects: [thing('A.t.test', 'ns/a', { links: [toSecret(to)] })] } }
    const readings = (each: KindReading) => (each.kind === 'S.t.test' ? { ...each, ...reading } : each)
    const kinds = [smallKind('A.t.test'), smallKind('S.t.test', { onDemand: true })]
    return standsOn(buildGraph(snapshotOf({ kinds, clusters, readings, ...more }), kinds), 'management:A.t.test:ns/a')
  }
  const MISSING = ['missing management:S.t.test:ns/s']
  const UNSEEN = ['unseen management:S.t.test:ns/s']
  const gaps = [forbidden('management', 'S.t.test', 'ns')]

  it('is missing if its namespace was listed or it was read by name', () => {
    expect(seen({ onlyNamespaces: ['ns'] })).toEqual(MISSING)
    const byName = { onlyNamespaces: [], onlyNames: new Map([['ns', new Set(['s'])]]) }
    expect(seen(byName)).toEqual(MISSING)
    expect(seen(byName, { gaps }), 'another name of the namespace is closed').toEqual(MISSING)
  })

  it('is unseen if its namespace or its name was forbidden', () => {
    expect(seen({ onlyNamespaces: ['other'] }, { gaps })).toEqual(UNSEEN)
    const others = { onlyNamespaces: [], onlyNames: new Map([['ns', new Set(['another'])]]) }
    expect(seen(others, { gaps })).toEqual(UNSEEN)
    expect(seen(others, { gaps: [forbidden('management', 'S.t.test')] }), 'too many names').toEqual(UNSEEN)
    expect(seen({ onlyNamespaces: ['ns'] }, { gaps }), 'a list that lost some').toEqual(UNSEEN)
  })

  it('has no node if it was not read', () => {
    expect(seen({ onlyNamespaces: [] })).toEqual([])
    expect(seen({ onlyNamespaces: ['other'] }, { gaps: [forbidden('management', 'S.t.test', 'third')] })).toEqual([])
  })
})
