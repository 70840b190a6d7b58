// SPDX-License-Identifier: Apache-2.0
// A line of every command that reads, on the small landscape, that asks for all that its table of needs says.
import { join } from 'node:path'
import { ROOT } from '../harness/run-cli.ts'

const CLAIMS = ['openstackclusters.c5c3.io']
/** From a claim to its control plane. */
const WAY = [
  ...CLAIMS,
  'xopenstackclusters.c5c3.io',
  'objects.kubernetes.crossplane.io',
  'objects.kubernetes.m.crossplane.io',
  'controlplanes.c5c3.io',
]
/** What something else must be read to ask for. */
export const PRIVATE = ['secrets', 'configmaps', 'pods', 'pods/log', 'events']

export interface Line {
  readonly line: string
  /** Without one of these it cannot tell what it is asked about: each is taken away alone. */
  readonly subject?: readonly string[]
  /** Looked at only to say more: without it the answer is whole. */
  readonly extra?: readonly string[]
  /** Reads only what stands behind one object: what else another object would need is not asked for. */
  readonly narrow?: boolean
  /** Asks for the rest of what the command may read. */
  readonly also?: string
}

/** By the id of the command. */
export const LINES: Readonly<Record<string, Line>> = {
  'ceph-secrets': { line: 'ceph-secrets --tenant customer-a-prod', subject: [...WAY, 'cephclients.ceph.rook.io'] },
  'ceph-secrets:verify': {
    line: 'ceph-secrets verify --tenant customer-a-prod',
    subject: [...WAY, 'cephclients.ceph.rook.io'],
  },
  changes: { line: 'changes customer-a-prod', subject: CLAIMS },
  check: { line: 'check' },
  credentials: {
    line: 'credentials --tenant customer-a-prod',
    also: 'credentials --expiring 14d --tenant customer-a-prod',
    subject: WAY,
  },
  events: { line: 'events customer-a-prod', subject: CLAIMS },
  gitops: { line: 'gitops --region eu-de-1' },
  'gitops:owner': {
    line: 'gitops owner ControlPlane/customer-a-prod-x7k2p',
    subject: ['controlplanes.c5c3.io'],
  },
  hypervisors: { line: 'hypervisors --pool hv-pool-a' },
  'hypervisors:show': { line: 'hypervisors show hv-a-002', subject: ['nodes'] },
  korc: { line: 'korc --tenant customer-a-prod', subject: WAY },
  'korc:verify': { line: 'korc verify --tenant customer-a-prod', subject: WAY },
  operators: { line: 'operators --region eu-de-1' },
  pools: { line: 'pools' },
  'pools:capacity': { line: 'pools capacity' },
  'pools:impact': { line: 'pools impact st-pool-a' },
  'pools:show': { line: 'pools show st-pool-a' },
  logs: { line: 'logs Job/tempest-29913240', subject: ['jobs.batch'], narrow: true },
  report: { line: 'report' },
  status: { line: 'status' },
  'tempest:compare': {
    line: 'tempest compare tempest-29913240 tempest-29913240 --tenant customer-a-prod',
    subject: [...WAY, 'jobs.batch'],
  },
  'tempest:history': { line: 'tempest history --tenant customer-a-prod', subject: WAY },
  'tempest:logs': {
    line: 'tempest logs --tenant customer-a-prod',
    // its CronJob leads to its runs, too
    extra: ['tempests.tempest.openstack.c5c3.io'],
    narrow: true,
  },
  'tempest:results': { line: 'tempest results --tenant customer-a-prod', subject: WAY },
  tree: { line: 'tree' },
  validate: { line: `validate -f ${join(ROOT, 'test/manifests/pools.yaml')}` },
  wait: { line: 'wait customer-a-prod --for healthy --timeout 1s', subject: CLAIMS, extra: PRIVATE },
  why: { line: 'why customer-a-prod', subject: CLAIMS },
}

/**
 * Proved elsewhere: those that write (ceph-sync, korc-import), what only opens clusters, names for a shell, and a screen
 * that shows what the others read.
 */
export const ELSEWHERE = [
  'apply',
  'ceph-secrets:sync',
  'korc:import-bootstrap',
  'completion',
  'contexts',
  'kubectl',
  'contexts:check',
  'contexts:discover',
  'rbac',
  'tui',
  'version',
]
