// SPDX-License-Identifier: Apache-2.0
// -n, -A and -l: what they select, how the output shows the selection, and a user with access to one namespace only.
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Manifest } from '../../../src/lib/embedded/json.ts'
import { loadFleetFolder } from '../../../src/lib/embedded/scenario/fleet-folder.ts'
import { type EmbeddedFleet, startFleet } from '../../../src/lib/embedded/start.ts'
import { FLEETS } from '../../fleets/fleet.ts'
import { expectGolden } from '../../harness/golden.ts'
import { kubeconfigFor } from '../../harness/landscape.ts'
import { type Ran, runCli, words } from '../../harness/run-cli.ts'
import { expectValid } from '../../harness/schemas.ts'
import { tempFolder } from '../../harness/temp-folder.ts'

const LABELS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'customer-a-prod': { env: 'prod', tier: 'gold' },
  'customer-b-staging': { env: 'staging' },
  'finance-prod': { env: 'prod' },
  'us-east-1': { env: 'prod', edge: '' },
  'hv-pool-a': { rack: '1' },
  'st-pool-a': { rack: '1', media: 'nvme' },
}
const LABELLED = new Set(['OpenStackCluster', 'ControlPlane', 'HypervisorCluster', 'StorageCluster'])
/** The only namespace that the viewer can read. */
const NAMESPACE = 'tenant-customer-a'

const GRANT = [
  {
    kind: 'Role',
    metadata: { name: 'view', namespace: NAMESPACE },
    rules: [{ apiGroups: ['*'], resources: ['*'], verbs: ['get', 'list', 'watch'] }],
  },
  {
    kind: 'RoleBinding',
    metadata: { name: 'view', namespace: NAMESPACE },
    subjects: [{ kind: 'User', name: 'viewer', apiGroup: 'rbac.authorization.k8s.io' }],
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: 'view' },
  },
].map((object) => ({ apiVersion: 'rbac.authorization.k8s.io/v1', ...object }))

let fleet: EmbeddedFleet
let home: string

beforeAll(async () => {
  const { now, members } = await loadFleetFolder(join(FLEETS, 'healthy'))
  const labelled = (object: Manifest): Manifest => {
    const labels = LABELLED.has(object.kind) ? LABELS[object.metadata.name] : undefined
    return labels ? { ...object, metadata: { ...object.metadata, labels } } : object
  }
  fleet = await startFleet({
    now,
    members: members.map((member) => ({
      ...member,
      objects: [...member.objects.map(labelled), ...(member.key === 'management' ? GRANT : [])],
    })),
  })
  const keys = fleet.clusters.map(({ key }) => key)
  const clusters = fleet.clusters.map(({ key, roles }) => ({
    roles: roles.map(({ role, name }) => (role === name ? role : `${role}=${name}`)),
    kubeconfig: 'k.yaml',
    context: key,
  }))
  home = tempFolder({
    '.config/c5c3/config.yaml': JSON.stringify({ current: 'demo', profiles: { demo: { clusters } } }),
    '.config/c5c3/k.yaml': kubeconfigFor(fleet, keys),
  })
})

afterAll(() => fleet.close())

const run = (line: string): Promise<Ran> => runCli(words(line), { home, now: fleet.now })

interface Document {
  readonly kind: string
  readonly verdict: string
  readonly exitCode: number
  readonly scope?: Readonly<Record<string, string>>
  readonly completeness: { readonly complete: boolean; readonly gaps: readonly { readonly message: string }[] }
  readonly [field: string]: unknown
}

async function answer(line: string): Promise<Document> {
  const { stdout, code } = await run(`${line} -o json`)
  const document = JSON.parse(stdout) as Document
  expectValid(document, line)
  expect(document.exitCode).toBe(code)
  return document
}

const namesOf = (rows: unknown) => (rows as readonly { name: string }[]).map(({ name }) => name).sort()
const poolsOf = (regions: unknown) => (regions as readonly { pools: unknown }[]).flatMap(({ pools }) => namesOf(pools))

