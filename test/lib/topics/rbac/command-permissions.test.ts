// SPDX-License-Identifier: Apache-2.0
// Compares the table of command permissions with the requests that the commands send.
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { COMMANDS } from '../../../../src/lib/cli/oclif/registry.ts'
import { loadFleetFolder } from '../../../../src/lib/embedded/scenario/fleet-folder.ts'
import { neededResource, type Permission } from '../../../../src/lib/model/landscape/permission.ts'
import { isRole, type Role } from '../../../../src/lib/model/landscape/role.ts'
import { COMMAND_PERMISSIONS } from '../../../../src/lib/topics/rbac/command-permissions.ts'
import { kubeconfigFor, startLandscape } from '../../../harness/landscape.ts'
import { type Asked, askedIn } from '../../../harness/requests.ts'
import { ROOT, runCli, words } from '../../../harness/run-cli.ts'
import { tempFolder } from '../../../harness/temp-folder.ts'

/** Bootstrap objects that are not imported yet. */
const OTHERS = join(
  tempFolder({
    'list.yaml': ['Domain', 'User', 'Service'].map((kind) => `- { kind: ${kind}, name: other }\n`).join(''),
  }),
  'list.yaml',
)

const RUN = 'tempest-29913240'

/** Command lines that together make each command send all its requests on the bundled fleets. */
const LINES: Readonly<Record<string, readonly string[]>> = {
  'ceph-secrets:sync': [
    'ceph-secrets sync --all --yes --demo ceph-key-stale',
    'ceph-secrets sync --list-orphans -n openstack --demo ceph-key-stale',
  ],
  'ceph-secrets': ['ceph-secrets --demo healthy'],
  'ceph-secrets:verify': ['ceph-secrets verify --demo healthy'],
  changes: ['changes --demo healthy', 'changes customer-a-prod --demo healthy'],
  check: ['check --demo healthy', 'check --demo database-down', 'check --demo ceph-key-stale'],
  contexts: ['contexts --demo healthy'],
  'contexts:check': ['contexts check --demo healthy'],
  credentials: ['credentials --demo healthy', 'credentials --expiring 14d --demo healthy'],
  events: ['events --demo healthy', 'events customer-a-prod --demo healthy'],
  gitops: ['gitops --demo healthy', 'gitops --tenant customer-a-prod --demo healthy'],
  'gitops:owner': ['gitops owner ControlPlane/nothing --demo healthy', 'gitops owner Secret/nothing --demo healthy'],
  hypervisors: ['hypervisors --demo healthy'],
  'hypervisors:show': ['hypervisors show hv-a-017 --demo healthy'],
  korc: ['korc --demo healthy', 'korc --tenant customer-a-prod --demo healthy'],
  'korc:import-bootstrap': [
    'korc import-bootstrap --yes --no-wait --demo one-cluster',
    `korc import-bootstrap --yes --no-wait --from ${OTHERS} --demo one-cluster`,
  ],
  'korc:verify': ['korc verify --demo healthy', 'korc verify --region eu-de-1 --demo healthy'],
  logs: [
    'logs Keystone/openstack-customer-a-prod-x7k2p/keystone --demo healthy',
    'logs customer-a-prod --operator --demo healthy',
    'logs Node/hv-a-017 --demo healthy',
    'logs Deployment/rook-ceph/rook-ceph-operator@st-pool-a --demo healthy',
  ],
  operators: ['operators --demo healthy'],
  pools: ['pools --demo healthy', 'pools --demo database-down'],
  'pools:capacity': ['pools capacity --demo healthy'],
  'pools:impact': ['pools impact st-pool-a --demo healthy'],
  'pools:show': ['pools show st-pool-a --demo healthy'],
  rbac: ['rbac --check --demo healthy'],
  report: ['report --demo healthy -o json'],
  status: [
    'status --demo healthy',
    'status --region eu-de-1 --demo healthy',
    'status --demo database-down',
    'status --demo ceph-key-stale',
  ],
  'tempest:compare': [
    `tempest compare openstack-customer-a-prod-x7k2p/${RUN} openstack-customer-b-staging-m4q9t/${RUN} --demo healthy`,
  ],
  'tempest:history': ['tempest history --demo healthy'],
  'tempest:logs': ['tempest logs customer-a-prod --demo healthy'],
  'tempest:results': ['tempest results --demo healthy'],
  'tempest:run': ['tempest run customer-a-prod --yes --follow --demo healthy'],
  tree: ['tree --demo healthy', 'tree --demo database-down'],
  validate: [`validate -f ${join(ROOT, 'test/manifests/pools.yaml')} --demo healthy`],
  version: ['version --demo healthy'],
  wait: [
    'wait customer-a-prod --for healthy --demo healthy',
    'wait customer-a-prod --for healthy --timeout 100ms --demo database-down',
  ],
  why: ['why customer-a-prod --demo healthy', 'why customer-a-prod --demo database-down'],
}

/** A context of the bundled scenarios is named after its key, role.name; one cluster may have all roles. */
async function rolesIn(line: string): Promise<ReadonlyMap<string, readonly Role[]>> {
  const scenario = /--demo (\S+)/.exec(line)?.[1] ?? ''
  const { members } = await loadFleetFolder(join(ROOT, 'fleets', scenario))
  return new Map(members.map(({ key, roles }) => [key, roles.map(({ role }) => role)]))
}

const covers = (need: Permission, asked: Asked, roles: readonly Role[]) =>
  need.roles.some((role) => roles.includes(role)) &&
  need.group === asked.group &&
  need.resource === asked.resource &&
  need.verbs.includes(asked.verb) &&
  (need.names === undefined || need.names.includes(asked.name ?? '')) &&
  (need.where === 'everywhere' ||
    (asked.namespace !== undefined && (need.where === 'namespaces' || need.where.namespace === asked.namespace)))

