// SPDX-License-Identifier: Apache-2.0
// Real API servers as processes on loopback: one etcd and any number of kube-apiservers, each with its own prefix.
import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { labProgram } from './build.ts'
import { isRunning } from './cache.ts'
import { freePort, type LabProcess, startProcess } from './process.ts'

/** Users: admin has all permissions, the others have none until a test grants some. */
export const USERS = ['admin', 'alice', 'nobody'] as const
export type User = (typeof USERS)[number]

export interface LabServer {
  readonly name: string
  readonly url: string
  /** PEM of the CA that signed the serving certificate. */
  readonly ca: string
  readonly tokens: Readonly<Record<User, string>>
  /** A kubeconfig with one context per user; the current one is that of admin. */
  readonly kubeconfig: string
  /** Kills the process at once, like a crash. */
  kill(): Promise<void>
  /** Starts it again on the same port with the same data, and waits until it is ready. */
  start(): Promise<void>
  /** Starts kube-controller-manager with these controllers, for example namespace-controller. */
  startControllers(names: readonly string[]): Promise<void>
}

export interface Lab {
  readonly servers: readonly LabServer[]
  readonly kubectl: string
  /** Compacts all history, as etcd does every few minutes in a real cluster. */
  compact(): Promise<void>
  /** Stops everything and deletes every file; etcd goes last, otherwise API servers hang in shutdown. */
  stop(): Promise<void>
}

const PREFIX = 'kubectl-c5c3-lab-'
const READY_WITHIN = 120_000

/** Starts etcd and one API server per name, and waits until they are ready. Leaves no process behind. */
export async function startLab(names: readonly string[]): Promise<Lab> {
  sweep()
  const folder = mkdtempSync(join(tmpdir(), `${PREFIX}${process.pid}-`))
  const processes: LabProcess[] = []
  const stop = async () => {
    for (const running of processes.toReversed()) await running.kill()
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    const etcd = await startEtcd(folder)
    processes.push(etcd.process)
    const servers = await Promise.all(names.map((name) => startServer(folder, name, etcd.url, processes)))
    return { servers, kubectl: labProgram('kubectl'), compact: () => compact(etcd.url), stop }
  } catch (error) {
    await stop()
    throw error
  }
}

async function startEtcd(folder: string): Promise<{ url: string; process: LabProcess }> {
  const url = `http://127.0.0.1:${await freePort()}`
  const peers = `http://127.0.0.1:${await freePort()}`
  const etcd = startProcess('etcd', join(folder, 'etcd.log'), [
    `--data-dir=${join(folder, 'etcd')}`,
    `--listen-client-urls=${url}`,
    `--advertise-client-urls=${url}`,
    `--listen-peer-urls=${peers}`,
    `--initial-advertise-peer-urls=${peers}`,
    `--initial-cluster=default=${peers}`,
    '--unsafe-no-fsync',
    '--log-level=warn',
  ])
  await etcd.until('etcd is healthy', READY_WITHIN, async () => (await fetch(`${url}/health`)).ok)
  return { url, process: etcd }
}

async function compact(etcd: string): Promise<void> {
  const post = async (path: string, body: object) => {
    const answer = await fetch(`${etcd}${path}`, { method: 'POST', body: JSON.stringify(body) })
    if (!answer.ok) throw new Error(`etcd ${path}: HTTP ${answer.status}`)
    return (await answer.json()) as { header: { revision: string } }
  }
  const { header } = await post('/v3/kv/range', { key: Buffer.from('/').toString('base64') })
  await post('/v3/kv/compaction', { revision: header.revision, physical: true })
}

