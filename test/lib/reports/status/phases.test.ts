// SPDX-License-Identifier: Apache-2.0
// The phases: assignment of objects, their state, and what is only blocked.
import { describe, expect, it } from 'vitest'
import { assess } from '../../../../src/lib/assess/assess.ts'
import { buildGraph } from '../../../../src/lib/graph/build.ts'
import type { KindSpec } from '../../../../src/lib/model/graph/kind.ts'
import type { Link } from '../../../../src/lib/model/graph/link.ts'
import { PHASES } from '../../../../src/lib/model/graph/phase.ts'
import type { KubeObject } from '../../../../src/lib/model/object/resource.ts'
import type { State } from '../../../../src/lib/model/report/report.ts'
import { type Phase, phasesOf } from '../../../../src/lib/reports/status/phases.ts'
import { forbidden, link, NOW, type Small, smallKind, snapshotOf, thing } from '../../graph/small.ts'

const NAMES = {
  claim: 'OpenStackCluster.c5c3.io',
  plane: 'ControlPlane.c5c3.io',
  pool: 'Object.kubernetes.crossplane.io',
  database: 'MariaDB.k8s.mariadb.com',
  keystone: 'Keystone.keystone.openstack.c5c3.io',
  user: 'User.openstack.k-orc.cloud',
  glance: 'Glance.glance.openstack.c5c3.io',
  nova: 'Nova.nova.openstack.c5c3.io',
  cortex: 'Cortex.cortex.c5c3.io',
  tempest: 'Tempest.tempest.openstack.c5c3.io',
  deployment: 'Deployment.apps',
} as const
type Name = keyof typeof NAMES
const KINDS: readonly KindSpec[] = Object.values(NAMES).map((name) => smallKind(name))

const roles = [
  { role: 'management', name: 'management' },
  { role: 'control-plane', name: 'one' },
] as const

function phases(objects: readonly KubeObject[], more: Partial<Small> = {}): readonly Phase[] {
  const snapshot = snapshotOf({ kinds: KINDS, clusters: { all: { roles, objects } }, ...more })
  const graph = buildGraph(snapshot, KINDS)
  const [subject] = graph.of(NAMES.claim)
  if (!subject) throw new Error('there is no claim')
  return phasesOf(assess(graph, { now: NOW }), subject)
}

const strip = (found: readonly Phase[]) =>
  Object.fromEntries(found.map(({ id, state, waitsFor }) => [id, waitsFor ? `${state} for ${waitsFor}` : state]))

const need = (name: Name, more: Partial<Link> = {}, called = 'x'): Link => {
  const [kind = '', ...group] = NAMES[name].split('.')
  return link({ group: group.join('.'), kind, namespace: 'ns', name: called }, more)
}
const one = (name: Name, needs: readonly Link[] = [], state: State = 'healthy', called = 'x') =>
  thing(NAMES[name], `ns/${called}`, { links: needs, state })

/** Every phase has an object; each service depends on Keystone, and Keystone on the database. */
function openstack(states: Partial<Record<Name, State>> = {}): readonly KubeObject[] {
  const all: Name[] = ['pool', 'database', 'keystone', 'user', 'glance', 'nova', 'cortex', 'tempest']
  const needs: Partial<Record<Name, readonly Link[]>> = {
    claim: all.map((name) => need(name)),
    keystone: [need('database'), need('deployment')],
    user: [need('keystone')],
    glance: [need('keystone'), need('user')],
    nova: [need('keystone'), need('user'), need('glance')],
  }
  return (['claim', ...all, 'deployment'] as const).map((name) => one(name, needs[name], states[name]))
}

