// SPDX-License-Identifier: Apache-2.0
// node bench/peers/build.ts: builds the tools we compare with from their released Go modules, once per version, into
// the user's cache folder. Takes minutes when cold, milliseconds when cached.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'

/** The module of a peer; `lacks` is a file that its release generates and its module does not contain. */
interface Peer {
  readonly version: string
  readonly main: string
  readonly flags?: readonly string[]
  readonly lacks?: { readonly module: string; readonly file: string; readonly text: string }
}

const KUBECTL = 'v1.36.3'

const PEERS = {
  kubectl: {
    version: KUBECTL,
    main: '.',
    flags: ['-ldflags', `-s -w -X k8s.io/component-base/version.gitVersion=${KUBECTL}`],
  },
  crossplane: { version: 'v1.20.3', main: 'github.com/crossplane/crossplane/cmd/crank' },
  'kube-lineage': { version: 'v0.5.0', main: 'github.com/tohjustin/kube-lineage/cmd/kube-lineage' },
  flux: {
    version: 'v2.9.5',
    main: './cmd/flux',
    // The manifests of "flux install", which is not used here.
    lacks: { module: 'github.com/fluxcd/flux2/v2', file: 'cmd/flux/manifests/none.yaml', text: '{}\n' },
  },
} as const satisfies Record<string, Peer>

export type PeerName = keyof typeof PEERS

export const PEER_VERSIONS: Readonly<Record<PeerName, string>> = Object.fromEntries(
  Object.entries(PEERS).map(([name, { version }]) => [name, version]),
) as Record<PeerName, string>

/** The path of a peer, built if missing. Throws if it cannot be built. */
export function peerProgram(name: PeerName): string {
  const source = join(import.meta.dirname, name)
  const peer: Peer = PEERS[name]
  const hash = createHash('sha256').update(JSON.stringify(peer))
  for (const file of ['go.mod', 'go.sum']) hash.update('\0').update(readFileSync(join(source, file)))
  const cache = join(process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'kubectl-c5c3-build')
  const folder = join(cache, `${name}-${peer.version}-${hash.digest('hex').slice(0, 8)}`)
  const program = join(folder, name)
  if (existsSync(program)) return program
  const unfinished = `${folder}.${process.pid}`
  mkdirSync(unfinished, { recursive: true })
  try {
    build(source, peer, join(unfinished, name))
    renameSync(unfinished, folder)
  } finally {
    rmSync(unfinished, { recursive: true, force: true })
  }
  return program
}

function build(source: string, { main, flags = ['-ldflags', '-s -w'], lacks }: Peer, output: string): void {
  const env = {
    ...process.env,
    GOFLAGS: '-mod=readonly -buildvcs=false',
    GOTOOLCHAIN: 'local',
    GOWORK: 'off',
    CGO_ENABLED: '0',
  }
  const go = (cwd: string, args: readonly string[]) =>
    execFileSync('nice', ['-n', '10', 'go', ...args], { cwd, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
  if (lacks === undefined) {
    go(source, ['build', '-trimpath', ...flags, '-o', output, main])
    return
  }
  // On a new machine the module has no folder until it was downloaded.
  go(source, ['mod', 'download', lacks.module])
  const copy = join(output, '..', 'source')
  cpSync(go(source, ['list', '-m', '-f', '{{.Dir}}', lacks.module]).trim(), copy, { recursive: true })
  execFileSync('chmod', ['-R', 'u+w', copy])
  mkdirSync(join(copy, lacks.file, '..'), { recursive: true })
  writeFileSync(join(copy, lacks.file), lacks.text)
  go(copy, ['build', '-trimpath', ...flags, '-o', output, main])
  rmSync(copy, { recursive: true })
}

if (import.meta.main) {
  for (const name of Object.keys(PEERS) as PeerName[]) {
    const begun = performance.now()
    try {
      console.log(
        `${name} ${PEERS[name].version}: ${peerProgram(name)} (${Math.round((performance.now() - begun) / 1000)} s)`,
      )
    } catch (error) {
      console.error(
        `error: ${name} cannot be built: ${String((error as { stderr?: string }).stderr ?? error).slice(-2000)}`,
      )
      process.exitCode = 1
    }
  }
}
