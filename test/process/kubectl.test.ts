// SPDX-License-Identifier: Apache-2.0
// kubectl c5c3 kubectl as a process: the input of kubectl, the files left behind, and the exit.
import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { discoveryFleet } from '../harness/discovery-fleet.ts'
import { kubeconfigFor, type Landscape, startLandscape } from '../harness/landscape.ts'
import { type SpawnWorld, spawnCli } from '../harness/spawn-cli.ts'
import { tempFolder } from '../harness/temp-folder.ts'

/** Records its input, then does what DO says. */
const STUB = `#!/bin/sh
printf '%s\\0' "$@" > "$SEEN/argv"
env > "$SEEN/env"
cat "$KUBECONFIG" > "$SEEN/first" 2>/dev/null
cat "$KUBECONFIG" > "$SEEN/second" 2>/dev/null
tr '\\0' ' ' < /proc/$PPID/cmdline > "$SEEN/parent"
ls -R "$TMPDIR" > "$SEEN/files"
ls -d /dev/shm/c5c3-* >> "$SEEN/files" 2>/dev/null
eval "$DO"
`

const PROFILES = (kubeconfig: string) => {
  const clusters = [
    { roles: ['management'], kubeconfig, context: 'management' },
    { roles: ['storage=st-pool-a'], from: 'ProviderConfig st-pool-a' },
  ]
  const profiles = { open: { clusters }, closed: { clusters, readOnly: true }, guarded: { clusters, protected: true } }
  return JSON.stringify({ current: 'open', profiles })
}

let landscape: Landscape
beforeAll(async () => {
  landscape = await startLandscape(discoveryFleet())
})

async function run(argv: readonly string[], Do = '', world: SpawnWorld = {}) {
  const bin = tempFolder({ kubectl: STUB })
  chmodSync(join(bin, 'kubectl'), 0o700)
  const home = world.home ?? tempFolder({ '.kube/config': kubeconfigFor(landscape, ['management', 'garden']) })
  const [seen, tmp] = [tempFolder(), tempFolder()]
  const PATH = `${bin}:${process.env['PATH']}`
  const exited = await spawnCli(argv, { ...world, home, env: { PATH, SEEN: seen, TMPDIR: tmp, DO: Do, ...world.env } })
  const read = (name: string) => (existsSync(join(seen, name)) ? readFileSync(join(seen, name), 'utf8') : undefined)
  return { ...exited, read, argv: read('argv')?.split('\0').slice(0, -1), error: exited.stderr.toString(), tmp, home }
}

const DISCOVERED = '@storage/st-pool-a'
const leftovers = () => readdirSync('/dev/shm').filter((name) => name.startsWith('c5c3-'))

