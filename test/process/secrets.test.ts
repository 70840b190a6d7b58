// SPDX-License-Identifier: Apache-2.0
// No secret in output, arguments or environments, whatever debugging is enabled.
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { kubeconfigFor, type Landscape, small, startLandscape } from '../harness/landscape.ts'
import { runCli, words } from '../harness/run-cli.ts'
import { spawnCli } from '../harness/spawn-cli.ts'
import { tempFolder } from '../harness/temp-folder.ts'

let pools: Landscape
const KEYS = ['management', 'storage.st-pool-a']

beforeAll(async () => {
  pools = await startLandscape(small('pools'))
})

/** Every encoding of a value from which it could be recovered. */
function formsOf(value: string): string[] {
  const bytes = Buffer.from(value)
  const shifted = [0, 1, 2].map((n) =>
    Buffer.concat([Buffer.alloc(n), bytes])
      .toString('base64')
      .replace(/=+$/, '')
      .slice(n === 0 ? 0 : 4, -4),
  )
  return [value, ...shifted, bytes.toString('hex'), bytes.toString('base64url'), [...bytes].join(', ')]
}

function expectNoSecret(text: string, secrets: readonly string[]): void {
  for (const secret of secrets) for (const form of formsOf(secret)) expect(text.includes(form), form).toBe(false)
}

describe('debugging', () => {
  it.each([
    ['--debug', {}, ['--debug']],
    ['DEBUG=*', { DEBUG: '*' }, []],
    ['NODE_DEBUG of the network', { NODE_DEBUG: 'http,https,http2,net,tls,stream,child_process' }, []],
  ] as const)('%s shows no token', async (_, env, flags) => {
    const home = tempFolder({ '.kube/config': kubeconfigFor(pools, KEYS) })
    const { stdout, stderr, code } = await spawnCli(['contexts', ...flags], { home, env })
    expect(code, stderr.toString().slice(-2000)).toBe(0)
    if ('NODE_DEBUG' in env) expect(stderr.toString()).toMatch(/^(NET|TLS|STREAM) \d+: /m)
    expectNoSecret(
      stdout.toString() + stderr.toString(),
      pools.clusters.map(({ token }) => token),
    )
  })

  it('a diagnostic report of Node contains no environment', async () => {
    const home = tempFolder({ 'write.cjs': `process.on('exit', () => process.report.writeReport('report.json'))` })
    const options = ['--report-on-fatalerror', `--report-directory=${home}`, `--require=${join(home, 'write.cjs')}`]
    const env = { NODE_OPTIONS: options.join(' '), OTHERS_TOKEN: 'canary-of-somebody-else' }
    expect((await spawnCli(['version', '--client'], { home, env })).code).toBe(0)
    const report = readFileSync(join(home, 'report.json'), 'utf8')
    expect(report).toContain('"javascriptStack"')
    expect(report).not.toContain('canary')
  })
})

describe('child processes', () => {
  it('a credential plugin gets neither the token of another cluster nor our own secrets', async () => {
    const home = tempFolder()
    const script = join(home, 'plugin.sh')
    const token = pools.clusters.find(({ key }) => key === 'storage.st-pool-a')?.token ?? ''
    const seen = join(home, 'seen')
    writeFileSync(
      script,
      `#!/bin/sh
{ env; echo "$0 $*"; cat /proc/$PPID/cmdline /proc/$PPID/environ 2>/dev/null | tr '\\0' '\\n'; } > '${seen}'
echo 'noise about ${token}' >&2
echo '{"apiVersion":"client.authentication.k8s.io/v1","kind":"ExecCredential","status":{"token":"${token}"}}'
`,
      { mode: 0o700 },
    )
    const config = parse(kubeconfigFor(pools, KEYS)) as { users: { name: string; user: unknown }[] }
    for (const entry of config.users)
      if (entry.name === 'storage.st-pool-a')
        entry.user = {
          exec: {
            apiVersion: 'client.authentication.k8s.io/v1',
            command: script,
            interactiveMode: 'Never',
            provideClusterInfo: true,
          },
        }
    writeFileSync(join(home, 'k'), JSON.stringify(config), { mode: 0o600 })
    const { stdout, stderr, code } = await spawnCli(words('contexts --kubeconfig k --debug'), { home })
    expect(code, stderr.toString()).toBe(0)
    expect(stdout.toString()).toMatch(/storage .*yes/)
    const environment = readFileSync(seen, 'utf8')
    expect(environment).toContain('KUBERNETES_EXEC_INFO=')
    expect(stderr.toString()).toContain('noise about')
    expectNoSecret(
      environment,
      pools.clusters.map((cluster) => cluster.token),
    )
    expectNoSecret(stdout.toString() + stderr.toString(), [token])
  })
})

describe('demo serve', () => {
  it('serves until it is stopped, writes a working kubeconfig and profile, and deletes both', async () => {
    let folder = ''
    let modes: number[] = []
    const served = await spawnCli(['demo', 'serve', small('storage-dark')], {
      during: (child) => {
        let text = ''
        child.stdout?.on('data', async (chunk: Buffer) => {
          text += chunk.toString()
          const files = /export KUBECONFIG=(\S+)\nexport C5C3_CONFIG=(\S+)\n/.exec(text)
          if (!files || folder !== '') return
          const [, kubeconfig = '', config = ''] = files
          folder = join(kubeconfig, '..')
          const env = { KUBECONFIG: kubeconfig, C5C3_CONFIG: config }
          const byProfile = await runCli(words('contexts -o json'), { env })
          const byKubeconfig = await runCli(words('contexts -o json --context management'), { env })
          modes = [byProfile.code, byKubeconfig.code]
          child.kill('SIGTERM')
        })
      },
    })
    expect(modes).toEqual([3, 0])
    expect(served.code).toBe(143)
    expect(served.stderr.toString()).toContain('Serving 5 clusters: management, control-plane.eu-de-1')
    expect(existsSync(folder)).toBe(false)
  })

  it('its files have mode 0600', async () => {
    const home = tempFolder()
    const served = await spawnCli(['demo', 'serve', small('pools')], {
      env: { TMPDIR: home },
      during: (child) => {
        child.stdout?.once('data', () => {
          const [folder = ''] = readdirSync(home)
          const { mode } = statSync(join(home, folder, 'kubeconfig'))
          writeFileSync(join(home, 'mode'), mode.toString(8))
          child.kill('SIGINT')
        })
      },
    })
    expect(served.code).toBe(130)
    expect(readFileSync(join(home, 'mode'), 'utf8')).toMatch(/600$/)
  })
})
