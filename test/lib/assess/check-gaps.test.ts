// SPDX-License-Identifier: Apache-2.0
// A gap makes unknown only the checks whose objects could be there, and those it always makes unknown.
import { describe, expect, it } from 'vitest'
import { assess } from '../../../src/lib/assess/assess.ts'
import { runChecks } from '../../../src/lib/assess/check-results.ts'
import { CHECKS } from '../../../src/lib/checks/index.ts'
import { buildGraph } from '../../../src/lib/graph/build.ts'
import { KINDS } from '../../../src/lib/kinds/index.ts'
import type { Check } from '../../../src/lib/model/check/check.ts'
import { kindName } from '../../../src/lib/model/graph/kind.ts'
import { ROLES, type Role } from '../../../src/lib/model/landscape/role.ts'
import type { Snapshot } from '../../../src/lib/model/landscape/snapshot.ts'
import { forbidden, NOW, type Small, snapshotOf } from '../graph/small.ts'

const KIND_ROLES = new Map(KINDS.map((spec) => [kindName(spec), spec.roles]))
const LABELS: Readonly<Record<Role, string>> = {
  management: 'management',
  'control-plane': 'control-plane/eu-de-1',
  hypervisor: 'hypervisor/hv-pool-a',
  storage: 'storage/st-pool-a',
  arbiter: 'arbiter',
  garden: 'garden',
}

function snapshot({ dark, gaps = [], more = {} }: Partial<Small> & { dark?: Role; more?: Small['clusters'] }) {
  const members = ROLES.map((role) => [LABELS[role], { dark: role === dark }] as const)
  const readings: Small['readings'] = (reading) => {
    const roles = KIND_ROLES.get(reading.kind) ?? []
    return roles.some((role) => LABELS[role] === reading.cluster) ? reading : undefined
  }
  return snapshotOf({ kinds: KINDS, clusters: { ...Object.fromEntries(members), ...more }, gaps, readings })
}

function outcomes(seen: Snapshot): ReadonlyMap<string, string> {
  const assessment = assess(buildGraph(seen, KINDS), { now: NOW })
  const results = runChecks(CHECKS, { snapshot: seen, assessment, kinds: KINDS, events: new Map() })
  return new Map(results.map(({ check, outcome }) => [check.id, outcome]))
}

const aboutRoles = ({ about }: Check) => new Set(about.flatMap((kind) => KIND_ROLES.get(kind) ?? []))
const decidingRoles = (check: Check) => new Set(check.clusters ?? aboutRoles(check))

describe.each(ROLES)('without the %s cluster', (role) => {
  const all = outcomes(snapshot({}))
  const after = outcomes(snapshot({ dark: role }))

  it.each(CHECKS.map((check) => [check.id, check] as const))('%s', (id, check) => {
    expect(all.get(id)).toBe('ok')
    expect(after.get(id)).toBe(decidingRoles(check).has(role) ? 'unknown' : 'ok')
  })
})

describe('a check that compares objects of several clusters', () => {
  it('declares the others, and each of them holds a kind it reads', () => {
    const crossing = CHECKS.flatMap((check) => {
      const others = [...decidingRoles(check)].filter((role) => !aboutRoles(check).has(role))
      const inputs = new Set((check.beside ?? []).flatMap((kind) => KIND_ROLES.get(kind) ?? []))
      expect(others.filter((role) => !inputs.has(role))).toEqual([])
      return others.length > 0 ? [check.id] : []
    })
    expect(crossing).toContain('ceph-key-stale')
    expect(crossing).not.toContain('agent-missing')
  })
})

describe('one dead storage cluster', () => {
  const after = outcomes(snapshot({ dark: 'storage' }))
  const unknown = (category: string) =>
    CHECKS.filter((check) => check.category === category && after.get(check.id) === 'unknown').map(({ id }) => id)

  it('leaves identity, control plane and hypervisor checks decided', () => {
    expect(unknown('identity')).toEqual([])
    expect(unknown('tempest')).toEqual([])
    // these are decided for each cluster
    expect(unknown('control-plane')).toEqual(['certificate-expiring', 'controller-not-running', 'issuer-not-ready'])
    expect(unknown('hypervisors')).toEqual(['version-skew'])
    expect(unknown('storage').length).toBe(CHECKS.filter(({ category }) => category === 'storage').length)
  })
})

describe('a kind that is forbidden', () => {
  it.each([
    ['ConfigMap', 'hypervisor', []],
    ['ConfigMap', 'control-plane', ['monitors-outdated']],
    ['Secret', 'management', ['access-expiring', 'kubeconfig-missing', 'kubeconfig-refused', 'other-control-plane']],
    ['CephCluster.ceph.rook.io', 'hypervisor', []],
  ] as const)('%s in the %s cluster', (kind, role, expected) => {
    const after = outcomes(snapshot({ gaps: [forbidden(LABELS[role], kind)] }))
    const unknown = [...after].flatMap(([id, outcome]) => (outcome === 'unknown' ? [id] : []))
    expect(unknown).toEqual(expect.arrayContaining([...expected]))
    if (expected.length === 0) expect(unknown).toEqual([])
  })
})

it('a cluster of unknown role may hold anything but what the management cluster has', () => {
  const after = outcomes(snapshot({ more: { 'unknown/st-pool-b': { roles: [], dark: true } } }))
  expect(after.get('ceph-unhealthy')).toBe('unknown')
  expect(after.get('chassis-lost')).toBe('unknown')
  expect(after.get('wrong-type')).toBe('ok')
})
