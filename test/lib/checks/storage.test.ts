// SPDX-License-Identifier: Apache-2.0
// Limits of the checks: new objects, old reports and findings of other checks are no findings.
import { describe, expect, it } from 'vitest'
import { arbiterLost } from '../../../src/lib/checks/storage/arbiter-lost.ts'
import { blockPoolFailing } from '../../../src/lib/checks/storage/block-pool-failing.ts'
import { cephNearFull } from '../../../src/lib/checks/storage/ceph-near-full.ts'
import { cephServiceNotReady } from '../../../src/lib/checks/storage/ceph-service-not-ready.ts'
import { cephSilent } from '../../../src/lib/checks/storage/ceph-silent.ts'
import { cephUnhealthy } from '../../../src/lib/checks/storage/ceph-unhealthy.ts'
import { quorumAtRisk } from '../../../src/lib/checks/storage/quorum-at-risk.ts'
import { ago } from '../graph/small.ts'
import { findings, found } from './found.ts'

const ceph = (more: string, checked = 60, meta = '') =>
  `\n---\napiVersion: ceph.rook.io/v1\nkind: CephCluster\nmetadata: { name: c${meta} }\nspec: { mon: { count: 4, externalMonIDs: [x] } }\nstatus: { phase: Ready, ceph: { lastChecked: "${ago(checked)}", ${more} } }`

const details = (...codes: string[]) =>
  `health: HEALTH_WARN, details: { ${codes.map((code) => `${code}: { severity: HEALTH_WARN, message: m }`).join(', ')} }`

const capacity = (used: number) => `health: HEALTH_OK, capacity: { bytesTotal: 100, bytesUsed: ${used} }`

describe('Ceph', () => {
  it('has one finding about capacity and one about everything else, however old the report is', () => {
    expect(found(cephUnhealthy, ceph(details('OSD_DOWN', 'OSD_NEARFULL')))).toEqual(['F40 CephCluster c'])
    expect(found(cephUnhealthy, ceph(details('OSD_NEARFULL')))).toEqual([])
    expect(found(cephNearFull, ceph(details('OSD_NEARFULL')))).toEqual(['F41 CephCluster c'])
    expect(found(cephNearFull, ceph(details('OSD_DOWN')))).toEqual([])
    expect(found(cephUnhealthy, ceph(details('OSD_DOWN'), 600))).toEqual(['F40 CephCluster c'])
  })

  it('that reports insecure keys stops nothing, and the advice is to rotate them', () => {
    const text = ceph(
      'health: HEALTH_ERR, details: { AUTH_INSECURE_SERVICE_KEY_TYPE: { severity: HEALTH_ERR, message: m } }',
    )
    const [finding] = findings(cephUnhealthy, text)
    expect(finding).toMatchObject({ severity: 'warning', message: 'HEALTH_ERR: m (stops no I/O)' })
    expect(finding?.fix).toMatch(/Rotate the cephx keys/)
    expect(findings(cephUnhealthy, ceph(details('RECENT_CRASH')))[0]?.severity).toBe('info')
    expect(findings(cephUnhealthy, ceph(details('OSD_DOWN')))[0]?.severity).toBe('warning')
    expect(findings(cephUnhealthy, ceph(details('PG_AVAILABILITY')))[0]).not.toHaveProperty('severity')
  })

  it('is nearly full above 75 %', () => {
    expect(found(cephNearFull, ceph(capacity(75)))).toEqual([])
    expect(found(cephNearFull, ceph(capacity(76)))).toEqual(['F41 CephCluster c'])
  })

  it('may be unreachable for five minutes; a ready operator is not the cause', () => {
    const operator = (ready: number) =>
      `\n---\napiVersion: apps/v1\nkind: Deployment\nmetadata: { name: rook, labels: { app: rook-ceph-operator } }\nspec: { replicas: 1 }\nstatus: { readyReplicas: ${ready}, updatedReplicas: 1 }`
    expect(found(cephSilent, ceph('health: HEALTH_OK', 290))).toEqual([])
    expect(found(cephSilent, ceph('health: HEALTH_OK', 310))).toEqual(['F42 CephCluster c'])
    expect(found(cephSilent, ceph('health: HEALTH_OK', 310) + operator(1))).toEqual(['F42 CephCluster c'])
    expect(found(cephSilent, ceph('health: HEALTH_OK', 310) + operator(0))).toEqual(['F42 Deployment rook'])
  })
})

