// SPDX-License-Identifier: Apache-2.0
import { mkdir, writeFile } from 'node:fs/promises'
import { delimiter } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type CredentialDeps, credentialsFor } from '../../../../src/lib/cluster/credentials/credentials-for.ts'
import type { Credential } from '../../../../src/lib/cluster/credentials/types.ts'
import { ClusterError } from '../../../../src/lib/cluster/failure.ts'
import { loadKubeconfigFile } from '../../../../src/lib/cluster/kubeconfig/load.ts'
import { resolveContext } from '../../../../src/lib/cluster/kubeconfig/resolve.ts'
import { seal } from '../../../../src/lib/cluster/secrets/seal.ts'
import type { Failure } from '../../../../src/lib/model/landscape/fault.ts'
import { makeAuthority } from '../../../faults/certificates.ts'
import { calm, configOf, execOf, type Lab, openLab, sealAll, V1, V1BETA1 } from './fake-plugin.ts'

let lab: Lab
beforeEach(async () => {
  lab = await openLab()
})
afterEach(() => lab.done())

const ALL: CredentialDeps = { policy: { allow: 'all' }, terminal: false }

const login = async (body: string, more: Parameters<typeof execOf>[1] = {}, deps: CredentialDeps = {}) =>
  credentialsFor(configOf(execOf(await lab.plugin('gardenlogin', body), more)), { ...ALL, ...deps })

const bearer = (credential: Credential) => credential.headers['Authorization']

const failureOf = async (run: Promise<unknown>): Promise<Failure> => {
  const error: unknown = await run.catch((e: unknown) => e)
  expect(error).toBeInstanceOf(ClusterError)
  return (error as ClusterError).failure
}

describe('a plugin', () => {
  test('runs once for twenty concurrent requests, and not again while its credential is valid', async () => {
    const credentials = await login('answer({ token: "token-" + run })')
    const all = await Promise.all(Array.from({ length: 20 }, () => credentials.current(calm())))
    expect(new Set(all.map(bearer))).toEqual(new Set(['Bearer token-1']))
    await credentials.current(calm())
    expect(await lab.runs()).toBe(1)
    expect(credentials.label).toBe('plugin "gardenlogin"')
  })

  test('returns a certificate, and a new certificate is a new generation', async () => {
    const [one, two] = await Promise.all([makeAuthority(), makeAuthority()])
    await writeFile(
      lab.at('pairs'),
      JSON.stringify([one, two].map(({ cert, key }) => ({ clientCertificateData: cert, clientKeyData: key }))),
    )
    const credentials = await login('answer(JSON.parse(fs.readFileSync(at("pairs")))[run - 1])')
    const first = await credentials.current(calm())
    expect(first.clientCertificate).toMatchObject({ cert: one.cert, key: one.key })
    expect(bearer(first)).toBeUndefined()
    expect(await credentials.refresh(first, calm())).toBe(true)
    const second = await credentials.current(calm())
    expect(second.clientCertificate?.cert).toBe(two.cert)
    expect(second.generation).not.toBe(first.generation)
  })

  test.each([V1, V1BETA1])('gets its configuration and the cluster in %s', async (apiVersion) => {
    const { exec } = execOf(
      await lab.plugin(
        'p',
        'note("info", process.env.KUBERNETES_EXEC_INFO); note("seen", JSON.stringify([process.env.EXTRA, process.env.OURS, process.argv.slice(2)])); answer({ token: "t" })',
      ),
      {
        apiVersion,
        args: sealAll('get-token', '--x=$(y) ; z'),
        env: [{ name: 'EXTRA', value: seal('from kubeconfig') }],
        provideClusterInfo: true,
        clusterConfig: seal('{"audience":"a"}'),
      },
    )
    const config = configOf({ exec }, { tlsServerName: 'tls', ca: { data: seal('CA') }, proxyUrl: seal('http://p:1') })
    await credentialsFor(config, { ...ALL, env: { ...process.env, EXTRA: 'from us', OURS: 'passed on' } }).current(
      calm(),
    )
    expect(JSON.parse(await lab.read('info'))).toEqual({
      kind: 'ExecCredential',
      apiVersion,
      spec: {
        interactive: false,
        cluster: {
          server: 'https://127.0.0.1:6443',
          'tls-server-name': 'tls',
          'certificate-authority-data': Buffer.from('CA').toString('base64'),
          'proxy-url': 'http://p:1',
          config: { audience: 'a' },
        },
      },
    })
    expect(JSON.parse(await lab.read('seen'))).toEqual(['from kubeconfig', 'passed on', ['get-token', '--x=$(y) ; z']])
  })

  test('gets the cluster only if it requests it', async () => {
    await (await login('note("info", process.env.KUBERNETES_EXEC_INFO); answer({ token: "t" })')).current(calm())
    expect(JSON.parse(await lab.read('info'))).toEqual({
      kind: 'ExecCredential',
      apiVersion: V1,
      spec: { interactive: false },
    })
  })

  test('written as ./x is resolved next to the kubeconfig, not in the current directory', async () => {
    await lab.plugin('helper', 'answer({ token: "right" })')
    const user = `{exec: {command: ./helper, apiVersion: ${V1}, interactiveMode: Never}}`
    await writeFile(
      lab.at('config'),
      `
current-context: c
clusters: [{name: k, cluster: {server: "https://127.0.0.1:6443"}}]
users: [{name: u, user: ${user}}]
contexts: [{name: c, context: {cluster: k, user: u}}]`,
    )
    const elsewhere = await openLab()
    await elsewhere.plugin('helper', 'answer({ token: "planted" })')
    const credential = await inFolder(elsewhere.folder, async () =>
      credentialsFor(resolveContext(await loadKubeconfigFile(lab.at('config'))), ALL).current(calm()),
    )
    expect(bearer(credential)).toBe('Bearer right')
    expect(await elsewhere.runs()).toBe(0)
    await elsewhere.done()
  })

  test('is found on PATH, but never in the current directory', async () => {
    await lab.plugin('onpath', 'answer({ token: "t" })')
    const run = (PATH: string) => credentialsFor(configOf(execOf('onpath')), { ...ALL, env: { PATH } }).current(calm())
    expect(bearer(await run(`/nonexistent${delimiter}${lab.folder}`))).toBe('Bearer t')
    await inFolder(lab.folder, async () => {
      for (const path of ['.', `${delimiter}${delimiter}`, '', './'])
        expect((await failureOf(run(path))).message).toBe('credential plugin "onpath" is not installed')
    })
  })
})