const said = ({ context, verb, group, resource, namespace = '' }: Asked) =>
  `${verb} ${neededResource({ group, resource })} ${namespace} on ${context}`

/** Requests that no line of the table covers. */
const uncovered = (id: string, all: readonly Asked[], roles: ReadonlyMap<string, readonly Role[]>) => [
  ...new Set(
    all
      .filter(
        (asked) => !COMMAND_PERMISSIONS[id]?.needs.some((need) => covers(need, asked, roles.get(asked.context) ?? [])),
      )
      .map(said),
  ),
]

describe('command permissions', () => {
  it('are declared for every command', () => {
    expect(Object.keys(COMMANDS).filter((id) => COMMAND_PERMISSIONS[id] === undefined)).toEqual([])
  })

  it('are compared with the requests, for all commands that send some', () => {
    const asking = Object.keys(COMMAND_PERMISSIONS).filter((id) => (COMMAND_PERMISSIONS[id]?.needs.length ?? 0) > 0)
    // tui needs a terminal; kubectl opens the fleet like contexts and starts another program.
    const elsewhere = ['apply', 'completion', 'contexts:discover', 'kubectl', 'tui']
    expect(asking.filter((id) => !LINES[id] && !elsewhere.includes(id))).toEqual([])
  })

  it('beyond read access are required only by commands that write', () => {
    for (const [id, { needs, writes }] of Object.entries(COMMAND_PERMISSIONS)) {
      const verbs = new Set(needs.filter(({ part }) => part !== 'discovery').flatMap((need) => need.verbs))
      expect([id, verbs.has('patch') || verbs.has('create')]).toEqual([id, writes === true])
      for (const never of ['update', 'delete', '*']) expect(verbs.has(never)).toBe(false)
    }
  })

  it.each(Object.entries(LINES))('of %s are exactly the requests it sends', async (id, lines) => {
    const seen: { asked: Asked; roles: readonly Role[] }[] = []
    const served = new Set<string>()
    for (const line of lines) {
      const roles = await rolesIn(line)
      const { stderr, code } = await runCli([...words(line), '--debug'])
      expect([line, [0, 1, 3, 6, 8].includes(code)]).toEqual([line, true])
      const all = askedIn(stderr)
      expect(all.length).toBeGreaterThan(0)
      expect([line, uncovered(id, all, roles)]).toEqual([line, []])
      seen.push(...all.map((asked) => ({ asked, roles: roles.get(asked.context) ?? [] })))
      for (const { context, resource, group } of await servedIn(line))
        for (const role of roles.get(context) ?? []) served.add(`${role} ${resource} ${group}`)
    }
    // Every required line of the table is used where its kind is served.
    const unused = (COMMAND_PERMISSIONS[id]?.needs ?? [])
      .filter(({ part }) => part === undefined)
      .flatMap((need) =>
        need.roles
          .filter((role) => served.has(`${role} ${need.resource.split('/')[0]} ${need.group}`))
          .filter((role) => !seen.some(({ asked, roles }) => roles.includes(role) && covers(need, asked, [role])))
          .map((role) => `${need.verbs.join(',')} ${neededResource(need)} on ${role}`),
      )
    expect(unused).toEqual([])
  })

  it('for cluster discovery are marked as such', async () => {
    const fleet = await startLandscape(join(ROOT, 'fleets', 'healthy'))
    const keys: readonly string[] = ['management', 'garden']
    const file = join(tempFolder({ kubeconfig: kubeconfigFor(fleet, keys) }), 'kubeconfig')
    const line = ['contexts', '--kubeconfig', file, '--context', 'management', '--garden-context', 'garden', '--debug']
    const { stderr } = await runCli(line)
    const all = askedIn(stderr).filter(({ context }) => keys.includes(context))
    const roles = new Map<string, readonly Role[]>(keys.filter(isRole).map((key) => [key, [key]]))
    expect(uncovered('contexts:discover', all, roles)).toEqual([])
    const used = (COMMAND_PERMISSIONS['contexts:discover']?.needs ?? []).filter((need) =>
      all.some((asked) => covers(need, asked, roles.get(asked.context) ?? [])),
    )
    expect(used.map(({ resource }) => resource)).toEqual(
      expect.arrayContaining(['namespaces', 'providerconfigs', 'kustomizations', 'shoots', 'secrets']),
    )
  })
})

async function servedIn(line: string): Promise<readonly { context: string; resource: string; group: string }[]> {
  const scenario = /--demo (\S+)/.exec(line)?.[1] ?? ''
  const { members } = await loadFleetFolder(join(ROOT, 'fleets', scenario))
  return members.flatMap(({ key }) => {
    const kinds = SERVED.get(`${scenario} ${key}`) ?? new Set<string>()
    return [...kinds].map((text) => {
      const [resource = '', group = ''] = text.split(' ')
      return { context: key, resource, group }
    })
  })
}

/** Kinds that `status` or `check` lists, so they are served there. */
const SERVED = new Map<string, Set<string>>()
for (const scenario of ['healthy', 'one-cluster', 'ceph-key-stale']) {
  const { stderr } = await runCli(['check', '--demo', scenario, '--debug'])
  for (const { context, resource, group } of askedIn(stderr)) {
    const key = `${scenario} ${context}`
    SERVED.set(key, (SERVED.get(key) ?? new Set()).add(`${resource} ${group}`))
  }
}
