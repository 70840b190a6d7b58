// SPDX-License-Identifier: Apache-2.0
import { afterEach, describe, expect, test } from 'vitest'
import { type AskableMember, collectReferenced } from '../../../../src/lib/cluster/read/collect-referenced.ts'
import type { ObjectReference } from '../../../../src/lib/model/landscape/object-reference.ts'
import { secretKind } from '../sample-kinds.ts'
import { refused, type Script, type ScriptedApi, startApi, told } from '../scripted-api.ts'

const opened: ScriptedApi[] = []
const closing: (() => void)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) close()
  for (const api of opened.splice(0)) await api.close()
})

const LABEL = 'storage/st'
const AT = (namespace: string) => `/api/v1/namespaces/${namespace}/secrets`
const list = (...items: unknown[]) => told({ kind: 'SecretList', metadata: {}, items })
const named = (name: string) => ({ metadata: { name, namespace: 'a' } })

async function collected(script: Script, mentions: readonly ObjectReference[], kinds = [secretKind], dark = false) {
  const api = await startApi(kinds, script)
  opened.push(api)
  const client = api.client({ clock: { now: () => Date.now(), random: () => 0, sleep: async () => {} } })
  closing.push(() => client.close())
  const cluster = { uid: 'u', name: 'st', roles: [{ role: 'storage' as const, name: 'st' }] }
  const member: AskableMember = { cluster, label: LABEL, client }
  const before = { gaps: dark ? [{ cluster: LABEL, fault: 'unreachable' as const, message: 'does not answer' }] : [] }
  const collection = await collectReferenced(
    [member],
    [secretKind],
    new Map([['Secret', new Map([[LABEL, mentions]])]]),
    before,
  )
  return { ...collection, asked: api.asked.map(({ path }) => path).filter((path) => path.includes('secrets')) }
}

const two: readonly ObjectReference[] = [
  { namespace: 'a', name: 'x' },
  { namespace: 'b', name: 'y' },
]

describe('referenced objects', () => {
  test('an unreachable cluster is not requested again, and already has its gap', async () => {
    const { asked, gaps, read } = await collected(() => list(), two, [secretKind], true)
    expect([asked, gaps]).toEqual([[], []])
    expect(read).toEqual([{ cluster: LABEL, kind: 'Secret', outcome: 'failed', count: 0 }])
  })

  test('a cluster without referenced objects needs no request', async () => {
    const { asked, gaps, read } = await collected(() => list(), [])
    expect([asked, gaps]).toEqual([[], []])
    expect(read).toEqual([{ cluster: LABEL, kind: 'Secret', outcome: 'read', count: 0, onlyNamespaces: [] }])
  })

  test('a kind that is not installed is no gap', async () => {
    const { gaps, read } = await collected(() => undefined, two, [])
    expect(gaps).toEqual([])
    expect(read.map(({ outcome }) => outcome)).toEqual(['notinstalled'])
  })

  test('a kind that discovery lists and no namespace serves is a gap', async () => {
    const { gaps, read } = await collected(() => undefined, two)
    expect(gaps).toMatchObject([
      { cluster: LABEL, kind: 'Secret', fault: 'server', message: expect.stringContaining('listed, but not served') },
    ])
    expect(read.map(({ outcome }) => outcome)).toEqual(['failed'])
  })

  test('a namespace that fails is a gap of its own', async () => {
    const script: Script = ({ path }) =>
      path === AT('a') ? list(named('x')) : path === AT('b') ? refused(400, 'BadRequest', 'odd') : undefined
    const { objects, gaps, read } = await collected(script, two)
    expect(objects.map(({ object }) => object.metadata.name)).toEqual(['x'])
    expect(gaps).toMatchObject([{ cluster: LABEL, kind: 'Secret', namespace: 'b' }])
    expect(read).toMatchObject([{ outcome: 'read', count: 1, onlyNamespaces: ['a'] }])
  })

  test('a list with an invalid item names its namespace', async () => {
    const script: Script = ({ path }) =>
      path === AT('a') ? list(named('x'), 7) : path === AT('b') ? list() : undefined
    const { gaps } = await collected(script, two)
    expect(gaps).toMatchObject([{ namespace: 'a', fault: 'malformed' }])
  })

  test('a read by name that fails, but is not forbidden, reports its failure', async () => {
    const script: Script = ({ path }) =>
      path === AT('a')
        ? refused(403, 'Forbidden')
        : path === `${AT('a')}/x`
          ? told({ kind: 'Odd', metadata: {} })
          : undefined
    const { gaps, read } = await collected(script, two.slice(0, 1))
    expect(gaps).toMatchObject([
      { kind: 'Secret', fault: 'malformed', message: 'get secrets: kind Odd instead of Secret' },
    ])
    expect(read).toMatchObject([{ outcome: 'failed' }])
  })

  test('a cluster that becomes unreachable meanwhile is one gap', async () => {
    const many = Array.from({ length: 20 }, (_, i) => ({ namespace: `n${i}`, name: 's' }))
    const { gaps, read, asked } = await collected(
      ({ path }) => (path.includes('secrets') ? refused(401, 'Unauthorized') : undefined),
      many,
    )
    expect(gaps).toMatchObject([{ cluster: LABEL, kind: 'Secret', fault: 'unauthorized' }])
    expect(gaps[0]).not.toHaveProperty('namespace')
    expect(read).toMatchObject([{ outcome: 'failed' }])
    expect(new Set(asked).size).toBeLessThan(many.length)
  })
})