describe('kubectl c5c3 kubectl', () => {
  it('passes a discovered cluster without a credential in arguments, environment or a file', async () => {
    const { code, argv, read, tmp } = await run(['kubectl', DISCOVERED, '--', '-n', 'rook-ceph', 'get', 'pods'])
    expect(code).toBe(0)
    expect(argv).toEqual(['-n', 'rook-ceph', 'get', 'pods'])
    const { url, token } = landscape.clusters.find(({ key }) => key === 'storage.st-pool-a')!
    const kubeconfig = JSON.parse(read('first') ?? '')
    expect(kubeconfig.clusters[0].cluster.server).toBe(url)
    expect(kubeconfig.users[0].user.token).toBe(token)
    // kubectl opens it more than once.
    expect(read('second')).toBe(read('first'))
    for (const place of ['argv', 'env', 'parent']) expect(read(place)).not.toContain(token)
    expect(read('files')?.trim()).toBe(`${tmp}:`)
    expect(readdirSync(tmp)).toEqual([])
  })

  it("uses the user's own context and copies nothing", async () => {
    const { argv, read } = await run(['kubectl', '--as', 'vera', '@management', '--', 'get', 'pods'])
    expect(argv).toEqual(['--context=management', '--as=vera', 'get', 'pods'])
    expect(read('env')).not.toContain('KUBECONFIG=')
  })

  it('names a kubeconfig that kubectl would not read by default, and puts flags after a plugin', async () => {
    const file = join(tempFolder({ other: kubeconfigFor(landscape, ['management']) }), 'other')
    const { argv } = await run(['kubectl', '--kubeconfig', file, '--allow-writes', '@management', '--', 'tree', 'x'])
    expect(argv).toEqual(['tree', `--kubeconfig=${file}`, '--context=management', 'x'])
  })

  it('passes arguments, stdin, output and exit code through', async () => {
    const words = ['exec', 'pod', '--', 'sh', '-c', 'a "$(b)"', '--token', '']
    const { code, argv, stdout, error } = await run(
      ['kubectl', '--allow-writes', DISCOVERED, '--', ...words],
      'cat; echo said >&2; exit 7',
      { stdio: ['pipe', 'pipe', 'pipe'], during: ({ stdin }) => void stdin?.end('typed') },
    )
    expect([code, stdout.toString(), error]).toEqual([7, 'typed', 'said\n'])
    expect(argv).toEqual(words)
  })

  it.each([['SIGINT', 130] as const, ['SIGTERM', 143] as const])(
    'forwards %s and leaves no file',
    async (name, exit) => {
      const before = leftovers()
      const ready = 'trap "echo ended; exit 0" INT TERM; echo ready; while :; do sleep 0.1; done'
      const { code, stdout, tmp } = await run(['kubectl', DISCOVERED, '--', 'get', 'pods', '-w'], ready, {
        during: (child) => void child.stdout?.once('data', () => child.kill(name)),
      })
      expect([code, stdout.toString()]).toEqual([exit, 'ready\nended\n'])
      expect([leftovers(), readdirSync(tmp)]).toEqual([before, []])
    },
  )

  it('returns the exit code of a shell if kubectl is killed', async () => {
    expect((await run(['kubectl', DISCOVERED, '--', 'get', 'pods'], 'kill -9 $$')).code).toBe(137)
  })

  it.each([
    ['delete pod x', 4, 'may change the cluster'],
    ['rook-ceph health', 4, 'may change the cluster'],
    ['get pods --context other', 2, '--context would address another cluster'],
    ['config view --raw', 2, 'does not address a cluster'],
  ])('does not run %s', async (line, exit, message) => {
    const { code, argv, error } = await run(['kubectl', DISCOVERED, '--', ...line.split(' ')])
    expect([code, argv]).toEqual([exit, undefined])
    expect(error).toContain(message)
  })

  it.each([
    ['@nowhere', 2, 'cluster "nowhere" not found'],
    ['@storage/gone', 2, 'not found'],
    ['@unknown/trap-exec', 7, 'not accepted from a cluster'],
  ])('runs nothing for %s', async (cluster, exit, message) => {
    const { code, argv, error } = await run(['kubectl', cluster, '--', 'get', 'pods'])
    expect([code, argv]).toEqual([exit, undefined])
    expect(error).toContain(message)
  })

  it('reports that kubectl is missing', async () => {
    const { code, error } = await run(['kubectl', DISCOVERED, '--', 'get', 'pods'], '', { env: { PATH: '/nowhere' } })
    expect([code, error.split('\n')[0]]).toEqual([2, 'error: kubectl is not on the PATH'])
  })

  it('reports that kubectl cannot be started, and leaves no file', async () => {
    const before = leftovers()
    const bin = tempFolder({ kubectl: '#!/nowhere/sh\n' })
    chmodSync(join(bin, 'kubectl'), 0o700)
    const { code, error } = await run(['kubectl', DISCOVERED, '--', 'get', 'pods'], '', { env: { PATH: bin } })
    expect([code, error.split('\n')[0]]).toEqual([2, `error: ${bin}/kubectl cannot be started: ENOENT`])
    expect(leftovers()).toEqual(before)
  })

  it('enforces the protection of a profile', async () => {
    const home = tempFolder({ '.kube/config': kubeconfigFor(landscape, ['management']) })
    const config = join(tempFolder({ 'config.yaml': PROFILES(join(home, '.kube/config')) }), 'config.yaml')
    const inProfile = (...argv: string[]) => run(['kubectl', ...argv], '', { home, env: { C5C3_CONFIG: config } })
    const write = ['--allow-writes', DISCOVERED, '--', 'delete', 'pod', 'x']
    expect((await inProfile('--profile', 'open', ...write)).argv).toEqual(['delete', 'pod', 'x'])
    expect((await inProfile('--profile', 'closed', ...write)).error).toContain('profile closed is read-only')
    expect((await inProfile('--profile', 'closed', DISCOVERED, '--', 'get', 'pods')).code).toBe(0)
    expect((await inProfile('--profile', 'guarded', ...write)).error).toContain('profile guarded is protected')
    expect((await inProfile('--profile', 'guarded', '--confirm-profile', 'guarded', ...write)).code).toBe(0)
  })

  const hasKubectl = spawnSync('kubectl', ['version', '--client']).status === 0
  it.skipIf(!hasKubectl)('works with a real kubectl, for a discovered cluster and for a demo', async () => {
    const home = tempFolder({ '.kube/config': kubeconfigFor(landscape, ['management', 'garden']) })
    const found = await spawnCli(['kubectl', DISCOVERED, '--', 'get', 'cephclusters', '-A', '-o', 'name'], { home })
    expect([found.code, found.stdout.toString()]).toEqual([0, 'cephcluster.ceph.rook.io/rook-ceph\n'])
    const demo = ['kubectl', '--demo', 'one-cluster', '@management', '--', 'get', 'namespaces', '-o', 'name']
    expect((await spawnCli(demo)).stdout.toString()).toContain('namespace/kube-system\n')
  })
})
