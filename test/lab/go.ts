// SPDX-License-Identifier: Apache-2.0
// The installed Go compiler: its version, and builds with progress.
import { execFileSync, spawn } from 'node:child_process'
import { homedir } from 'node:os'
import { createInterface } from 'node:readline'

/** A build failure: a message with the next step. */
export class LabError extends Error {}

/** Runs "go build" with these arguments; throws LabError with the end of its output if it fails. */
export async function goBuild(args: readonly string[], folder: string, say: (line: string) => void): Promise<void> {
  const started = performance.now()
  const elapsed = () => `${Math.round((performance.now() - started) / 1000)} s`
  const go = spawn('go', ['build', '-v', ...args], {
    cwd: folder,
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
  if (code !== 0) throw new LabError(`go build failed after ${elapsed()}:\n${problems.slice(-20).join('\n')}`)
  say(`compiled in ${elapsed()}`)
}

/** The version of the installed compiler; throws LabError if there is none or it is too old. */
export function goVersion(needed: string): string {
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
    // Not in the source folder: an old Go would reject the go.mod before it prints its version.
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

/** Only the committed versions, through the user's module proxy, with the installed compiler. */
export function goEnvironment(): NodeJS.ProcessEnv {
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
