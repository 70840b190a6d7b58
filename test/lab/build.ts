// SPDX-License-Identifier: Apache-2.0
// Builds the laboratory (etcd, kube-apiserver, kube-controller-manager, kubectl) from released Go modules, once per
// version, into the user's cache folder. Minutes cold, milliseconds when it is there already.
import { execFileSync, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'

export const PROGRAMS = ['etcd', 'kube-apiserver', 'kube-controller-manager', 'kubectl'] as const
export type Program = (typeof PROGRAMS)[number]

const SOURCE = join(import.meta.dirname, 'kube')
const KUBERNETES = 'v1.36.3'
const FLAGS = ['-trimpath', '-ldflags', `-s -w -X k8s.io/component-base/version.gitVersion=${KUBERNETES}`]

/** What stops a build before it starts: a sentence and what to do about it. */
export class LabError extends Error {}

/** The path of a program that `npm run test:real` has built; throws LabError when it has not. */
export function labProgram(program: Program): string {
  const path = join(labFolder(), program)
  if (existsSync(path)) return path
  throw new LabError(`the test laboratory is not built (${program} is missing): run "node test/lab/build.ts"`)
}

/** Builds what is missing; two builds at once wait for each other. Returns the folder with the programs. */
export async function buildLab(say: (line: string) => void): Promise<string> {
  const folder = labFolder()
  if (existsSync(folder)) return folder
  mkdirSync(join(folder, '..'), { recursive: true })
  const unlock = await lock(`${folder}.lock`, say)
  try {
    if (!existsSync(folder)) await build(folder, say)
  } finally {
    unlock()
  }
  return folder
}

async function build(folder: string, say: (line: string) => void): Promise<void> {
  const unfinished = `${folder}.tmp`
  rmSync(unfinished, { recursive: true, force: true })
  mkdirSync(unfinished)
  const started = performance.now()
  const elapsed = () => `${Math.round((performance.now() - started) / 1000)} s`
  say(`building etcd and Kubernetes ${KUBERNETES} (about 8 minutes with an empty Go cache)`)
  const go = spawn('go', ['build', '-v', ...FLAGS, '-o', join(unfinished, 'kube-lab'), '.'], {
    cwd: SOURCE,
    env: goEnvironment(),
    stdio: ['ignore', 'inherit', 'pipe'],
  })
  let packages = 0
  const problems: string[] = []
  createInterface({ input: go.stderr }).on('line', (line) => {
    if (/^go: downloading /.test(line)) return
    if (/^[\w.~-]+(\/[\w.~-]+)*$/.test(line)) packages++
    else problems.push(line)
  })
  const ticker = setInterval(() => say(`${packages} packages compiled, ${elapsed()}`), 15_000)
  const code = await new Promise<number | null>((resolve) => go.once('close', resolve))
  clearInterval(ticker)
  if (code !== 0) {
    rmSync(unfinished, { recursive: true, force: true })
    throw new LabError(`go build failed after ${elapsed()}:\n${problems.slice(-20).join('\n')}`)
  }
  for (const program of PROGRAMS) symlinkSync('kube-lab', join(unfinished, program))
  renameSync(unfinished, folder)
  say(`built in ${elapsed()}: ${folder}`)
}

/** Named by everything that decides what comes out, so a changed version never meets an old binary. */
function labFolder(): string {
  const hash = createHash('sha256').update(goVersion()).update(FLAGS.join(' '))
  for (const file of ['go.mod', 'go.sum', 'main.go']) hash.update('\0').update(readFileSync(join(SOURCE, file)))
  const cache = process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache')
  return join(cache, 'kubectl-c5c3-lab', hash.digest('hex').slice(0, 16))
}

function goVersion(): string {
  const needed = /^go (\S+)$/m.exec(readFileSync(join(SOURCE, 'go.mod'), 'utf8'))?.[1] ?? '?'
  const advice = `Go ${needed} or newer is needed to build it: https://go.dev/dl (or your package manager), then put "go" on PATH`
  const version = askGo('GOVERSION')
  if (version === undefined) throw new LabError(`cannot build the test laboratory: no "go" on PATH. ${advice}`)
  if (isOlder(version.replace(/^go/, ''), needed))
    throw new LabError(`cannot build the test laboratory: "go" on PATH is ${version}. ${advice}`)
  return version
}

function askGo(variable: string): string | undefined {
  try {
    const env = { ...process.env, GOTOOLCHAIN: 'local' }
    // not in SOURCE: an old Go would refuse the go.mod before it says its own version
    return execFileSync('go', ['env', variable], { cwd: homedir(), env, stdio: ['ignore', 'pipe', 'ignore'] })
      .toString()
      .trim()
  } catch {
    return undefined
  }
}

function isOlder(version: string, needed: string): boolean {
  const [have, want] = [version, needed].map((text) => text.split('.').map((part) => Number.parseInt(part, 10) || 0))
  for (let i = 0; i < 3; i++) {
    const difference = (have?.[i] ?? 0) - (want?.[i] ?? 0)
    if (difference !== 0) return difference < 0
  }
  return false
}

/** Only the committed versions, only through the user's module proxy, no compiler but the one at hand. */
function goEnvironment(): NodeJS.ProcessEnv {
  const proxies = (askGo('GOPROXY') ?? '').split(/[,|]/).filter((proxy) => proxy !== 'direct' && proxy !== '')
  return {
    ...process.env,
    ...(proxies.length > 0 && { GOPROXY: proxies.join(',') }),
    GOFLAGS: '-mod=readonly -buildvcs=false',
    GOTOOLCHAIN: 'local',
    GOWORK: 'off',
    CGO_ENABLED: '0',
  }
}

async function lock(path: string, say: (line: string) => void): Promise<() => void> {
  for (let waited = false; ; waited = true) {
    try {
      writeFileSync(path, String(process.pid), { flag: 'wx' })
      return () => rmSync(path, { force: true })
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
    const owner = existsSync(path) ? Number(readFileSync(path, 'utf8')) : 0
    if (owner > 0 && !isRunning(owner)) rmSync(path, { force: true })
    else if (!waited) say(`waiting for the build of process ${owner}`)
    await pause(500)
  }
}

/** True while a process of this id exists, whoever owns it. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

if (import.meta.main) {
  try {
    await buildLab((line) => console.log(`lab: ${line}`))
  } catch (error) {
    if (!(error instanceof LabError)) throw error
    console.error(`error: ${error.message}`)
    process.exitCode = 1
  }
}