async function inFolder<T>(folder: string, run: () => Promise<T>): Promise<T> {
  const before = process.cwd()
  process.chdir(folder)
  try {
    return await run()
  } finally {
    process.chdir(before)
  }
}

describe('after a 401', () => {
  test('the plugin runs once more for all rejected requests', async () => {
    const credentials = await login('answer({ token: "token-" + run })')
    const rejected = await credentials.current(calm())
    const answers = await Promise.all(Array.from({ length: 20 }, () => credentials.refresh(rejected, calm())))
    expect(new Set(answers)).toEqual(new Set([true]))
    expect(await lab.runs()).toBe(2)
    expect(bearer(await credentials.current(calm()))).toBe('Bearer token-2')
    // A later caller gets the new credential.
    expect(await credentials.refresh(rejected, calm())).toBe(true)
    expect(await lab.runs()).toBe(2)
  })

  test('an unchanged token is not retried, and the plugin does not run again for a minute', async () => {
    let clock = 0
    const credentials = await login('answer({ token: "same" })', {}, { now: () => clock })
    const rejected = await credentials.current(calm())
    expect(await credentials.refresh(rejected, calm())).toBe(false)
    expect(await credentials.refresh(rejected, calm())).toBe(false)
    expect(await lab.runs()).toBe(2)
    clock = 60_000
    expect(await credentials.refresh(rejected, calm())).toBe(false)
    expect(await lab.runs()).toBe(3)
  })

  test('a new token that is also rejected is final', async () => {
    const credentials = await login('answer({ token: "token-" + run })', {}, { now: () => 0 })
    expect(await credentials.refresh(await credentials.current(calm()), calm())).toBe(true)
    expect(await credentials.refresh(await credentials.current(calm()), calm())).toBe(false)
    expect(await lab.runs()).toBe(2)
  })
})

