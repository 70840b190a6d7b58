// SPDX-License-Identifier: Apache-2.0
// Builds the lab (etcd, kube-apiserver, kube-controller-manager, kubectl) from released Go modules, once per version,
// into the user's cache folder. Takes minutes when cold, milliseconds when cached.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { cacheFolder, lock } from './cache.ts'
import { goBuild, goVersion, LabError } from './go.ts'

export const PROGRAMS = ['etcd', 'kube-apiserver', 'kube-controller-manager', 'kubectl'] as const
export type Program = (typeof PROGRAMS)[number]

const SOURCE = join(import.meta.dirname, 'kube')
const KUBERNETES = 'v1.36.3'
const FLAGS = ['-trimpath', '-ldflags', `-s -w -X k8s.io/component-base/version.gitVersion=${KUBERNETES}`]

/** The path of a program that `npm run test:real` has built; throws LabError if it is missing. */
export function labProgram(program: Program): string {
  const path = join(labFolder(), program)
  if (existsSync(path)) return path
  throw new LabError(`the test laboratory is not built (${program} is missing): run "node test/lab/build.ts"`)
}

/** Builds what is missing; concurrent builds wait for each other. Returns the folder with the programs. */
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
  say(`building etcd and Kubernetes ${KUBERNETES} (about 8 minutes with an empty Go cache)`)
  try {
    await goBuild([...FLAGS, '-o', join(unfinished, 'kube-lab'), '.'], SOURCE, say)
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true })
    throw error
  }
  for (const program of PROGRAMS) symlinkSync('kube-lab', join(unfinished, program))
  renameSync(unfinished, folder)
  say(`built: ${folder}`)
}

/** A hash of everything that affects the result, so that a changed version never uses an old binary. */
function labFolder(): string {
  const needed = /^go (\S+)$/m.exec(readFileSync(join(SOURCE, 'go.mod'), 'utf8'))?.[1] ?? '?'
  const hash = createHash('sha256').update(goVersion(needed)).update(FLAGS.join(' '))
  for (const file of ['go.mod', 'go.sum', 'main.go']) hash.update('\0').update(readFileSync(join(SOURCE, file)))
  return join(cacheFolder(), hash.digest('hex').slice(0, 16))
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
