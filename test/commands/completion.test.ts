// SPDX-License-Identifier: Apache-2.0
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { delimiter, dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ALIASES } from '../../src/lib/cli/oclif/aliases.ts'
import { COMMANDS } from '../../src/lib/cli/oclif/registry.ts'
import { json, startFaultServer, status } from '../faults/server.ts'
import '../harness/demos.ts'
import { runCli, type World } from '../harness/run-cli.ts'
import { BIN, spawnFile } from '../harness/spawn-cli.ts'
import { tempFolder } from '../harness/temp-folder.ts'

/** The completions for a line whose last, possibly empty, argument is being typed, and the directive for the shell. */
async function offered(line: string, world: World = {}) {
  const env = { C5C3_COMPLETION_TIMEOUT_MS: '20000', ...world.env }
  const { stdout, stderr, code } = await runCli(['__complete', ...line.split(' ')], { ...world, env })
  expect({ stderr, code }).toEqual({ stderr: '', code: 0 })
  const lines = stdout.trimEnd().split('\n')
  return { words: lines.slice(0, -1).map((text) => text.split('\t')[0]), files: lines.at(-1), lines }
}

const kubeconfig = (server: string) =>
  [
    'apiVersion: v1',
    'kind: Config',
    'current-context: mgmt',
    'clusters: [{ name: c, cluster: { server: "SERVER" } }]'.replace('SERVER', server),
    'users: [{ name: u, user: { token: t } }]',
    'contexts: [{ name: mgmt, context: { cluster: c, user: u } }, { name: hv-a, context: { cluster: c, user: u } }]',
  ].join('\n')