describe('an expiring credential', () => {
  const NOW = Date.parse('2026-11-16T12:00:00Z')
  const ending = async (seconds: number) => {
    const clock = { now: NOW }
    const body = `answer({ token: \`token-\${run}\`, expirationTimestamp: new Date(${NOW} + ${seconds * 1000} * run).toISOString() })`
    const credentials = await login(body, {}, { now: () => clock.now })
    const at = async (second: number) => {
      clock.now = NOW + second * 1000
      return bearer(await credentials.current(calm()))
    }
    return { at }
  }

  test('is replaced a minute before it expires', async () => {
    const { at } = await ending(3600)
    expect([await at(0), await at(3539), await at(3541)]).toEqual([
      'Bearer token-1',
      'Bearer token-1',
      'Bearer token-2',
    ])
  })

  test('that is short-lived is used for most of its lifetime', async () => {
    const { at } = await ending(60)
    expect([await at(0), await at(47), await at(49)]).toEqual(['Bearer token-1', 'Bearer token-1', 'Bearer token-2'])
  })

  test.each([1, -3600])('that lives %d s does not run the plugin in a loop', async (seconds) => {
    const { at } = await ending(seconds)
    for (let i = 0; i < 10; i++) await at(i)
    expect(await lab.runs()).toBe(1)
    await at(11)
    expect(await lab.runs()).toBe(2)
  })

  test('that cannot be renewed in advance is used until it expires', async () => {
    const clock = { now: NOW }
    const body = `if (run > 1) process.exit(1); answer({ token: 'first', expirationTimestamp: '2026-11-16T13:00:00Z' })`
    const credentials = await login(body, {}, { now: () => clock.now })
    await credentials.current(calm())
    clock.now = NOW + 3_550_000
    expect(bearer(await credentials.current(calm()))).toBe('Bearer first')
    clock.now = NOW + 3_600_001
    expect((await failureOf(credentials.current(calm()))).message).toMatch(/failed \(exit 1\)/)
  })
})

