// SPDX-License-Identifier: Apache-2.0
// A real Keystone on loopback: SQLite, gunicorn, bootstrapped like a new installation.
import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { freePort, type LabProcess } from '../lab/process.ts'
import { pythonFolder } from './build.ts'
import { startGuarded } from './guarded.ts'

export const PYTHON = () => join(pythonFolder(), 'bin', 'python')
const REGION = 'RegionOne'

export interface Keystone {
  /** Includes the version: the auth_url of clouds.yaml. */
  readonly url: string
  readonly password: string
  readonly region: string
  readonly folder: string
  /** Sends a request as admin; throws the whole response if it is no 2xx. */
  call(method: string, path: string, body?: object): Promise<KeystoneAnswer>
  /** Stops it and keeps its files; start runs it again on the same port. */
  kill(): Promise<void>
  start(): Promise<void>
  stop(): Promise<void>
}

// biome-ignore lint/suspicious/noExplicitAny: answers of a foreign API, looked at by tests
export type KeystoneAnswer = any

/** Starts a new Keystone with only its bootstrap objects. */
export async function startKeystone(): Promise<Keystone> {
  const folder = mkdtempSync(join(tmpdir(), `kubectl-c5c3-lab-${process.pid}-keystone-`))
  const password = randomBytes(12).toString('hex')
  const port = await freePort()
  const url = `http://127.0.0.1:${port}/v3`
  const env = { OS_KEYSTONE_CONFIG_DIR: folder }
  try {
    writeConfiguration(folder)
    await bootstrap(folder, env, url, password)
  } catch (error) {
    rmSync(folder, { recursive: true, force: true })
    throw error
  }
  let running: LabProcess
  const start = async () => {
    const server = [
      '-m',
      'gunicorn',
      // Every login writes, and SQLite allows one writer.
      '--workers=1',
      '--timeout=120',
      `--bind=127.0.0.1:${port}`,
      `--chdir=${folder}`,
      'wsgi:application',
    ]
    running = startGuarded('keystone', join(folder, 'keystone.log'), [PYTHON(), ...server], env)
    await running.until('Keystone answers', 120_000, async () => (await fetch(url)).ok)
  }
  await start()
  const stop = async () => {
    await running.kill()
    rmSync(folder, { recursive: true, force: true })
  }
  return {
    url,
    password,
    folder,
    region: REGION,
    call: (method, path, body) => call(url, password, method, path, body),
    kill: () => running.kill(),
    start,
    stop,
  }
}

function writeConfiguration(folder: string): void {
  // What fernet_setup and credential_setup create: a staged and a primary key.
  for (const keys of ['fernet', 'credential']) {
    mkdirSync(join(folder, keys), { mode: 0o700 })
    for (const file of ['0', '1'])
      writeFileSync(join(folder, keys, file), `${randomBytes(32).toString('base64url')}=`, { mode: 0o600 })
  }
  writeFileSync(
    join(folder, 'keystone.conf'),
    [
      '[database]',
      `connection = sqlite:///${join(folder, 'keystone.db')}?timeout=60`,
      '[fernet_tokens]',
      `key_repository = ${join(folder, 'fernet')}`,
      '[fernet_receipts]',
      `key_repository = ${join(folder, 'fernet')}`,
      '[credential]',
      `key_repository = ${join(folder, 'credential')}`,
      '[identity]',
      // The minimum, for speed.
      'password_hash_rounds = 4',
      '[cache]',
      'enabled = false',
      '',
    ].join('\n'),
    { mode: 0o600 },
  )
  // Keystone parses sys.argv of the server, unless it is empty.
  writeFileSync(
    join(folder, 'wsgi.py'),
    'import sys\nsys.argv = ["keystone"]\nfrom keystone.wsgi.api import application  # noqa\n',
  )
}

/** Runs keystone-manage with the interpreter, because the environment was moved after its scripts were written. */
async function bootstrap(
  folder: string,
  env: Readonly<Record<string, string>>,
  url: string,
  password: string,
): Promise<void> {
  const program = 'import sys; from keystone.cmd.manage import main; sys.argv[0] = "keystone-manage"; sys.exit(main())'
  const manage = (...command: readonly string[]) =>
    promisify(execFile)(PYTHON(), ['-c', program, `--config-file=${join(folder, 'keystone.conf')}`, ...command], {
      cwd: folder,
      env: { PATH: process.env['PATH'], HOME: folder, ...env },
      maxBuffer: 1 << 24,
    })
  await manage('db_sync')
  const urls = ['admin', 'public', 'internal'].map((name) => `--bootstrap-${name}-url=${url}`)
  await manage('bootstrap', `--bootstrap-password=${password}`, `--bootstrap-region-id=${REGION}`, ...urls)
}

async function call(
  url: string,
  password: string,
  method: string,
  path: string,
  body?: object,
): Promise<KeystoneAnswer> {
  const domain = { id: 'default' }
  const identity = { methods: ['password'], password: { user: { name: 'admin', domain, password } } }
  const scope = { project: { name: 'admin', domain } }
  const login = await fetch(`${url}/auth/tokens`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ auth: { identity, scope } }),
  })
  const token = login.headers.get('x-subject-token')
  if (token === null) throw new Error(`Keystone does not let admin in: ${login.status} ${await login.text()}`)
  const answer = await fetch(`${url}${path}`, {
    method,
    headers: { 'content-type': 'application/json', 'x-auth-token': token },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`Keystone ${method} ${path}: ${answer.status} ${text}`)
  return text === '' ? undefined : JSON.parse(text)
}
