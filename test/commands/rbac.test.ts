// SPDX-License-Identifier: Apache-2.0
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parseAllDocuments } from 'yaml'
import { COMMANDS } from '../../src/lib/cli/oclif/registry.ts'
import { Interrupted } from '../../src/lib/cli/process/interrupted.ts'
import { renderKubeconfig } from '../../src/lib/embedded/scenario/kubeconfig.ts'
import { ROLES } from '../../src/lib/model/landscape/role.ts'
import { COMMAND_PERMISSIONS, watchedNeeds } from '../../src/lib/topics/rbac/command-permissions.ts'
import { expectGolden, expectGoldenJson } from '../harness/golden.ts'
import { startLandscape } from '../harness/landscape.ts'
import { ROOT, runCli, words } from '../harness/run-cli.ts'
import { expectValid } from '../harness/schemas.ts'
import { tempFolder } from '../harness/temp-folder.ts'

interface Rule {
  readonly apiGroups: string[]
  readonly resources: string[]
  readonly verbs: string[]
  readonly resourceNames?: string[]
}
interface Manifest {
  readonly kind: string
  readonly metadata: { readonly name: string; readonly namespace?: string }
  readonly rules: readonly Rule[]
}

async function manifests(line: string): Promise<readonly Manifest[]> {
  const { stdout, stderr, code } = await runCli(words(line))
  expect([code, stderr]).toEqual([0, ''])
  return parseAllDocuments(stdout)
    .map((document) => document.toJS() as Manifest | null)
    .filter((manifest) => manifest !== null)
}

describe('rbac', () => {
  it('prints the roles of write commands as YAML for kubectl', async () => {
    await expectGolden('rbac/ceph-secrets-sync', 'rbac --for "ceph-secrets sync"')
    await expectGoldenJson('rbac/ceph-secrets-sync', 'rbac --for "ceph-secrets sync" --role storage')
    await expectGolden('rbac/korc-import', 'rbac --for "korc import-bootstrap" -n openstack')
  })

  it('prints the permissions of cluster discovery only on request', async () => {
    await expectGolden('rbac/discovery', 'rbac --for contexts --role management --role garden --discovery')
    const all = await manifests('rbac --for contexts')
    expect(all.map(({ metadata }) => metadata.name)).toEqual(ROLES.map((role) => `c5c3-${role}-contexts`))
  })

  it('for commands that only open clusters prints the permission to identify them', async () => {
    const [first] = await manifests('rbac --for contexts --role storage')
    expect(first?.rules).toEqual([
      { apiGroups: [''], resources: ['namespaces'], resourceNames: ['kube-system'], verbs: ['get'] },
    ])
    expect(await manifests('rbac --for "korc import-bootstrap" --role storage')).toEqual([])
  })

  it('for a view prints what that view reads', async () => {
    await expectGolden('rbac/korc', 'rbac --for korc')
  })

  it('for a command without requests prints nothing to apply', async () => {
    await expectGolden('rbac/explain', 'rbac --for explain')
  })

  it('read roles grant only get, list and watch, and Secrets only by namespaced bindings', async () => {
    const all = await manifests('rbac')
    expect(all.length).toBeGreaterThan(5)
    for (const { metadata, rules } of all)
      for (const { verbs, resources, apiGroups } of rules) {
        expect(verbs.filter((verb) => !['get', 'list', 'watch'].includes(verb))).toEqual([])
        expect([...resources, ...apiGroups]).not.toContain('*')
        if (resources.includes('secrets')) expect(metadata.name).toMatch(/-namespaced$/)
      }
  })

  it('names are unique per cluster role', async () => {
    const all = await manifests('rbac --discovery')
    const names = all.map(({ kind, metadata: { name, namespace = '' } }) => `${kind} ${namespace}/${name}`)
    expect(new Set(names).size).toBe(names.length)
  })

  it('an unknown command is an error with the closest one, and an unknown role with the available ones', async () => {
    await expectGolden('rbac/slip', 'rbac --for "contexts chek"')
    expect((await runCli(['rbac', '--role', 'kitchen'])).code).toBe(2)
  })
})

const POLLED = 'live → polled  may not be watched: everything'