describe('a plugin that fails', () => {
  const cases: Record<string, [body: string, message: string]> = {
    'exits with 1': ['process.stderr.write("CANARY-SECRET"); process.exit(1)', 'failed (exit 1)'],
    'is killed': ['process.kill(process.pid, "SIGTERM"); setInterval(() => {}, 1000)', 'failed (SIGTERM)'],
    'prints garbage': ['process.stdout.write("CANARY-SECRET is my token")', 'failed (its answer is not JSON)'],
    'prints nothing': ['', 'failed (its answer is not JSON)'],
    'prints a list': ['process.stdout.write("[]")', 'failed (its answer is not JSON)'],
    'prints another kind': [
      'answer({ token: "CANARY-SECRET" }, { kind: "Secret" })',
      'failed (its answer is not an ExecCredential)',
    ],
    'speaks another version': [
      `answer({ token: "CANARY-SECRET" }, { apiVersion: "${V1BETA1}" })`,
      `failed (its answer has another apiVersion than ${V1})`,
    ],
    'has no status': ['answer(undefined)', 'failed (its answer has no status)'],
    'has a null status': ['answer(null)', 'failed (its answer has no status)'],
    'has an empty status': ['answer({})', 'failed (its answer has neither token nor certificate)'],
    'has a number for a token': ['answer({ token: 12345 })', 'failed (its answer has a credential that is no text)'],
    'has half a pair': [
      'answer({ clientCertificateData: "CANARY-SECRET" })',
      'failed (its answer has only one of certificate and key)',
    ],
    'has a broken pair': [
      'answer({ clientCertificateData: "CANARY-SECRET", clientKeyData: "CANARY-SECRET" })',
      'failed (client certificate or client key is not valid PEM)',
    ],
    'has a token with a line break': [
      'answer({ token: "CANARY-SECRET\\nX-Evil: 1" })',
      'failed (its token holds a character no header can carry)',
    ],
    'has a strange end': [
      'answer({ token: "CANARY-SECRET", expirationTimestamp: "tomorrow" })',
      'failed (its expirationTimestamp is not a time)',
    ],
    'never stops talking': [
      'const more = () => process.stdout.write("CANARY-SECRET".repeat(10000), more); more()',
      'failed (its answer is larger than 1 MiB)',
    ],
  }

  test.each(Object.entries(cases))('%s', async (_, [body, message]) => {
    const credentials = await login(body)
    const failure = await failureOf(credentials.current(calm()))
    expect(failure).toMatchObject({ fault: 'unauthorized', message: `credential plugin "gardenlogin" ${message}` })
    expect(JSON.stringify(failure)).not.toContain('CANARY')
  })

  test('is not run again at once by the next requests', async () => {
    let clock = 0
    const credentials = await login('process.exit(1)', {}, { now: () => clock })
    for (let i = 0; i < 5; i++) await failureOf(credentials.current(calm()))
    expect(await lab.runs()).toBe(1)
    clock = 30_000
    await failureOf(credentials.current(calm()))
    expect(await lab.runs()).toBe(2)
  })

  test('because it does not exist: the error contains the installHint of the kubeconfig', async () => {
    const missing = (installHint?: string) =>
      failureOf(
        credentialsFor(configOf(execOf(lab.at('\u009bgone'), installHint ? { installHint } : {})), ALL).current(calm()),
      )
    expect(await missing()).toEqual({
      fault: 'unauthorized',
      message: 'credential plugin "\\u{9b}gone" is not installed',
    })
    expect(await missing('brew install it')).toMatchObject({ hint: 'brew install it' })
  })

  test('because it is a directory or not executable', async () => {
    await mkdir(lab.at('dir'))
    await writeFile(lab.at('plain'), 'hello', { mode: 0o644 })
    for (const name of ['dir', 'plain'])
      expect((await failureOf(credentialsFor(configOf(execOf(lab.at(name))), ALL).current(calm()))).message).toBe(
        `credential plugin "${name}" is not installed`,
      )
  })

  test('to end is killed at the limit', async () => {
    const credentials = await login('setInterval(() => {}, 1000)', {}, { pluginLimit: 300 })
    expect(await failureOf(credentials.current(calm()))).toEqual({
      fault: 'timeout',
      message: 'credential plugin "gardenlogin" did not respond within 0.3s',
    })
  })

  test('to end is killed with all its child processes', async () => {
    const body = `
const child = require('node:child_process').spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'inherit' })
note('pids', process.pid + ' ' + child.pid)
setInterval(() => {}, 1000)`
    const credentials = await login(body)
    const stop = new AbortController()
    const failure = failureOf(credentials.current(stop.signal))
    const pids = await vi.waitFor(async () => (await lab.read('pids')).split(' ').map(Number), {
      timeout: 20_000,
      interval: 20,
    })
    stop.abort()
    expect(await failure).toMatchObject({ fault: 'cancelled' })
    for (const pid of pids)
      await vi.waitFor(() => expect(() => process.kill(pid, 0)).toThrow('ESRCH'), { timeout: 20_000, interval: 20 })
  })

  test('is not stopped for others when one caller stops waiting', async () => {
    const credentials = await login(
      'const wait = () => fs.existsSync(at("go")) ? answer({ token: "t" }) : setTimeout(wait, 10); wait()',
    )
    const stop = new AbortController()
    const impatient = failureOf(credentials.current(stop.signal))
    const patient = credentials.current(calm())
    await vi.waitFor(async () => expect(await lab.runs()).toBe(1), { timeout: 20_000, interval: 20 })
    stop.abort()
    expect((await impatient).fault).toBe('cancelled')
    await writeFile(lab.at('go'), '')
    expect(bearer(await patient)).toBe('Bearer t')
    expect(await lab.runs()).toBe(1)
  })

  test('because it was stopped may run again for the next caller', async () => {
    const credentials = await login('if (run === 1) setInterval(() => {}, 1000); else answer({ token: "t" })')
    const stop = new AbortController()
    const first = failureOf(credentials.current(stop.signal))
    await vi.waitFor(async () => expect(await lab.runs()).toBe(1), { timeout: 20_000, interval: 20 })
    stop.abort()
    await first
    // Let the stopped run end before the next one starts.
    await new Promise(setImmediate)
    expect(bearer(await credentials.current(calm()))).toBe('Bearer t')
  })

  test('writes its stderr to the debug log only, without control characters and secrets', async () => {
    const body = `
process.stderr.write('\\u001b[31mcannot log in\\u001b[0m as admin with s3cr3t-env and hunter2arg\\n')
process.stderr.write('Authorization: Bearer CANARY.abc token=CANARY eyJhbGciOiJSUzI1NiJ9.CANARY.CANARY\\n')
process.stderr.write('-----BEGIN PRIVATE KEY-----\\nCANARY\\n-----END PRIVATE KEY-----\\nAKIACANARY1234567890abcdef\\n')
process.exit(3)`
    const debug = vi.fn<(text: string) => void>()
    const more = {
      env: [{ name: 'X', value: seal('s3cr3t-env') }],
      args: sealAll('login', '--client-secret', 'hunter2arg'),
    }
    const failure = await failureOf((await login(body, more, { debug })).current(calm()))
    expect(failure).toEqual({ fault: 'unauthorized', message: 'credential plugin "gardenlogin" failed (exit 3)' })
    const [shown = ''] = debug.mock.calls[0] ?? []
    expect(shown).toContain('\\u{1b}[31mcannot log in')
    expect(shown).not.toMatch(/CANARY|s3cr3t|hunter2/)
    expect(shown).not.toContain('\u001b')
    const quiet = await failureOf((await login(body)).current(calm()))
    expect(quiet.hint).toBe('use --debug to see the output of the plugin')
  })

  test('because of an invalid argument does not leak it', async () => {
    const failure = await failureOf((await login('', { args: sealAll('CANARY\0') })).current(calm()))
    expect(failure.message).toMatch(/^credential plugin "gardenlogin" could not be started \(ERR_INVALID_ARG_VALUE\)$/)
  })
})

