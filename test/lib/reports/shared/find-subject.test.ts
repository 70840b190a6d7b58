// SPDX-License-Identifier: Apache-2.0
// Resolution of names on the command line, and the errors if there is no such object.
import { describe, expect, it } from 'vitest'
import { buildGraph } from '../../../../src/lib/graph/build.ts'
import type { Gap } from '../../../../src/lib/model/landscape/gap.ts'
import type { KindReading } from '../../../../src/lib/model/landscape/snapshot.ts'
import type { KubeObject } from '../../../../src/lib/model/object/resource.ts'
import { C5c3Error } from '../../../../src/lib/model/report/errors.ts'
import { findSubject, overviewSubjects } from '../../../../src/lib/reports/shared/find-subject.ts'
import { darkness, forbidden, link, type Small, smallKind, snapshotOf, thing } from '../../graph/small.ts'

const [CLAIM, PLANE] = ['OpenStackCluster.c5c3.io', 'ControlPlane.c5c3.io']
const KINDS = [
  smallKind(CLAIM, { roles: ['management'] }),
  smallKind(PLANE, { roles: ['control-plane'] }),
  smallKind('Store.t.test', { roles: ['storage'] }),
  smallKind('Store.old.test', { roles: ['storage'] }),
  smallKind('Wide.t.test', { namespaced: false }),
]

const management: readonly KubeObject[] = [
  thing(CLAIM, 'team-a/prod', {
    links: [
      link({ where: { role: 'control-plane', name: 'one' }, group: 'c5c3.io', kind: 'ControlPlane', name: 'prod' }),
    ],
  }),
  thing(CLAIM, 'team-b/stage'),
  thing(CLAIM, 'team-c/stage'),
]
const clusters: Small['clusters'] = {
  management: { objects: management },
  'control-plane/one': { objects: [thing(PLANE, 'openstack/prod'), thing(PLANE, 'openstack/alone')] },
  'storage/one': {
    objects: [
      thing('Store.t.test', 'rook/ceph'),
      thing('Store.old.test', 'rook/only'),
      thing('Store.t.test', 'rook/twice'),
      thing('Store.old.test', 'rook/twice'),
    ],
  },
  both: {
    roles: [
      { role: 'storage', name: 'two' },
      { role: 'arbiter', name: 'far' },
    ],
    objects: [thing('Store.t.test', 'rook/ceph'), thing('Wide.t.test', 'wide')],
  },
}

function find(text: string, gaps: readonly Gap[] = [], kinds = KINDS): string {
  const unreachable = new Set(gaps.flatMap(({ cluster, kind }) => (kind === undefined ? [cluster] : [])))
  const seen = Object.fromEntries(Object.entries(clusters).filter(([label]) => !unreachable.has(label)))
  const all = snapshotOf({ kinds, clusters })
  const snapshot = { ...snapshotOf({ kinds, clusters: seen }), clusters: all.clusters, gaps }
  return findSubject(text, buildGraph(snapshot, kinds), kinds, snapshot).id
}

function refusal(text: string, gaps: readonly Gap[] = []): C5c3Error {
  try {
    find(text, gaps)
  } catch (error) {
    if (error instanceof C5c3Error) return error
    throw error
  }
  throw new Error(`${text} is something`)
}

