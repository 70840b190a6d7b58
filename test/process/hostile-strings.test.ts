// SPDX-License-Identifier: Apache-2.0
// Text from clusters, certificates, plugins, kubeconfigs, profiles and the command line is shown escaped, and never
// interpreted by the terminal.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Candidate } from '../../src/lib/fleet/candidate.ts'
import { openFleet } from '../../src/lib/fleet/fleet.ts'
import { makeAuthority } from '../faults/certificates.ts'
import { type FaultServer, startFaultServer } from '../faults/server.ts'
import { expectHarmless, HOSTILE } from '../harness/hostile.ts'
import { runCli, words } from '../harness/run-cli.ts'
import { spawnCli } from '../harness/spawn-cli.ts'
import { tempFolder } from '../harness/temp-folder.ts'

const pem = (text: string) => Buffer.from(text).toString('base64')

/** YAML forbids raw control characters, but allows their escapes. */
const json = (value: unknown) =>
  JSON.stringify(value).replace(/[\u007f-\uffff]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`)

interface Entry {
  readonly name: string
  readonly cluster: Record<string, unknown>
  readonly user?: Record<string, unknown>
}

/** A kubeconfig in JSON, which is valid YAML and can contain anything. */
function kubeconfig(entries: readonly Entry[]): string {
  return json({
    apiVersion: 'v1',
    kind: 'Config',
    'current-context': entries[0]?.name,
    clusters: entries.map(({ name, cluster }) => ({ name, cluster })),
    users: entries.map(({ name, user }) => ({ name, user: user ?? { token: 'canary' } })),
    contexts: entries.map(({ name }) => ({ name, context: { cluster: name, user: name } })),
  })
}

const servers: FaultServer[] = []
let entries: readonly Entry[] = []

beforeAll(async () => {
  const hostileAuthority = await makeAuthority('ca \u001b[31m\u0007')
  // A name in a certificate is 7 bit: escapes are possible, the rest is not.
  const wrongName = await startFaultServer({ certificate: { dns: ['\u001b[31mgood\u0007.test'], ips: [] } })
  const unknownCa = await startFaultServer({ authority: hostileAuthority })
  const talker = await startFaultServer({
    handler: () => ({
      status: 403,
      body: JSON.stringify({ kind: 'Status', apiVersion: 'v1', status: 'Failure', code: 403, message: HOSTILE }),
    }),
  })
  const page = await startFaultServer({
    handler: () => ({ status: 200, headers: { 'content-type': `text/html; ${'x'}` }, body: HOSTILE }),
  })
  servers.push(wrongName, unknownCa, talker, page)
  const ca = { 'certificate-authority-data': pem(wrongName.ca) }
  const plugin = {
    apiVersion: 'client.authentication.k8s.io/v1',
    command: '/bin/sh',
    args: ['-c', `printf '%s' "$0" >&2; exit 1`, HOSTILE],
    interactiveMode: 'Never',
  }
  entries = [
    { name: `mgmt ${HOSTILE}`, cluster: { server: wrongName.url, ...ca } },
    { name: `unknown ca ${HOSTILE}`, cluster: { server: unknownCa.url, ...ca } },
    { name: `forbidden ${HOSTILE}`, cluster: { server: talker.url, ...ca } },
    { name: `login page ${HOSTILE}`, cluster: { server: page.url, ...ca } },
    { name: `plugin ${HOSTILE}`, cluster: { server: talker.url, ...ca }, user: { exec: plugin } },
    { name: `url ${HOSTILE}`, cluster: { server: `https://127.0.0.1:1/${HOSTILE}` } },
    { name: `host ${HOSTILE}`, cluster: { server: `https://${HOSTILE}.invalid` } },
    { name: `scheme ${HOSTILE}`, cluster: { server: `${HOSTILE}://x` } },
  ]
})

afterAll(() => Promise.all(servers.map((server) => server.close())))

describe('the real process prints no raw control character', () => {
  it.each([['contexts --debug'], ['contexts check -o json'], ['contexts -o yaml --debug']])('%s', async (line) => {
    const home = tempFolder({ '.kube/config': kubeconfig(entries) })
    const { stdout, stderr, code } = await spawnCli(words(line), { home })
    expect(code, stderr.toString()).toBe(7)
    expectHarmless(stdout)
    expectHarmless(stderr)
    expect(stdout.toString() + stderr.toString()).toContain('evil')
  })
})

