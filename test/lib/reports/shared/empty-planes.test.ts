// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest'
import type { Role } from '../../../../src/lib/model/landscape/role.ts'
import type { Snapshot } from '../../../../src/lib/model/landscape/snapshot.ts'
import { emptyPlaneGaps } from '../../../../src/lib/reports/shared/empty-planes.ts'

const seen = (uid: string, role: Role) => ({
  cluster: { uid, name: uid, roles: [{ role, name: uid }] },
  label: `${role}/${uid}`,
})

const [full, empty, storage] = [seen('full', 'control-plane'), seen('empty', 'control-plane'), seen('st', 'storage')]
const KIND = 'Cinder.cinder.openstack.c5c3.io'
const object = { apiVersion: 'cinder.openstack.c5c3.io/v1alpha1', kind: 'Cinder', metadata: { name: 'cinder' } }

const snapshot: Snapshot = {
  takenAt: 0,
  clusters: [full, empty, storage],
  resources: [{ cluster: full.cluster, object }],
  readings: [full, empty].map(({ label }) => ({ cluster: label, kind: KIND, outcome: 'read' })),
  gaps: [],
  addresses: new Map(),
}

const expected = { kinds: [KIND], words: 'Cinder', counterpart: 'a CephClient has no known copy' }

describe('control planes without an expected object', () => {
  it('are gaps; other clusters and those with such an object are not', () => {
    expect(emptyPlaneGaps(snapshot, expected)).toEqual([
      {
        cluster: empty.label,
        kind: KIND,
        fault: 'notfound',
        message: 'holds no Cinder, but a CephClient has no known copy',
      },
    ])
  })

  it.each([
    ['the kind', { cluster: empty.label, kind: KIND, fault: 'forbidden', message: '' }],
    ['the cluster', { cluster: empty.label, fault: 'unreachable', message: '' }],
  ] as const)('are no second gap if %s could not be read', (_, gap) => {
    expect(emptyPlaneGaps({ ...snapshot, gaps: [gap] }, expected)).toEqual([])
  })

  it('are ignored if the kind is not installed, where that may be intended', () => {
    const readings = [{ cluster: empty.label, kind: KIND, outcome: 'notinstalled' }] as const
    expect(emptyPlaneGaps({ ...snapshot, readings }, { ...expected, isServed: true })).toEqual([])
    expect(emptyPlaneGaps({ ...snapshot, readings }, expected)).toHaveLength(1)
  })
})