async function startServer(root: string, name: string, etcd: string, processes: LabProcess[]): Promise<LabServer> {
  const folder = join(root, name)
  const port = await freePort()
  const url = `https://127.0.0.1:${port}`
  const tokens = Object.fromEntries(USERS.map((user) => [user, randomBytes(16).toString('hex')])) as Record<
    User,
    string
  >
  const key = join(folder, 'service-account.key')
  const flags = [
    `--etcd-servers=${etcd}`,
    `--etcd-prefix=/${name}`,
    // Tests compact explicitly.
    '--etcd-compaction-interval=0',
    '--bind-address=127.0.0.1',
    `--secure-port=${port}`,
    `--cert-dir=${join(folder, 'certs')}`,
    '--authorization-mode=RBAC',
    `--token-auth-file=${join(folder, 'tokens.csv')}`,
    '--service-account-issuer=https://lab.example.test',
    `--service-account-key-file=${key}`,
    `--service-account-signing-key-file=${key}`,
    '--service-cluster-ip-range=10.0.0.0/24',
    '--endpoint-reconciler-type=none',
    '--disable-admission-plugins=ServiceAccount',
    '--v=0',
  ]
  mkdirSync(folder, { mode: 0o700 })
  writeFileSync(join(folder, 'tokens.csv'), USERS.map((user) => tokenLine(user, tokens[user])).join(''), {
    mode: 0o600,
  })
  writeFileSync(key, newKey(), { mode: 0o600 })

  let server: LabProcess
  const start = async () => {
    server = startProcess('kube-apiserver', join(folder, 'apiserver.log'), flags)
    processes.push(server)
    await server.until('the API server is ready', READY_WITHIN, () => isReady(url, readCa(folder), tokens.admin))
  }
  await start()
  const ca = readCa(folder)
  const kubeconfig = join(folder, 'kubeconfig.yaml')
  writeFileSync(kubeconfig, kubeconfigText(name, url, ca, tokens), { mode: 0o600 })
  const startControllers = async (names: readonly string[]) => {
    const controllersPort = await freePort()
    const controllers = startProcess('kube-controller-manager', join(folder, 'controllers.log'), [
      `--kubeconfig=${kubeconfig}`,
      `--authentication-kubeconfig=${kubeconfig}`,
      `--authorization-kubeconfig=${kubeconfig}`,
      '--bind-address=127.0.0.1',
      `--secure-port=${controllersPort}`,
      `--cert-dir=${join(folder, 'certs')}`,
      '--leader-elect=false',
      '--use-service-account-credentials=false',
      `--controllers=${names.join(',')}`,
      '--v=0',
    ])
    processes.push(controllers)
    const address = `https://127.0.0.1:${controllersPort}`
    await controllers.until('the controllers run', READY_WITHIN, async () => (await probe(address, '/healthz')) === 200)
  }
  return { name, url, ca, tokens, kubeconfig, start, kill: async () => server.kill(), startControllers }
}

/** Ready, and the system namespaces exist. */
async function isReady(url: string, ca: string, token: string): Promise<boolean> {
  for (const path of ['/readyz', '/api/v1/namespaces/default', '/api/v1/namespaces/kube-system'])
    if ((await probe(url, path, { ca, token })) !== 200) return false
  return true
}

function probe(url: string, path: string, login?: { ca: string; token: string }): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const trust = login
      ? { ca: login.ca, headers: { authorization: `Bearer ${login.token}` } }
      : { rejectUnauthorized: false }
    const call = request(new URL(path, url), { ...trust, agent: false, timeout: 10_000 }, (answer) => {
      answer.resume()
      answer.once('end', () => resolve(answer.statusCode))
    })
    call.once('timeout', () => call.destroy(new Error(`no answer from ${url}${path}`)))
    call.once('error', reject)
    call.end()
  })
}

/** The self-signed certificate that the API server creates at its first start contains its own CA. */
const readCa = (folder: string) => readFileSync(join(folder, 'certs', 'apiserver.crt'), 'utf8')

const tokenLine = (user: User, token: string) =>
  `${token},${user},uid-${user},"${user === 'admin' ? 'system:masters' : 'lab:people'}"\n`

const newKey = () =>
  generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ type: 'pkcs1', format: 'pem' })

function kubeconfigText(name: string, server: string, ca: string, tokens: Readonly<Record<User, string>>): string {
  return JSON.stringify({
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [{ name, cluster: { server, 'certificate-authority-data': Buffer.from(ca).toString('base64') } }],
    users: USERS.map((user) => ({ name: user, user: { token: tokens[user] } })),
    contexts: USERS.map((user) => ({ name: `${user}@${name}`, context: { cluster: name, user } })),
    'current-context': `admin@${name}`,
  })
}

/** Deletes the files of a killed run; its processes ended with it. */
function sweep(): void {
  for (const entry of readdirSync(tmpdir())) {
    const pid = Number(new RegExp(`^${PREFIX}(\\d+)-`).exec(entry)?.[1])
    if (!(pid > 0) || isRunning(pid)) continue
    try {
      rmSync(join(tmpdir(), entry), { recursive: true, force: true })
    } catch {
      // Owned by another user.
    }
  }
}