/** Sources of hostile text, by name; %s in the command line is replaced by the hostile string. */
const PLACES: readonly (readonly [string, string, Readonly<Record<string, string>>?])[] = [
  ['an unknown command', '%s'],
  ['an unknown flag', 'contexts --%s'],
  ['a format', 'contexts -o %s'],
  ['a scenario', 'contexts --demo %s'],
  ['a duration', 'contexts --timeout %s'],
  ['a pool', 'contexts --storage-context %s'],
  [
    'a context that does not exist',
    'contexts --context %s',
    { '.kube/config': kubeconfig([{ name: HOSTILE.slice(1), cluster: { server: 'https://127.0.0.1:1' } }]) },
  ],
  ['a kubeconfig path', 'contexts --kubeconfig %s'],
  ['a kubeconfig that is broken', 'contexts', { '.kube/config': `contexts: [${json(HOSTILE)}: {` }],
  ['a kubeconfig with a hostile key', 'contexts', { '.kube/config': json({ [HOSTILE]: 1, contexts: HOSTILE }) }],
  [
    'contexts without a current one',
    'contexts',
    { '.kube/config': json({ contexts: [{ name: HOSTILE, context: { cluster: HOSTILE } }] }) },
  ],
  [
    'a context without a cluster',
    'contexts',
    {
      '.kube/config': json({
        'current-context': HOSTILE,
        contexts: [{ name: HOSTILE, context: { cluster: HOSTILE, user: HOSTILE } }],
      }),
    },
  ],
  ['a profile', 'contexts --profile %s', { '.config/c5c3/config.yaml': json({ profiles: { [HOSTILE]: {} } }) }],
  ['a profile to use', 'contexts use %s', { '.config/c5c3/config.yaml': json({ profiles: { [`${HOSTILE}x`]: {} } }) }],
  ['a key of the config file', 'contexts', { '.config/c5c3/config.yaml': json({ [HOSTILE]: 1 }) }],
  [
    'a role of a profile',
    'contexts',
    {
      '.config/c5c3/config.yaml': json({
        current: 'p',
        profiles: { p: { clusters: [{ roles: [HOSTILE], context: 'x' }] } },
      }),
    },
  ],
  [
    'two clusters of one hostile name',
    'contexts',
    {
      '.config/c5c3/config.yaml': json({
        current: 'p',
        profiles: {
          p: {
            clusters: [
              { roles: [`storage=${HOSTILE}`], context: 'x' },
              { roles: [`storage=${HOSTILE}`], context: 'x' },
            ],
          },
        },
      }),
    },
  ],
  [
    'a profile of hostile names',
    'contexts',
    {
      '.config/c5c3/config.yaml': json({
        current: HOSTILE,
        profiles: {
          [HOSTILE]: {
            clusters: [
              { roles: [`storage=${HOSTILE}`], kubeconfig: '../../.kube/config', context: HOSTILE, uid: HOSTILE },
            ],
          },
        },
      }),
      '.kube/config': kubeconfig([{ name: HOSTILE, cluster: { server: 'https://127.0.0.1:1' } }]),
    },
  ],
  [
    'a pool named by a flag',
    'contexts --storage-context %s=a',
    { '.kube/config': kubeconfig([{ name: 'a', cluster: { server: 'https://127.0.0.1:1' } }]) },
  ],
  [
    'impersonation',
    'contexts --as %s',
    { '.kube/config': kubeconfig([{ name: 'a', cluster: { server: 'https://127.0.0.1:1' } }]) },
  ],
  [
    'a key of fleet.yaml',
    'contexts --demo ./fleet',
    { 'fleet/fleet.yaml': json({ [HOSTILE]: 1 }), 'fleet/management.yaml': '' },
  ],
  ['a broken fleet file', 'contexts --demo ./fleet', { 'fleet/management.yaml': `a: [${json(HOSTILE)}: {` }],
  [
    'a kind of a fleet file',
    'contexts --demo ./fleet',
    { 'fleet/management.yaml': json({ apiVersion: 'v1', kind: HOSTILE }) },
  ],
  [
    'a pool of a fleet',
    'contexts --demo ./fleet',
    {
      'fleet/fleet.yaml': json({ clusters: { management: { roles: [`storage=${HOSTILE}`] } } }),
      'fleet/management.yaml': '',
    },
  ],
  [
    'a UID of a cluster',
    'contexts check --demo ./fleet',
    {
      'fleet/management.yaml': json({
        apiVersion: 'v1',
        kind: 'Namespace',
        metadata: { name: 'kube-system', uid: HOSTILE },
      }),
    },
  ],
]

describe('shown escaped on a terminal, in a pipe and in JSON', () => {
  it.each(PLACES)('%s', async (...place) => {
    const [, line, files = {}] = place as unknown as (typeof PLACES)[number]
    const argv = words(line).map((word) => word.replace('%s', HOSTILE))
    const home = tempFolder(files)
    for (const world of [{ tty: false }, { tty: true, columns: 60 }]) {
      for (const format of [[], ['-o', 'json'], ['-o', 'yaml']]) {
        const ran = await runCli([...argv, ...format], { home, ...world })
        expectHarmless(ran.stdout, { colors: world.tty })
        expectHarmless(ran.stderr, { colors: world.tty })
        expect(ran.code, ran.stderr).not.toBe(70)
      }
    }
  })

  it('contexts discover prints notes and a profile of hostile contexts escaped', async () => {
    const home = tempFolder({ '.kube/config': kubeconfig(entries) })
    const { stdout, stderr } = await runCli(['contexts', 'discover', '--dry-run'], { home })
    expectHarmless(stdout)
    expectHarmless(stderr)
  })

  it('progress messages are escaped too', async () => {
    const waitedFor: string[] = []
    const candidate: Candidate = {
      name: HOSTILE,
      roles: [{ role: 'storage', name: HOSTILE }],
      origin: { type: 'context', text: HOSTILE },
      refused: HOSTILE,
      certain: true,
    }
    const unused = () => expect.unreachable('there is nothing to open')
    const fleet = await openFleet({ candidates: [candidate], discover: 'none' }, unused, (name, work) => {
      waitedFor.push(name)
      return work
    })
    expect(waitedFor).toHaveLength(1)
    const [member] = fleet.members
    for (const text of [...waitedFor, member?.label, member?.failure?.message, member?.origins[0]?.text])
      expectHarmless(text ?? '\u0000')
  })
})

describe('folders', () => {
  it('a cluster file with a hostile name is a cluster with an escaped name', async () => {
    const home = tempFolder()
    mkdirSync(join(home, 'fleet'))
    const name = HOSTILE.replaceAll('/', '')
    writeFileSync(join(home, 'fleet', `storage.${name}.yaml`), '')
    const ran = await runCli(['contexts', '--demo', './fleet'], { home })
    expectHarmless(ran.stdout)
    expectHarmless(ran.stderr)
    expect(ran.stdout).toContain('evil')
  })
})