describe('an interactive plugin', () => {
  const ECHO =
    'process.stderr.write("open \\u001b[1mhttps://login\\u001b[0m\\r\\n"); note("info", JSON.stringify(info.spec)); answer({ token: "t" })'

  test.each([
    ['Never', true, false],
    ['IfAvailable', false, false],
    ['IfAvailable', true, true],
    ['Always', true, true],
  ] as const)('%s, terminal: %s', async (interactiveMode, terminal, interactive) => {
    const prompt = vi.fn<(text: string) => void>()
    const credentials = await login(ECHO, { interactiveMode }, { terminal, prompt })
    expect(bearer(await credentials.current(calm()))).toBe('Bearer t')
    expect(JSON.parse(await lab.read('info'))).toEqual({ interactive })
    expect(prompt.mock.calls.map(([text]) => text).join('')).toBe(
      interactive ? 'open \\u{1b}[1mhttps://login\\u{1b}[0m\n' : '',
    )
  })

  test('with interactiveMode Always fails without a terminal', async () => {
    const credentials = await login(ECHO, { interactiveMode: 'Always' })
    expect((await failureOf(credentials.current(calm()))).message).toBe(
      'credential plugin "gardenlogin" needs a terminal to ask for a login (interactiveMode: Always)',
    )
    expect(await lab.runs()).toBe(0)
  })

  test('gets an empty stdin unless it may prompt', async () => {
    const body = 'process.stdin.on("data", () => {}).on("end", () => answer({ token: "end-of-input" }))'
    expect(bearer(await (await login(body, { interactiveMode: 'IfAvailable' })).current(calm()))).toBe(
      'Bearer end-of-input',
    )
  })

  test('has no time limit', async () => {
    const credentials = await login(
      'answer({ token: "t" })',
      { interactiveMode: 'Always' },
      { terminal: true, prompt: () => {}, pluginLimit: 1 },
    )
    expect(bearer(await credentials.current(calm()))).toBe('Bearer t')
  })

  test('waits for another one that prompts', async () => {
    const body = 'note("order", "start "); setTimeout(() => { note("order", "end "); answer({ token: "t" }) }, 300)'
    const deps = { terminal: true, prompt: () => {} }
    const one = await login(body, { interactiveMode: 'Always' }, deps)
    const two = await login(body, { interactiveMode: 'Always' }, deps)
    await Promise.all([one.current(calm()), two.current(calm())])
    expect(await lab.read('order')).toBe('start end start end ')
  })
})
