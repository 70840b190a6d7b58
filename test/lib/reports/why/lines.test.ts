// SPDX-License-Identifier: Apache-2.0
// The lines of an explanation: short where a table would repeat itself, complete where it is the only place.
import { describe, expect, it } from 'vitest'
import { firstSentence } from '../../../../src/lib/model/text/first-sentence.ts'
import type { NodeReport } from '../../../../src/lib/reports/shared/object-row.ts'
import type { CauseReport, ExplainedFinding } from '../../../../src/lib/reports/why/cause-report.ts'
import { evidenceLines } from '../../../../src/lib/reports/why/evidence-lines.ts'
import { impactLines } from '../../../../src/lib/reports/why/impact-lines.ts'
import { openStackClusterNames } from '../../../../src/lib/reports/why/openstack-clusters.ts'
import { pathText } from '../../../../src/lib/reports/why/path-text.ts'
import { sectionsOf } from '../../../../src/lib/reports/why/sections.ts'

const node = (kind: string, name: string, more: Partial<NodeReport> = {}): NodeReport => ({
  cluster: 'control-plane/eu',
  role: 'control-plane',
  apiVersion: `${kind.toLowerCase()}.openstack.c5c3.io/v1alpha1`,
  kind,
  namespace: 'ns',
  name,
  state: 'failed',
  own: 'failed',
  status: 'failed',
  source: 'live',
  ...more,
})

const cause = (more: Partial<CauseReport> = {}): CauseReport => ({
  check: 'pod-crashing',
  severity: 'error',
  modes: ['F99'],
  subject: node('Pod', 'coredns-1', { apiVersion: 'v1', namespace: 'kube-system' }),
  state: 'failed',
  kindCount: 1,
  message: 'coredns exits with code 1',
  evidence: [],
  explains: [],
  path: [],
  consequences: [],
  openStackClusters: [],
  next: [],
  ...more,
})

describe('firstSentence', () => {
  it.each([
    ['Galera not ready', 'Galera not ready'],
    ['Pods are Pending. No node fits.', 'Pods are Pending'],
    ['image registry.example.com/a:v1.2 not found', 'image registry.example.com/a:v1.2 not found'],
    ['two\n lines', 'two lines'],
  ])('%j', (message, short) => expect(firstSentence(message)).toBe(short))

  it('is cut with an ellipsis', () => {
    expect(firstSentence('x'.repeat(200))).toBe(`${'x'.repeat(119)}…`)
  })
})

describe('evidence', () => {
  const subject = node('MariaDB', 'db')
  const fact = (path: string, value: string, object = 'MariaDB ns/db', cluster = subject.cluster) => ({
    path,
    value,
    object,
    cluster,
  })

  it('joins equal facts and names other objects', () => {
    const lines = evidenceLines(
      [
        { ...fact('status.conditions[Ready]', 'False (NotReady)'), sinceAge: '31m' },
        { ...fact('status.conditions[GaleraReady]', 'False (NotReady)'), sinceAge: '31m' },
        fact('status.members[db-0]', 'seqno -1'),
        fact('status.members[db-1]', 'seqno 7'),
        fact('spec.replicas', '0', 'StatefulSet ns/db'),
        fact('status.phase', 'Failure', 'CephClient rook-ceph/a', 'storage/st'),
      ],
      subject,
    )
    expect(lines).toEqual([
      'Ready, GaleraReady=False (NotReady), for 31m',
      'status.members[db-0]: seqno -1',
      'status.members[db-1]: seqno 7',
      'StatefulSet ns/db: spec.replicas: 0',
      'CephClient rook-ceph/a @storage/st: status.phase: Failure',
    ])
  })
})

describe('impact', () => {
  const consequences = [
    node('Nova', 'nova'),
    node('Keystone', 'keystone'),
    node('Nova', 'nova', { namespace: 'other' }),
    node('User', 'nova', { apiVersion: 'openstack.k-orc.cloud/v1alpha1' }),
    node('OpenStackCluster', 'customer-a', { namespace: 'tenant-a', apiVersion: 'c5c3.io/v1alpha1' }),
  ]
  const affected = cause({ consequences, openStackClusters: ['tenant-a/customer-a'] })

  it('names OpenStack clusters and services and counts the rest', () => {
    expect(impactLines([affected], { isWide: false })).toEqual([
      'OpenStack cluster customer-a · Keystone, Nova ×2 · 1 more object (-o wide)',
    ])
  })

  it('names everything with -o wide', () => {
    expect(impactLines([affected], { isWide: true })).toEqual([
      'OpenStack cluster customer-a · Keystone, Nova ×2',
      '1 User: nova',
    ])
  })

  it('is empty if nothing is affected', () => expect(impactLines([cause()], { isWide: false })).toEqual([]))

  it('keeps the namespace of names that are not unique', () => {
    expect(openStackClusterNames(['a/prod', 'b/prod', 'c/test'])).toBe('a/prod, b/prod, test')
  })
})

describe('explained findings', () => {
  const dns: ExplainedFinding = {
    check: 'dns-down',
    mode: 'F163',
    subject: node('Deployment', 'coredns'),
    message: '0 of 2 Pods are ready: names do not resolve in this cluster',
  }
  const explained = (explains: readonly ExplainedFinding[], isWide = false) =>
    sectionsOf([cause({ explains })], { isWide, label: 'CAUSE' })
      .find(({ label }) => label === 'EXPLAINS')
      ?.lines.map(({ text }) => text)

  it('say what a crashing Pod means', () => {
    expect(explained([dns])).toEqual([
      'Deployment coredns: 0 of 2 Pods are ready: names do not resolve in this cluster [dns-down]',
    ])
  })

  it('are printed once each, and the first three', () => {
    const all = ['b', 'c', 'd', 'e'].map((message) => ({ ...dns, message }))
    expect(explained([dns, dns, ...all])).toHaveLength(4)
    expect(explained([dns, dns, ...all])?.[0]).toMatch(/^Deployment coredns and 1 more: /)
    expect(explained([dns, ...all])?.at(-1)).toBe('2 more (-o wide)')
    expect(explained([dns, ...all], true)).toHaveLength(5)
  })
})

describe('path', () => {
  const path = [
    node('OpenStackCluster', 'a', { cluster: 'management', apiVersion: 'c5c3.io/v1alpha1' }),
    node('XOpenStackCluster', 'a-x7', { cluster: 'management', apiVersion: 'c5c3.io/v1alpha1' }),
    node('Object', 'a-x7', { cluster: 'management', apiVersion: 'kubernetes.crossplane.io/v1alpha2' }),
    node('ControlPlane', 'a-x7', { apiVersion: 'c5c3.io/v1alpha1', reason: 'WaitingForDatabase' }),
    node('MariaDB', 'db', { apiVersion: 'k8s.mariadb.com/v1alpha1' }),
  ]

  it('leaves out the objects of Crossplane in between', () => {
    expect(pathText(path, false)).toBe(
      'OpenStackCluster a → ControlPlane a-x7 @control-plane/eu (WaitingForDatabase) → MariaDB db',
    )
    expect(pathText(path, true)).toContain('→ Object a-x7 →')
  })

  it('keeps an Object that is the cause', () => {
    expect(pathText(path.slice(0, 3), false)).toBe('OpenStackCluster a → Object a-x7')
  })
})
