// SPDX-License-Identifier: Apache-2.0
// A line for every read command on the small fleet, which uses all permissions in its table.
import { join } from 'node:path'
import { ROOT } from '../harness/run-cli.ts'

const CLAIMS = ['openstackclusters.c5c3.io']
/** The kinds from a claim to its control plane. */
const WAY = [
  ...CLAIMS,
  'xopenstackclusters.c5c3.io',
  'objects.kubernetes.crossplane.io',
  'objects.kubernetes.m.crossplane.io',
  'controlplanes.c5c3.io',
]
/** Resources that are read only if another object refers to them. */
export const PRIVATE = ['secrets', 'configmaps', 'pods', 'pods/log', 'events']

export interface Line {
  readonly line: string
  /** Without one of these the command cannot find its subject: each is removed alone. */
  readonly subject?: readonly string[]
  /** Read only for additional information: without it the result is complete. */
  readonly extra?: readonly string[]
  /** Reads only the dependencies of one object: permissions for other objects are not used. */
  readonly narrow?: boolean
  /** Another line that uses the remaining permissions of the command. */
  readonly also?: string
}

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
    // Its runs are also found by its CronJob.
    extra: ['tempests.tempest.openstack.c5c3.io'],
    narrow: true,
  },
  'tempest:results': { line: 'tempest results --tenant customer-a-prod', subject: WAY },
  tree: { line: 'tree' },
  validate: { line: `validate -f ${join(ROOT, 'test/manifests/pools.yaml')}` },
  wait: { line: 'wait customer-a-prod --for healthy --timeout 1s', subject: CLAIMS },
  why: { line: 'why customer-a-prod', subject: CLAIMS },
}

/**
 * Tested elsewhere: write commands (ceph-sync, korc-import), commands that only open clusters, shell completion, and
 * the terminal UI, which shows the data of the others.
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