describe('phases', () => {
  it('are eight, in the order in which an OpenStack cluster starts', () => {
    expect(phases(openstack()).map(({ id }) => id)).toEqual([...PHASES])
    expect(Object.values(strip(phases(openstack()))).every((state) => state === 'healthy')).toBe(true)
  })

  it('contain their objects; an object without a phase belongs to that of its dependents', () => {
    const members = phases(openstack()).map(({ id, members }) => [id, members.map(({ kind }) => kind)])
    expect(Object.fromEntries(members)).toEqual({
      P: ['Object', 'OpenStackCluster'],
      '1': ['MariaDB'],
      '2': ['Deployment', 'Keystone'],
      '3': ['User'],
      '4': ['Glance'],
      '5': ['Nova'],
      '6': ['Cortex'],
      '7': ['Tempest'],
    })
  })

  it.each<[string, Partial<Record<Name, State>>, Record<string, string>]>([
    [
      'the database is down and all others complain',
      {
        database: 'failed',
        keystone: 'failed',
        user: 'progressing',
        glance: 'degraded',
        nova: 'failed',
        claim: 'failed',
      },
      {
        P: 'healthy',
        '1': 'failed',
        '2': 'waiting for 1',
        '3': 'waiting for 1',
        '4': 'waiting for 1',
        '5': 'waiting for 1',
      },
    ],
    [
      'the database is down and its dependents still report Ready',
      { database: 'failed' },
      { '1': 'failed', '2': 'waiting for 1', '3': 'waiting for 1', '4': 'waiting for 1', '5': 'waiting for 1' },
    ],
    [
      'Keystone is on its way',
      { keystone: 'progressing' },
      { P: 'healthy', '1': 'healthy', '2': 'progressing', '3': 'waiting for 2', '5': 'waiting for 2' },
    ],
    [
      'a workload of Keystone is broken',
      { deployment: 'failed', keystone: 'failed' },
      { '1': 'healthy', '2': 'failed', '4': 'waiting for 2' },
    ],
    [
      'two things are broken by themselves',
      { database: 'failed', tempest: 'failed' },
      { '1': 'failed', '7': 'failed' },
    ],
    ['something is degraded', { glance: 'degraded' }, { '2': 'healthy', '4': 'degraded' }],
    ['unknown', { user: 'unknown' }, { '2': 'healthy', '3': 'unknown' }],
  ])('%s', (_, states, expected) => {
    expect(strip(phases(openstack(states)))).toMatchObject(expected)
  })

  it('a phase is never better than waiting while its dependencies do not run', () => {
    for (const name of ['database', 'keystone', 'user'] as const) {
      const found = strip(phases(openstack({ [name]: 'failed' })))
      expect(found['5'], name).toMatch(/^waiting for \d$/)
    }
  })

  it('a problem that does not affect the claim still shows in its phase', () => {
    const objects = [one('claim', [need('tempest', { weak: 'degraded' })]), one('tempest', [], 'degraded')]
    expect(strip(phases(objects))['7']).toBe('degraded')
  })

  it('a phase without objects is off', () => {
    const objects = [one('claim', [need('database')]), one('database')]
    expect(strip(phases(objects))['7']).toBe('off')
  })

  it('a phase hidden by a gap is unknown', () => {
    const gaps = [forbidden('all', NAMES.database)]
    const objects = openstack().filter(({ kind }) => kind !== 'MariaDB')
    expect(strip(phases(objects, { gaps }))['1']).toBe('unknown')
  })

  it('members have a fixed order, the worst first', () => {
    const objects = [
      one(
        'claim',
        ['b', 'a', 'c'].map((called) => need('database', {}, called)),
      ),
      one('database', [], 'healthy', 'b'),
      one('database', [], 'healthy', 'a'),
      one('database', [], 'failed', 'c'),
    ]
    for (const order of [objects, [...objects].reverse()])
      expect(phases(order)[1]?.members.map(({ name }) => name)).toEqual(['c', 'a', 'b'])
  })
})

describe('phases of unusually large fleets', () => {
  it('10,000 objects that each wait for the next one wait for the last', () => {
    const length = 10_000
    const names = ['glance', 'nova'] as const
    const chain = Array.from({ length }, (_, i) => {
      const [name, next] = [names[i % 2] as Name, names[(i + 1) % 2] as Name]
      const needs = i + 1 < length ? [need(next, {}, String(i + 1))] : [need('database')]
      return one(name, needs, 'failed', String(i))
    })
    const found = phases([one('claim', [need('glance', {}, '0')]), ...chain, one('database', [], 'failed')])
    expect(strip(found)).toMatchObject({ '1': 'failed', '4': 'waiting for 1', '5': 'waiting for 1' })
    expect(found.map(({ members }) => members.length)).toEqual([1, 1, 0, 0, 5000, 5000, 0, 0])
  })

  it('a cycle of waiting objects ends, and is not healthy', () => {
    const objects = [
      one('claim', [need('glance')]),
      one('glance', [need('nova')], 'progressing'),
      one('nova', [need('glance')], 'progressing'),
    ]
    const found = strip(phases(objects))
    expect([found['4'], found['5']]).not.toContain('healthy')
  })
})