describe('-l', () => {
  it.each([
    ['env=prod', ['customer-a-prod', 'finance-prod', 'us-east-1']],
    ['env==prod,tier', ['customer-a-prod']],
    ['env!=prod', ['customer-b-staging', 'internal-prod']],
    ['"env in (staging, test)"', ['customer-b-staging']],
    ['"env notin (prod)"', ['customer-b-staging', 'internal-prod']],
    ['edge', ['us-east-1']],
    ['!env', ['internal-prod']],
  ])('status -l %s', async (selector, names) => {
    const status = await answer(`status -l ${selector}`)
    expect(namesOf(status['clusters'])).toEqual(names)
    expect(status.scope).toEqual({ selector: selector.replaceAll('"', '') })
    expect(namesOf((await answer(`tree --depth 0 -l ${selector}`))['roots'])).toEqual(names)
  })

  it('selects pools by their own labels', async () => {
    expect(poolsOf((await answer('pools -l rack=1'))['regions'])).toEqual(['hv-pool-a', 'st-pool-a'])
    expect(poolsOf((await answer('pools capacity -l media=nvme'))['regions'])).toEqual(['st-pool-a'])
  })

  it('is shown in the output', async () => {
    expect((await run('status -l env=prod -n tenant-finance')).stdout).toMatch(
      /^✔ OpenStack cluster finance-prod is healthy · [\s\S]*\n9 of 9 clusters read in full · only -n tenant-finance -l env=prod\n$/,
    )
    expect((await run('tree -l edge --depth 0')).stdout).toContain(' · only -l edge · healthy · exit 0\n')
    expect((await run('pools -l "rack in (1,2)"')).stdout).toContain(" · only -l 'rack in (1,2)'")
    expect(await answer('status')).not.toHaveProperty('scope')
  })

  it('without a match is exit 8', async () => {
    for (const line of ['status -l env=none', 'tree -l env=none']) {
      const { code, stdout, stderr } = await run(line)
      expect({ code, stdout }).toEqual({ code: 8, stdout: '' })
      expect(stderr).toContain('error: no OpenStack cluster matches -l env=none\nhint: available: customer-a-prod, ')
    }
    const { code, stderr } = await run('pools -l rack=9')
    expect(code).toBe(8)
    expect(stderr).toContain('error: no pool matches -l rack=9\n')
  })

  it.each([
    [
      'status -l "env in prod"',
      'error: --selector: invalid selector "env in prod": ( is missing: write "env in (a,b)"',
    ],
    ['pools -l env=prod,', 'error: --selector: invalid selector "env=prod,": nothing follows the last comma'],
    ['status finance-prod -l env', 'error: a name ("finance-prod") and -l are mutually exclusive'],
    ['tree finance-prod -l env', 'error: a name ("finance-prod") and -l are mutually exclusive'],
    ['pools capacity hv-pool-a -l env', 'error: a name ("hv-pool-a") and -l are mutually exclusive'],
  ])('%s is a usage error: exit 2 without a request', async (line, message) => {
    // There is no kubeconfig: a command that opens clusters would fail with that error instead.
    const { code, stdout, stderr } = await runCli(words(line))
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toContain(message)
  })
})

