// SPDX-License-Identifier: Apache-2.0
// The scenarios with incidents: one file of incidents/ each, written as an overlay of another fleet.
import type { Incident } from './incident.ts'
import { cephKeyStale } from './incidents/ceph-key-stale.ts'
import { claimGreenButBroken } from './incidents/claim-green-but-broken.ts'
import { crossplaneV2 } from './incidents/crossplane-v2.ts'
import { forbiddenSecrets, managementOnly, poolUnreachable } from './incidents/dark.ts'
import { databaseDown } from './incidents/database-down.ts'
import { dialects } from './incidents/dialects.ts'
import { hypervisorDraining } from './incidents/hypervisor-draining.ts'
import { korcWaiting } from './incidents/korc-waiting.ts'
import { midProvisioning } from './incidents/mid-provisioning.ts'
import { seedComposition } from './incidents/seed-composition.ts'
import { logWithoutDatabase } from './openstack/pod-log-without-database.ts'
import type { Prints } from './pods.ts'

export interface Overlay {
  readonly name: string
  readonly base: 'healthy' | 'one-cluster'
  readonly title: string
  readonly teaches: string
  readonly try: readonly string[]
  readonly incident: () => Incident
  /** The current logs of Pods of the base. */
  readonly prints?: Prints
}

export const OVERLAYS: readonly Overlay[] = [
  {
    name: 'database-down',
    base: 'healthy',
    title: 'The database of one OpenStack cluster is down',
    teaches: 'One root cause: MariaDB is down and blocks everything else (F52).',
    try: ['status', 'status customer-a-prod', 'tree customer-a-prod --only-problems'],
    incident: databaseDown,
    prints: logWithoutDatabase,
  },
  {
    name: 'claim-green-but-broken',
    base: 'healthy',
    title: 'Claim reports Ready although its OpenStack is broken',
    teaches:
      'Crossplane reports a claim Ready as soon as everything is applied; the state of its parts decides here (F01).',
    try: ['status', 'status customer-b-staging', 'tree customer-b-staging --only-problems'],
    incident: claimGreenButBroken,
  },
  {
    name: 'ceph-key-stale',
    base: 'healthy',
    title: 'Ceph key rotated, control plane still uses the old one',
    teaches: 'All syncs report success, but the old key is in use, and Ceph rejects Glance and Cinder (F45).',
    try: ['status', 'status customer-a-prod', 'tree Cinder/openstack-customer-a-prod-x7k2p/cinder'],
    incident: cephKeyStale,
  },
  {
    name: 'pool-unreachable',
    base: 'healthy',
    title: 'A storage cluster is unreachable',
    teaches:
      'Unreachable is reported as unknown, not as failed: what Crossplane last observed is shown as cached, and the exit code is 3.',
    try: ['status', 'status customer-a-prod', 'status --accept-cached', 'tree StorageCluster/st-pool-a'],
    incident: poolUnreachable,
  },
  {
    name: 'forbidden-secrets',
    base: 'healthy',
    title: 'No permission to read Secrets',
    teaches:
      'Overviews need no Secrets and find the other clusters by what Crossplane observed; checks that compare Secrets are reported as not run.',
    try: ['status', 'contexts check'],
    incident: forbiddenSecrets,
  },
  {
    name: 'korc-waiting',
    base: 'healthy',
    title: 'K-ORC resources blocked by a typo',
    teaches:
      'Application credentials are blocked by users, users by a project, and the project import by a typo in its name (F83, F86).',
    try: ['status', 'status internal-prod', 'tree Project/openstack-internal-prod-8hn5w/service --reverse --depth 1'],
    incident: korcWaiting,
  },
  {
    name: 'hypervisor-draining',
    base: 'healthy',
    title: 'A hypervisor is being drained',
    teaches: 'Planned maintenance is shown but not treated as a failure (F28).',
    try: ['status', 'tree Hypervisor/hv-a-017', 'tree HypervisorCluster/hv-pool-a'],
    incident: hypervisorDraining,
  },
  {
    name: 'management-only',
    base: 'healthy',
    title: 'Only the management cluster is reachable',
    teaches:
      'Everything else is cached (last observed by Crossplane): never live, and never reported as healthy on its own.',
    try: ['status', 'status --accept-cached', 'tree customer-a-prod'],
    incident: managementOnly,
  },
  {
    name: 'crossplane-v2',
    base: 'healthy',
    title: 'The healthy fleet on Crossplane 2',
    teaches:
      'Namespaced composite resources without claims, and Objects of the namespaced API group: the answers are the same.',
    try: ['status', 'tree customer-a-prod --depth 3'],
    incident: crossplaneV2,
  },
  {
    name: 'dialects',
    base: 'one-cluster',
    title: 'Five dialects of ControlPlane',
    teaches:
      'The specification, the documentation and the released operator define the same kind in five ways; all are supported.',
    try: ['status', 'status dialect-b', 'status dialect-c'],
    incident: dialects,
  },
  {
    name: 'seed-composition',
    base: 'healthy',
    title: 'Composition does not match the installed CRD',
    teaches:
      'The ControlPlane is rejected, and the other objects differ from what the claim requests (F10, F11, F18, F127).',
    try: ['status', 'status customer-c-prod', 'tree customer-c-prod --only-problems'],
    incident: seedComposition,
  },
  {
    name: 'mid-provisioning',
    base: 'healthy',
    title: 'Pools and an OpenStack cluster are being created',
    teaches:
      'Progressing is not failed: Shoots are being created, machines are joining, a control plane is blocked by its database.',
    try: ['status', 'status customer-d-prod', 'pools'],
    incident: midProvisioning,
  },
]

/** The fleet.yaml of an overlay, without its header. */
export function overlayFleet({ name, base, title, teaches, try: commands }: Overlay, incident: Incident): string {
  const rules = [...incident.rules()].map(([key, rule]) => `  ${key}: ${JSON.stringify(rule)}\n`)
  return [
    `title: ${JSON.stringify(title)}\n`,
    `teaches: ${JSON.stringify(teaches)}\n`,
    'try:\n',
    ...commands.map((command) => `  - kubectl c5c3 ${command} --demo ${name}\n`),
    `extends: ${base}\n`,
    ...(rules.length > 0 ? ['clusters:\n', ...rules] : []),
  ].join('')
}