describe('completion', () => {
  it('offers every command with its summary', async () => {
    const { words, lines } = await offered('')
    expect(words).toEqual(
      [...new Set([...Object.keys(COMMANDS).map((id) => id.split(':')[0]), ...Object.keys(ALIASES)])].sort(),
    )
    expect(lines).toContainEqual(expect.stringMatching(/^status\t\w+/))
  })

  it.each([
    ['contexts ', ['check', 'discover', 'profiles', 'use']],
    ['contexts c', ['check']],
    ['sta', ['status']],
    ['hv', ['hv']],
    ['hv s', ['show']],
    ['cs ver', ['verify']],
    ['cred --exp', ['--expiring']],
    ['status --output=js', ['json', 'jsonl', 'jsonpath=']],
    ['status -o j', ['json', 'jsonl', 'jsonpath=', 'junit']],
    ['status --color ', ['always', 'auto', 'never']],
    ['status --color=al', ['always']],
    ['status --req', ['--request-timeout']],
    ['status --ascii --asc', []],
    ['tree --storage-context a=b --storage-', ['--storage-context']],
    ['status --demo hea', ['healthy']],
    ['demo serve hyp', ['hypervisor-draining']],
    ['completion ', ['bash', 'fish', 'powershell', 'zsh']],
    ['schema Tr', ['Tree']],
    ['explain database-not', ['database-not-ready']],
    ['tui p', ['pools', 'problems']],
    ['rbac --for ceph-secrets:', ['ceph-secrets:sync', 'ceph-secrets:verify']],
    ['wait customer-a-prod --for ', ['condition=', 'deleted', 'healthy', 'jsonpath=', 'phase=']],
    ['check secrets', ['secrets']],
    ['check storage secrets', ['secrets']],
    ['status -- --', []],
    ['nonsense ', []],
    ['status --nonsense=', []],
  ])('after "%s" offers %j', async (line, expected) => {
    const found = await offered(line)
    expect([...found.words].sort()).toEqual(expected)
  })

  it('drops names from a hostile API server that a shell would execute or split', async () => {
    const namespace = { name: 'namespaces', kind: 'Namespace', namespaced: false, singularName: '', verbs: ['list'] }
    const names = [
      'good',
      'a.b-c.d0',
      '$(touch x)',
      '`touch x`',
      'a\nb',
      'a b',
      'a;b',
      '-n',
      '',
      'Upper',
      'x'.repeat(254),
    ]
    const server = await startFaultServer({
      handler: ({ path }) => {
        if (path === '/api') return json({ kind: 'APIVersions', versions: ['v1'] })
        if (path === '/apis') return json({ kind: 'APIGroupList', apiVersion: 'v1', groups: [] })
        if (path === '/api/v1') return json({ kind: 'APIResourceList', groupVersion: 'v1', resources: [namespace] })
        if (path !== '/api/v1/namespaces') return status(404, 'NotFound')
        const items = names.map((name) => ({ apiVersion: 'v1', kind: 'Namespace', metadata: { name, uid: 'u' } }))
        return json({ kind: 'NamespaceList', apiVersion: 'v1', metadata: {}, items })
      },
    })
    const ca = Buffer.from(server.ca).toString('base64')
    const config = kubeconfig(`${server.url}", certificate-authority-data: "${ca}`)
    const { words } = await offered('status -n ', { home: tempFolder({ '.kube/config': config }) })
    await server.close()
    expect(words).toEqual(['a.b-c.d0', 'good'])
  })

  it.each([
    ['status --demo healthy customer-', ['customer-a-prod', 'customer-b-staging']],
    ['tree --only-problems --demo healthy fin', ['finance-prod']],
    ['pools show --demo=healthy st-', ['st-pool-a', 'st-pool-b']],
    ['pools impact --demo healthy hv-a-00', Array.from({ length: 9 }, (_, i) => `hv-a-00${i + 1}`)],
    ['korc import-bootstrap --demo healthy customer-a', ['customer-a-prod-x7k2p']],
    ['ceph-secrets sync --demo healthy --claim fin', ['finance-prod']],
    ['status --demo healthy --pool hv-pool-c', ['hv-pool-compliance']],
    ['status --demo healthy customer-a-prod ', []],
  ])('after "%s" offers names from the clusters: %j', async (line, expected) => {
    expect((await offered(line)).words).toEqual(expected)
  })

  it('offers commands after global flags, and values of those flags', async () => {
    expect((await offered('--context x sta')).words).toEqual(['status'])
    expect((await offered('--debug --color ')).words).toEqual(['auto', 'always', 'never'])
  })

  it('offers the contexts of the kubeconfig', async () => {
    const home = tempFolder({ '.kube/config': kubeconfig('https://127.0.0.1:1') })
    const env = { KUBECONFIG: join(home, '.kube', 'config') }
    expect((await offered('status --context ', { home, env })).words).toEqual(['hv-a', 'mgmt'])
    expect((await offered('status --hypervisor-context pool=h', { home, env })).words).toEqual(['pool=hv-a'])
    const named = `status --kubeconfig ${join(home, '.kube', 'config')} --context `
    expect((await offered(named, { home, cwd: tempFolder() })).words).toEqual(['hv-a', 'mgmt'])
  })

  it.each([
    ['status --kubeconfig ', ':0'],
    ['check --baseline ', ':0'],
    ['korc import-bootstrap --from ', ':0'],
    ['apply ', ':0'],
    ['status --demo ./fl', ':0'],
    ['status --demo nosuch', ':4'],
    ['contexts use ', ':4'],
    ['status --profile ', ':4'],
    ['status ', ':4'],
  ])('leaves file names to the shell where a file is expected: "%s" %s', async (line, files) => {
    expect((await offered(line)).files).toBe(files)
  })

  it('gives up on a cluster that does not answer, without output', async () => {
    const silent = createServer(() => {}).listen(0, '127.0.0.1')
    await once(silent, 'listening')
    const home = tempFolder({ config: kubeconfig(`https://127.0.0.1:${(silent.address() as AddressInfo).port}`) })
    const env = { KUBECONFIG: join(home, 'config'), C5C3_COMPLETION_TIMEOUT_MS: '50' }
    expect(await offered('status ', { home, env })).toMatchObject({ words: [], files: ':4' })
    silent.close()
  })

  it.each([
    ['kubectl-c5c3 completion po', ['powershell']],
    ['kubectl-c5c3 status --color=', ['always', 'auto', 'never']],
    ['kubectl-c5c3 status --color=n', ['never']],
    ['kubectl-c5c3 status --storage-context a=m', ['mgmt']],
    ['kubectl-c5c3 rbac --for ceph-secrets:', ['sync', 'verify']],
    ['kubectl-c5c3 rbac --for ceph-secrets:s', ['sync']],
  ])('in bash, "%s" becomes %j', async (line, expected) => {
    const home = tempFolder({ config: kubeconfig('https://127.0.0.1:1') })
    const { stdout } = await runCli(['completion', 'bash'])
    // bash splits at = and : before it calls the completion.
    const parts = line.split(/([=:])|\s+/).filter((part) => part !== undefined && part !== '')
    const script = [
      stdout,
      `COMP_LINE='${line}' COMP_POINT=${line.length}`,
      `COMP_WORDS=(${parts.map((part) => `'${part}'`).join(' ')}) COMP_CWORD=${parts.length - 1}`,
      `_kubectl_c5c3; printf '%s\\n' "\${COMPREPLY[@]}"`,
    ].join('\n')
    writeFileSync(join(home, 'test.sh'), script)
    const env = {
      PATH: [dirname(process.execPath), dirname(BIN), process.env['PATH']].join(delimiter),
      KUBECONFIG: join(home, 'config'),
    }
    const ran = await spawnFile('bash', [join(home, 'test.sh')], { home, env })
    expect(ran.stderr.toString()).toBe('')
    expect(ran.stdout.toString().trim().split('\n').sort()).toEqual(expected)
  })
})