describe('a name on the command line', () => {
  it.each([
    ['prod', 'management:OpenStackCluster.c5c3.io:team-a/prod'],
    ['alone', 'control-plane/one:ControlPlane.c5c3.io:openstack/alone'],
    ['team-b/stage', 'management:OpenStackCluster.c5c3.io:team-b/stage'],
    ['prod@management', 'management:OpenStackCluster.c5c3.io:team-a/prod'],
    ['prod@control-plane/one', 'control-plane/one:ControlPlane.c5c3.io:openstack/prod'],
    ['ControlPlane/prod', 'control-plane/one:ControlPlane.c5c3.io:openstack/prod'],
    ['controlplanes/prod', 'control-plane/one:ControlPlane.c5c3.io:openstack/prod'],
    ['CONTROLPLANE.C5C3.IO/prod', 'control-plane/one:ControlPlane.c5c3.io:openstack/prod'],
    ['Store/ceph@one', 'storage/one:Store.t.test:rook/ceph'],
    ['Store/ceph@storage/one', 'storage/one:Store.t.test:rook/ceph'],
    ['Store/ceph@both', 'both:Store.t.test:rook/ceph'],
    ['Store/ceph@two', 'both:Store.t.test:rook/ceph'],
    ['Store/ceph@storage/two', 'both:Store.t.test:rook/ceph'],
    ['Store/ceph@arbiter/far', 'both:Store.t.test:rook/ceph'],
    ['Store/rook/ceph@two', 'both:Store.t.test:rook/ceph'],
    ['Store/only', 'storage/one:Store.old.test:rook/only'],
    ['Store.old.test/only', 'storage/one:Store.old.test:rook/only'],
    ['Wide/wide', 'both:Wide.t.test:wide'],
  ])('%s is %s', (text, id) => {
    expect(find(text)).toBe(id)
  })

  it.each<[string, string, string[]]>([
    [
      'stage',
      '"stage" is ambiguous (2 matches)',
      ['OpenStackCluster/team-b/stage@management', 'OpenStackCluster/team-c/stage@management'],
    ],
    [
      'Store/twice',
      '"Store/twice" is ambiguous (2 matches)',
      ['Store.t.test/rook/twice@storage/one', 'Store.old.test/rook/twice@storage/one'],
    ],
    ['Store/ceph', '"Store/ceph" is ambiguous (2 matches)', ['Store/rook/ceph@both', 'Store/rook/ceph@storage/one']],
  ])('%s is ambiguous', (text, message, hints) => {
    expect(refusal(text)).toMatchObject({ code: 'AMBIGUOUS', exit: 'usage', message, hints })
  })

  it('of a kind that is not served is an error that says so', () => {
    const readings = (reading: KindReading) =>
      reading.kind === 'Wide.t.test' ? { ...reading, outcome: 'notinstalled' as const } : reading
    const snapshot = snapshotOf({ kinds: KINDS, clusters: { management: { objects: management } }, readings })
    const find = () => findSubject('Wide/none', buildGraph(snapshot, KINDS), KINDS, snapshot)
    expect(find).toThrow(
      expect.objectContaining({ code: 'NOT_FOUND', hints: ['Wide is not installed in any cluster that was read'] }),
    )
  })

  it('every candidate can be typed as shown', () => {
    for (const text of ['stage', 'Store/ceph', 'Store/twice'])
      for (const hint of refusal(text).hints) expect(find(hint)).toContain(hint.split('@')[1])
  })

  it.each<[string, Partial<C5c3Error>]>([
    [
      'prd',
      {
        code: 'NOT_FOUND',
        exit: 'notFound',
        message: 'OpenStack cluster "prd" not found',
        hints: ['did you mean: prod?'],
      },
    ],
    [
      'twice',
      {
        code: 'NOT_FOUND',
        message: 'OpenStack cluster "twice" not found',
        hints: expect.arrayContaining([
          'there is a Store of that name: kubectl c5c3 tree Store/rook/twice@storage/one',
        ]) as unknown as string[],
      },
    ],
    ['Store/cehp', { code: 'NOT_FOUND', exit: 'notFound', message: 'Store "cehp" not found' }],
    ['Store/other/ceph', { code: 'NOT_FOUND', exit: 'notFound' }],
    [
      'Store/nothing-like-it',
      { code: 'NOT_FOUND', exit: 'notFound', hints: ['available: rook/ceph, rook/twice, only'] },
    ],
    ['Wide/none', { code: 'NOT_FOUND', exit: 'notFound' }],
    ['Stoer/ceph', { exit: 'notFound', message: 'OpenStack cluster "Stoer/ceph" not found' }],
    [
      'Stoer/rook/ceph',
      { code: 'USAGE', exit: 'usage', message: 'unknown kind "Stoer"', hints: ['did you mean: store?'] },
    ],
    ['Store/a/b/c', { code: 'USAGE', exit: 'usage' }],
    ['', { code: 'USAGE', exit: 'usage' }],
    ['Store/', { code: 'USAGE', exit: 'usage' }],
    ['/ceph', { code: 'USAGE', exit: 'usage' }],
    ['prod@', { code: 'USAGE', exit: 'usage' }],
    [
      'prod@stroage/one',
      {
        code: 'USAGE',
        exit: 'usage',
        message: 'cluster "stroage/one" not found',
        hints: ['did you mean: storage/one?'],
      },
    ],
    ['prod@storage/one', { code: 'NOT_FOUND', exit: 'notFound' }],
  ])('"%s" is nothing', (text, expected) => {
    expect(refusal(text)).toMatchObject(expected)
  })

  it('hostile input is shown escaped', () => {
    expect(refusal('\u001b[31mprod').message).toBe('OpenStack cluster "\\u{1b}[31mprod" not found')
    expect(refusal('prod@\u001b[31m').message).not.toContain('\u001b')
  })
})

describe('an object that is not found because of a gap', () => {
  it.each<[string, Gap[], string]>([
    ['Store/none', [darkness('storage/one')], 'incomplete'],
    ['Store/none', [forbidden('both', 'Store.t.test')], 'incomplete'],
    ['Store/none@storage/one', [forbidden('both', 'Store.t.test')], 'notFound'],
    ['Store/none', [darkness('management')], 'notFound'],
    ['Store/none', [forbidden('storage/one', 'Wide.t.test')], 'notFound'],
    ['Store/ceph@storage/one', [darkness('storage/one')], 'noAccess'],
    ['Store/none', [darkness('storage/one'), darkness('both')], 'noAccess'],
    ['prod@management', [darkness('management')], 'noAccess'],
    ['none', [darkness('management')], 'noAccess'],
    ['none', [darkness('control-plane/one')], 'incomplete'],
    ['none', [forbidden('management', CLAIM)], 'incomplete'],
    ['none', [darkness('storage/one')], 'notFound'],
  ])('%s with %j: %s', (text, gaps, exit) => {
    const error = refusal(text, gaps)
    expect([error.exit, error.message]).toEqual([exit, error.message])
    if (exit !== 'notFound') expect(error.message).toMatch(/^cannot look up /)
    if (exit !== 'notFound') expect(error.hints.join()).toContain(gaps[0]?.message)
  })
})

describe('the subjects of overviews', () => {
  it('are every claim, and every ControlPlane that no claim owns', () => {
    const graph = buildGraph(snapshotOf({ kinds: KINDS, clusters }), KINDS)
    expect(overviewSubjects(graph, {}).map(({ id }) => id)).toEqual([
      'management:OpenStackCluster.c5c3.io:team-a/prod',
      'management:OpenStackCluster.c5c3.io:team-b/stage',
      'management:OpenStackCluster.c5c3.io:team-c/stage',
      'control-plane/one:ControlPlane.c5c3.io:openstack/alone',
    ])
  })
})