describe('rbac --watch', () => {
  it('adds watch to kinds listed by commands with -w, and to no other', async () => {
    await expectGolden('rbac/watch', 'rbac --for korc --watch')
    expect(await manifests('rbac --for "korc import-bootstrap" --watch')).toEqual(
      await manifests('rbac --for "korc import-bootstrap"'),
    )
    const verbs = (await manifests('rbac --for credentials --watch'))
      .filter(({ metadata }) => metadata.name.endsWith('-namespaced'))
      .flatMap(({ rules }) => rules.map((rule) => rule.verbs))
    expect(verbs.length).toBeGreaterThan(0)
    for (const each of verbs) expect(each).toEqual(['list', 'watch'])
  })

  it('covers all commands with -w', async () => {
    const takers = await Promise.all(
      Object.entries(COMMANDS).map(async ([id, load]) => {
        return 'watch-only' in ((await load()).default.flags ?? {}) ? [id] : []
      }),
    )
    expect(takers.flat().length).toBeGreaterThan(8)
    expect(Object.keys(COMMAND_PERMISSIONS).filter((id) => watchedNeeds(id) !== undefined)).toEqual(
      takers.flat().sort(),
    )
  })

  it('users with exactly these roles watch everything with -w; without the flag the kinds are listed at an interval', async () => {
    const fleet = await startLandscape(join(ROOT, 'fleets', 'one-cluster'))
    const [cluster] = fleet.clusters
    if (!cluster) throw new Error('no cluster')
    const watched = async (line: string, duration: string) => {
      const access = (await manifests(line))
        .flatMap(({ rules }) => rules)
        .map(({ verbs, apiGroups, resources, resourceNames }) => ({
          verbs,
          groups: apiGroups,
          resources,
          ...(resourceNames ? { names: resourceNames } : {}),
        }))
      const { url, ca } = cluster
      const kubeconfig = renderKubeconfig([{ context: 'all', url, ca, token: cluster.addUser(line, access) }])
      const file = join(tempFolder({ kubeconfig }), 'kubeconfig')
      const at = ['--kubeconfig', file, '--control-plane-context', 'cp=all', '--context', 'all']
      const stop = new AbortController()
      const onStdout = (text: string) => {
        if (text.includes(POLLED)) stop.abort(new Interrupted('SIGINT', 130))
      }
      const world = { onStdout, signal: stop.signal }
      return (await runCli(['korc', '-w', '--duration', duration, ...at], world)).stdout
    }
    expect(await watched('rbac --for korc', '25s')).toContain(POLLED)
    const live = await watched('rbac --for korc --watch', '1s')
    expect(live).toContain('1/1 clusters read')
    expect(live).not.toContain('polled')
  })
})

describe('rbac --check', () => {
  it('shows missing permissions, and the commands that need them', async () => {
    await expectGolden('rbac/check', 'rbac --check --for check --for status --demo forbidden-secrets')
    await expectGoldenJson('rbac/check', 'rbac --check --for korc --role control-plane --demo forbidden-secrets')
  })

  it('finds nothing for a user with all permissions', async () => {
    await expectGolden('rbac/check-all', 'rbac --check --for tree --demo healthy')
  })

  it('an unreachable cluster is a gap', async () => {
    const { stdout, code } = await runCli(
      words('rbac --check --for status --demo ./test/fleets-small/storage-dark -o json'),
      { cwd: ROOT },
    )
    const report = JSON.parse(stdout)
    expectValid(report, 'rbac --check')
    expect([code, report.verdict, report.completeness.complete]).toEqual([3, 'unknown', false])
  })

  it('finds nothing for a user with exactly the roles, and exactly one missing rule without it', async () => {
    const fleet = await startLandscape(join(ROOT, 'fleets', 'one-cluster'))
    const [cluster] = fleet.clusters
    if (!cluster) throw new Error('no cluster')
    const rules = (await manifests('rbac --for korc')).flatMap((manifest) => manifest.rules)
    const login = (name: string, some: readonly Rule[]) => {
      const access = some.map(({ verbs, apiGroups, resources, resourceNames }) => ({
        verbs,
        groups: apiGroups,
        resources,
        ...(resourceNames ? { names: resourceNames } : {}),
      }))
      const { url, ca } = cluster
      const kubeconfig = renderKubeconfig([{ context: 'all', url, ca, token: cluster.addUser(name, access) }])
      return join(tempFolder({ kubeconfig }), 'kubeconfig')
    }
    const check = async (file: string) => {
      const line = ['rbac', '--check', '--for', 'korc', '--kubeconfig', file, '--control-plane-context', 'cp=all']
      return runCli([...line, '--context', 'all', '-o', 'json'])
    }
    expect((await check(login('exact', rules))).code).toBe(0)
    const less = rules.filter(({ apiGroups }) => !apiGroups.includes('openstack.k-orc.cloud'))
    const { stdout, code } = await check(login('less', less))
    const lacking = (
      JSON.parse(stdout).clusters as { permissions: { resource: string; allowed: boolean; onlyFor?: string }[] }[]
    )
      .flatMap(({ permissions }) => permissions)
      .filter(({ allowed, onlyFor }) => !allowed && onlyFor === undefined)
    expect(code).toBe(1)
    expect(lacking.length).toBeGreaterThan(5)
    expect(lacking.every(({ resource }) => resource.endsWith('.openstack.k-orc.cloud'))).toBe(true)
  })
})