describe('a pool', () => {
  const pool = (phase: string, more: string, age: number, size = 1) =>
    `\n---\napiVersion: ceph.rook.io/v1\nkind: CephBlockPool\nmetadata: { name: p, creationTimestamp: "${ago(age)}" }\nspec: { replicated: { size: ${size} } }\nstatus: { phase: ${phase}${more} }`
  const nodes = ['a', 'b']
    .map((name) => `\n---\napiVersion: v1\nkind: Node\nmetadata: { name: ${name}, namespace: null }`)
    .join('')

  it('may take ten minutes to be created, and any time to be updated', () => {
    expect(found(blockPoolFailing, pool('Progressing', '', 500))).toEqual([])
    expect(found(blockPoolFailing, pool('Progressing', '', 700))).toEqual(['F43 CephBlockPool p'])
    expect(found(blockPoolFailing, pool('Progressing', ', poolID: 3', 700))).toEqual([])
    expect(found(blockPoolFailing, pool('Failure', ', poolID: 3', 10))).toEqual(['F43 CephBlockPool p'])
  })

  it('that needs more hosts than there are is one finding, on the Ceph cluster', () => {
    const all = ceph('health: HEALTH_OK') + nodes
    expect(found(blockPoolFailing, all + pool('Failure', '', 700, 2))).toEqual(['F43 CephBlockPool p'])
    expect(found(blockPoolFailing, all + pool('Failure', '', 700, 3))).toEqual(['F43 CephCluster c'])
  })
})

describe('a filesystem', () => {
  const filesystem = (phase: string, more = '') =>
    `apiVersion: ceph.rook.io/v1\nkind: CephFilesystem\nmetadata: { name: f }\nstatus: { phase: ${phase}${more} }`

  it('that was ready before may be in progress', () => {
    expect(found(cephServiceNotReady, filesystem('Failure'))).toEqual(['F122 CephFilesystem f'])
    expect(found(cephServiceNotReady, filesystem('Progressing'))).toEqual(['F122 CephFilesystem f'])
    expect(found(cephServiceNotReady, filesystem('Progressing', ', observedGeneration: 1'))).toEqual([])
    expect(found(cephServiceNotReady, filesystem('Ready'))).toEqual([])
  })
})

describe('the arbiter', () => {
  const arbiter = (state: string) =>
    `\n---\napiVersion: ceph.cobaltcore.sap.com/v1alpha1\nkind: RemoteArbiter\nmetadata: { name: r }\nspec: { cephCluster: { name: c, namespace: ns } }\nstatus: { state: ${state} }`
  const monitors = (down: number) =>
    ['a', 'b', 'c', 'd']
      .map(
        (name, i) =>
          `\n---\napiVersion: apps/v1\nkind: Deployment\nmetadata: { name: mon-${name}, labels: { app: rook-ceph-mon } }\nspec: { replicas: 1 }\nstatus: { readyReplicas: ${i < down ? 0 : 1}, updatedReplicas: 1 }`,
      )
      .join('')
  const all = ceph('health: HEALTH_OK')

  it('that is being created is not lost', () => {
    expect(found(arbiterLost, arbiter('Progressing'))).toEqual([])
    expect(found(arbiterLost, arbiter('Error'))).toEqual(['F50 RemoteArbiter r'])
  })

  it('is a quorum problem only together with another monitor', () => {
    expect(found(quorumAtRisk, all + arbiter('Error') + monitors(0))).toEqual([])
    expect(found(quorumAtRisk, all + arbiter('Error') + monitors(1))).toEqual(['F51 CephCluster c'])
    expect(found(quorumAtRisk, all + arbiter('Ready') + monitors(1))).toEqual([])
  })
})
