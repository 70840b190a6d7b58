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
    title: 'The database of one tenant is down',
    teaches: 'One cause and a dozen consequences: the first blocker is the MariaDB, everything after it only waits.',
    try: ['status', 'status customer-a-prod', 'tree customer-a-prod --only-problems'],
    incident: databaseDown,
    prints: logWithoutDatabase,
  },
  {
    name: 'claim-green-but-broken',
    base: 'healthy',
    title: 'The claim says Ready, the OpenStack is broken',
    teaches: 'Crossplane calls a claim Ready as soon as everything was applied; what it stands on decides (F01).',
    try: ['status', 'status customer-b-staging', 'tree customer-b-staging --only-problems'],
    incident: claimGreenButBroken,
  },
  {
    name: 'ceph-key-stale',
    base: 'healthy',
    title: 'A rotated Ceph key has not reached the control plane',
    teaches: 'Every sync says it is fine, the old key is in use, and Glance and Cinder are locked out (F45).',
    try: ['status', 'status customer-a-prod', 'tree Cinder/openstack-customer-a-prod-x7k2p/cinder'],
    incident: cephKeyStale,
  },
  {
    name: 'pool-unreachable',
    base: 'healthy',
    title: 'A storage cluster does not answer',
    teaches:
      'Not seen is not broken and not well: what Crossplane last saw is shown as cached, and the exit code is 3.',
    try: ['status', 'status customer-a-prod', 'status --accept-cached', 'tree StorageCluster/st-pool-a'],
    incident: poolUnreachable,
  },
  {
    name: 'forbidden-secrets',
    base: 'healthy',
    title: 'You may read everything but Secrets',
    teaches:
      'Overviews read no Secret, and find their way to other clusters by what Crossplane saw there: nothing is missed.',
    try: ['status', 'contexts check'],
    incident: forbiddenSecrets,
  },
  {
    name: 'korc-waiting',
    base: 'healthy',
    title: 'K-ORC waits in a chain',
    teaches: 'Application credentials wait for users, users for a project, and the project for a typo (F83, F86).',
    try: ['status', 'status internal-prod', 'tree Project/openstack-internal-prod-8hn5w/service --reverse --depth 1'],
    incident: korcWaiting,
  },
  {
    name: 'hypervisor-draining',
    base: 'healthy',
    title: 'A hypervisor is being emptied',
    teaches: 'Maintenance is somebody’s wish: it is shown, and it is no fault (F28).',
    try: ['status', 'tree Hypervisor/hv-a-017', 'tree HypervisorCluster/hv-pool-a'],
    incident: hypervisorDraining,
  },
  {
    name: 'management-only',
    base: 'healthy',
    title: 'Only the management cluster answers',
    teaches:
      'Everything else is told from what Crossplane last observed: cached, never live, and never healthy by itself.',
    try: ['status', 'status --accept-cached', 'tree customer-a-prod'],
    incident: managementOnly,
  },
  {
    name: 'crossplane-v2',
    base: 'healthy',
    title: 'The tenants on Crossplane v2',
    teaches:
      'Composite resources in namespaces, without claims, and Objects of the namespaced group: the same picture.',
    try: ['status', 'tree customer-a-prod --depth 3'],
    incident: crossplaneV2,
  },
  {
    name: 'dialects',
    base: 'one-cluster',
    title: 'Five ways to write a ControlPlane',
    teaches: 'The seeds, the documents and the released operator write the same kind in five ways: all are read.',
    try: ['status', 'status dialect-b', 'status dialect-c'],
    incident: dialects,
  },
  {
    name: 'seed-composition',
    base: 'healthy',
    title: 'A Composition that speaks another dialect than the operator',
    teaches:
      'The ControlPlane is refused, and what was made beside it is not what was asked for (F10, F11, F18, F127).',
    try: ['status', 'status customer-c-prod', 'tree customer-c-prod --only-problems'],
    incident: seedComposition,
  },
  {
    name: 'mid-provisioning',
    base: 'healthy',
    title: 'Pools and a tenant are being made',
    teaches:
      'Work in progress is no fault: Shoots being created, machines that join, a control plane waiting for its database.',
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
