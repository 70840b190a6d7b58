// SPDX-License-Identifier: Apache-2.0
// Credential plugins for tests: Node scripts with a shell wrapper of the given name.
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AuthConfig, ClusterConfig, ExecPlugin } from '../../../../src/lib/cluster/config.ts'
import { seal } from '../../../../src/lib/cluster/secrets/seal.ts'

export const V1 = 'client.authentication.k8s.io/v1'
export const V1BETA1 = 'client.authentication.k8s.io/v1beta1'

export interface Lab {
  readonly folder: string
  readonly at: (name: string) => string
  /** Creates an executable with a JavaScript body. See PRELUDE for the functions that the body may use. */
  plugin(name: string, body: string): Promise<string>
  /** The number of runs of all plugins in this folder. */
  runs(): Promise<number>
  read(name: string): Promise<string>
  done(): Promise<void>
}

/** answer(status) prints an ExecCredential; note(name, text) writes a file; run is the number of this run, from 1. */
const PRELUDE = (folder: string) => `
const fs = require('node:fs'), path = require('node:path')
const at = (name) => path.join(${JSON.stringify(folder)}, name)
fs.appendFileSync(at('runs'), 'x')
const run = fs.readFileSync(at('runs')).length
const note = (name, text) => fs.appendFileSync(at(name), text)
const info = JSON.parse(process.env.KUBERNETES_EXEC_INFO)
const answer = (status, more) =>
  process.stdout.write(JSON.stringify({ apiVersion: info.apiVersion, kind: 'ExecCredential', status, ...more }))
`

export async function openLab(): Promise<Lab> {
  const folder = await mkdtemp(join(tmpdir(), 'c5c3-plugin-'))
  const at = (name: string) => join(folder, name)
  return {
    folder,
    at,
    plugin: async (name, body) => {
      await writeFile(at(`${name}.cjs`), PRELUDE(folder) + body)
      await writeFile(at(name), `#!/bin/sh\nexec "${process.execPath}" "${at(`${name}.cjs`)}" "$@"\n`)
      await chmod(at(name), 0o755)
      return at(name)
    },
    runs: async () => (await readFile(at('runs'), 'utf8').catch(() => '')).length,
    read: (name) => readFile(at(name), 'utf8'),
    done: () => rm(folder, { recursive: true, force: true }),
  }
}

export function configOf(auth: AuthConfig, more: Partial<ClusterConfig> = {}): ClusterConfig {
  return {
    context: 'c',
    source: '/kc/config',
    server: 'https://127.0.0.1:6443',
    insecureSkipTlsVerify: false,
    auth,
    ...more,
  }
}

export function execOf(command: string, more: Partial<ExecPlugin> = {}): { exec: ExecPlugin } {
  return {
    exec: { command, args: [], env: [], apiVersion: V1, interactiveMode: 'Never', provideClusterInfo: false, ...more },
  }
}

export const sealAll = (...texts: string[]) => texts.map(seal)

/** A signal that is never aborted. */
export const calm = () => new AbortController().signal