describe('-n and -A', () => {
  it('-n selects the claims of a namespace with all their dependencies', async () => {
    const status = await answer('status -n tenant-customer-b')
    expect(namesOf(status['clusters'])).toEqual(['customer-b-staging'])
    expect(namesOf(status['pools'])).toEqual(['hv-pool-a', 'st-pool-a'])
    expect(status).toMatchObject({ verdict: 'healthy', exitCode: 0, scope: { namespace: 'tenant-customer-b' } })
    expect(namesOf((await answer('status -n openstack'))['clusters'])).toEqual(['us-east-1'])
    expect(poolsOf((await answer('pools -n infrastructure'))['regions'])).toContain('st-pool-b')
  })

  it('-n limits the search for a name, and still finds cluster-scoped objects', async () => {
    const keystone = 'tree Keystone/keystone --depth 0'
    expect((await run(keystone)).code).toBe(2)
    const found = await answer(`${keystone} -n openstack-finance-prod-c6zrd`)
    expect(found['roots']).toMatchObject([{ namespace: 'openstack-finance-prod-c6zrd' }])
    expect((await run('status customer-a-prod -n tenant-customer-a')).code).toBe(0)
    expect((await run('status customer-a-prod -n tenant-finance')).code).toBe(8)
    expect((await run('tree Hypervisor/hv-a-001 --depth 0 -n tenant-finance')).code).toBe(0)
  })

  it('-A is the default', async () => {
    expect((await run('status -A')).stdout).toBe((await run('status')).stdout)
    expect((await run('pools --all-namespaces')).code).toBe(0)
  })

  it.each([
    ['status -A -n tenant-finance', '-A and -n tenant-finance are mutually exclusive'],
    ['pools -n Tenant/Finance', 'invalid namespace "Tenant/Finance"'],
    ['tree tenant-finance/finance-prod -n infrastructure', 'is in another namespace than -n infrastructure'],
  ])('%s is exit 2', async (line, message) => {
    const { code, stdout, stderr } = await run(line)
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toContain(message)
  })

  it('an unknown namespace is exit 8 with the closest names', async () => {
    const { code, stderr } = await run('status -n tenant-financ')
    expect(code).toBe(8)
    expect(stderr).toBe(
      'error: no OpenStack cluster matches -n tenant-financ\nhint: did you mean: tenant-finance, tenant-internal?\n',
    )
  })
})

describe('a user with access to one namespace of the management cluster', () => {
  const AS = '--as viewer'

  it('sees nothing without -n, reported as unknown and not as absent', async () => {
    const status = await answer(`status ${AS}`)
    expect(status).toMatchObject({ verdict: 'unknown', exitCode: 3, clusters: [] })
    const { code, stderr } = await run(`status customer-a-prod ${AS}`)
    expect(code).toBe(3)
    expect(stderr).toContain('cannot look up OpenStack cluster "customer-a-prod"')
  })

  it('with -n sees the objects there, reported as incomplete', async () => {
    const status = await answer(`status -n ${NAMESPACE} ${AS}`)
    expect(namesOf(status['clusters'])).toEqual(['customer-a-prod'])
    expect(status).toMatchObject({ verdict: 'unknown', exitCode: 3, completeness: { complete: false } })
    expect(status['clusters']).toMatchObject([{ state: 'unknown' }])
    const messages = status.completeness.gaps.map(({ message }) => message)
    expect(messages.some((message) => message.startsWith(`read only in ${NAMESPACE}, forbidden elsewhere`))).toBe(true)
    expect((await run(`status -n ${NAMESPACE} ${AS} --allow-incomplete`)).code).toBe(0)
  })

  it('gets one text message per cluster', async () => {
    const { stdout, stderr } = await run(`status -n ${NAMESPACE} ${AS}`)
    expect(stdout).toContain(`0 of 9 clusters read in full · only -n ${NAMESPACE}\n`)
    expect(stdout).toMatch(/^\? OpenStack cluster customer-a-prod unknown · .* · not everything could be read\n/)
    expect(stderr).toContain(`management: read only in ${NAMESPACE}`)
    expect(stderr.trimEnd().split('\n').length).toBeLessThan(25)
    await expectGolden('status/one-namespace', `status -n ${NAMESPACE} ${AS}`, { home, now: fleet.now })
  })

  it('another namespace is reported as unknown, not as empty', async () => {
    const { code, stderr } = await run(`status -n tenant-finance ${AS}`)
    expect(code).toBe(3)
    expect(stderr).toContain('cannot look up an OpenStack cluster that matches -n tenant-finance')
  })
})
