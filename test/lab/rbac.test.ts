// SPDX-License-Identifier: Apache-2.0
// Commands as somebody with exactly the roles that `rbac` prints, on a real API server; and without each of their rules.
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { parseAllDocuments } from 'yaml'
import { KINDS } from '../../src/lib/kinds/index.ts'
import { connect, type Json } from '../contract/api.ts'
import { runCli } from '../harness/run-cli.ts'
import { tempFolder } from '../harness/temp-folder.ts'
import { type Lab, type LabServer, startLab } from './cluster.ts'

const RBAC = '/apis/rbac.authorization.k8s.io/v1'
const BUILT_IN = new Set(['', 'apps', 'batch', 'policy', 'apiextensions.k8s.io'])
/** Two kinds of one name in one group are one definition. */
const CUSTOM = [
  ...new Map(
    KINDS.filter(({ group }) => !BUILT_IN.has(group)).map((kind) => [`${kind.plural}.${kind.group}`, kind] as const),
  ).values(),
]

let lab: Lab
let server: LabServer
let admin: ReturnType<typeof connect>

beforeAll(async () => {
  lab = await startLab(['all'])
  server = lab.servers[0]!
  admin = connect({ url: server.url, ca: server.ca, token: server.tokens.admin })
  for (const { group, versions, kind, plural, namespaced } of CUSTOM)
    await admin.post('/apis/apiextensions.k8s.io/v1/customresourcedefinitions', {
      apiVersion: 'apiextensions.k8s.io/v1',
      kind: 'CustomResourceDefinition',
      metadata: {
        name: `${plural}.${group}`,
        annotations: { 'api-approved.kubernetes.io': 'unapproved, for a test' },
      },
      spec: {
        group,
        scope: namespaced ? 'Namespaced' : 'Cluster',
        names: { plural, singular: kind.toLowerCase(), kind, listKind: `${kind}List` },
        versions: [
          {
            name: versions[0] ?? 'v1alpha1',
            served: true,
            storage: true,
            schema: { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } },
          },
        ],
      },
    })
  await vi.waitFor(
    async () => {
      for (const { group, versions, plural } of CUSTOM)
        expect((await admin.get(`/apis/${group}/${versions[0] ?? 'v1alpha1'}/${plural}`)).status).toBe(200)
    },
    { timeout: 120_000, interval: 500 },
  )
})
afterAll(() => lab?.stop())

/** All roles in one cluster, as alice. */
const profile = () => {
  const roles = ['management', 'control-plane=eu', 'hypervisor=hv', 'storage=st']
  const clusters = [{ roles, kubeconfig: server.kubeconfig, context: 'alice@all' }]
  const file = JSON.stringify({ current: 'lab', profiles: { lab: { clusters } } })
  return { C5C3_CONFIG: join(tempFolder({ 'config.yaml': file }), 'config.yaml') }
}

async function rolesFor(command: string): Promise<readonly Json[]> {
  const roles = ['management', 'control-plane', 'hypervisor', 'storage'].flatMap((role) => ['--role', role])
  const { stdout } = await runCli(['rbac', '--for', command, ...roles])
  return parseAllDocuments(stdout)
    .map((document) => document.toJS() as Json)
    .filter(Boolean)
}

/** Grants alice the roles, and nothing that she had before. */
async function grant(rules: readonly Json[]): Promise<void> {
  const role = { apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'ClusterRole', metadata: { name: 'alice' }, rules }
  const binding = {
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'ClusterRoleBinding',
    metadata: { name: 'alice' },
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'alice' },
    subjects: [{ apiGroup: 'rbac.authorization.k8s.io', kind: 'User', name: 'alice' }],
  }
  const apply = (path: string, body: Json) => admin.patch('apply', `${path}?fieldManager=test&force=true`, body)
  expect((await apply(`${RBAC}/clusterroles/alice`, role)).status).toBeLessThan(300)
  expect((await apply(`${RBAC}/clusterrolebindings/alice`, binding)).status).toBeLessThan(300)
}

async function may(verb: string, group: string, resource: string): Promise<boolean> {
  const alice = connect({ url: server.url, ca: server.ca, token: server.tokens.alice })
  const { body } = await alice.post('/apis/authorization.k8s.io/v1/selfsubjectaccessreviews', {
    apiVersion: 'authorization.k8s.io/v1',
    kind: 'SelfSubjectAccessReview',
    spec: { resourceAttributes: { verb, group, resource } },
  })
  return body.status.allowed
}

async function answer(command: string) {
  const { stdout, code } = await runCli([...command.split(' '), '-o', 'json'], { env: profile() })
  const { completeness } = JSON.parse(stdout)
  return { code, complete: completeness.complete as boolean, gaps: completeness.gaps as readonly Json[] }
}

/** How long an API server may take to know a role. */
const SOON = { timeout: 30_000, interval: 200 }

describe.each(['status', 'gitops', 'korc', 'hypervisors'])('%s', (command) => {
  test('with exactly its roles is complete, and without each of their rules incomplete', {
    timeout: 180_000,
  }, async () => {
    const manifests = await rolesFor(command)
    const rules = manifests.filter(({ metadata }) => !metadata.name.endsWith('-namespaced')).flatMap((m) => m.rules)
    await grant(rules)
    const last = rules.filter((rule) => !rule.resourceNames).at(-1)
    await vi.waitFor(async () => expect(await may('list', last.apiGroups[0], last.resources[0])).toBe(true), SOON)
    expect(await answer(command)).toMatchObject({ complete: true, gaps: [] })
    // the UID of kube-system and the scope of --tenant are no part of the answer
    const groups = [...new Set(rules.filter((rule) => !rule.resourceNames).map((rule) => rule.apiGroups[0]))]
    const scope = command === 'status' ? [] : await scopeGroups(command)
    for (const group of groups.filter((each) => !scope.includes(each))) {
      const gone = rules.find((rule) => rule.apiGroups[0] === group && !rule.resourceNames)
      await grant(rules.filter((rule) => rule.apiGroups[0] !== group || rule.resourceNames))
      await vi.waitFor(async () => expect(await may('list', group, gone.resources[0])).toBe(false), SOON)
      const { code, complete, gaps } = await answer(command)
      expect([group, code, complete]).toEqual([group, 3, false])
      expect([group, gaps.every(({ fault }) => fault === 'forbidden')]).toEqual([group, true])
    }
  })
})

/** API groups of which the command reads nothing without --tenant. */
async function scopeGroups(command: string): Promise<readonly string[]> {
  const { NEEDS } = await import('../../src/lib/cli/needs.ts')
  const needs = NEEDS[command.replaceAll(' ', ':')]?.needs ?? []
  const needed = new Set(needs.filter(({ part }) => part === undefined).map(({ group }) => group))
  return needs.flatMap(({ group }) => (needed.has(group) ? [] : [group]))
}
