// SPDX-License-Identifier: Apache-2.0
// Builds real controllers from their released modules, and Keystone and Tempest from their released packages, once per
// version, into the user's cache folder. Takes minutes when cold. Arguments: the controllers to build; default: all.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { buildLab } from '../lab/build.ts'
import { cacheFolder, lock } from '../lab/cache.ts'
import { goBuild, goEnvironment, goVersion, LabError } from '../lab/go.ts'
import { PROGRAMS, type Program, type ProgramName } from './programs.ts'
import { installPython, pythonKey } from './python.ts'

type Say = (line: string) => void

const NEEDED_GO = '1.26.0'
const FLAGS = ['-trimpath', '-ldflags', '-s -w']

/** The binary of a built controller; throws LabError with the build command if it is missing. */
export const controllerBinary = (name: ProgramName) => join(built(name, programKey(name)), name)

/** The folder of the CRDs of a controller. */
export const controllerCrds = (name: ProgramName) => join(built(name, programKey(name)), 'crds')

/** The folder of the Python environment with Keystone and Tempest. */
export const pythonFolder = () => built('python', pythonKey())

function built(name: string, key: string): string {
  const folder = folderOf(name, key)
  if (existsSync(folder)) return folder
  throw new LabError(`${name} is not built: run "node test/controllers/build.ts ${name}"`)
}

const folderOf = (name: string, key: string) => join(cacheFolder(), `${name}-${key}`)

/** A hash of everything that affects the result. */
function programKey(name: ProgramName): string {
  return createHash('sha256')
    .update(JSON.stringify([goVersion(NEEDED_GO), FLAGS, PROGRAMS[name]]))
    .digest('hex')
    .slice(0, 16)
}

async function once(name: string, key: string, say: Say, make: (folder: string) => Promise<void>): Promise<void> {
  const folder = folderOf(name, key)
  if (existsSync(folder)) return
  mkdirSync(dirname(folder), { recursive: true })
  const unlock = await lock(`${folder}.lock`, say)
  const unfinished = `${folder}.tmp`
  try {
    if (existsSync(folder)) return
    rmSync(unfinished, { recursive: true, force: true })
    mkdirSync(unfinished)
    await make(unfinished)
    renameSync(unfinished, folder)
    say(`built ${name}: ${folder}`)
  } finally {
    rmSync(unfinished, { recursive: true, force: true })
    unlock()
  }
}

async function buildProgram(name: ProgramName, folder: string, say: Say): Promise<void> {
  const program: Program = PROGRAMS[name]
  say(`building ${name} from ${program.module} ${program.version}`)
  const module = download(program)
  cpSync(join(module, program.crds), join(folder, 'crds'), { recursive: true })
  makeWritable(join(folder, 'crds'))
  const source = program.instead === undefined ? module : changedSource(module, join(folder, 'source'), program.instead)
  await goBuild([...FLAGS, '-o', join(folder, name), program.package], source, say)
  rmSync(join(folder, 'source'), { recursive: true, force: true })
}

/** The folder of the module in Go's own cache, after its checksum was verified. */
function download({ module, version, sum }: Program): string {
  const downloaded = execFileSync('go', ['mod', 'download', '-json', `${module}@${version}`], {
    cwd: cacheFolder(),
    env: { ...goEnvironment(), GOFLAGS: '' },
    maxBuffer: 1 << 20,
  })
  const { Dir, Sum } = JSON.parse(downloaded.toString()) as { Dir: string; Sum: string }
  if (Sum === sum) return Dir
  throw new LabError(`${module} ${version} is ${Sum} here, not ${sum}: look at it before you build it`)
}

function changedSource(module: string, folder: string, instead: NonNullable<Program['instead']>): string {
  cpSync(module, folder, { recursive: true })
  makeWritable(folder)
  for (const [path, text] of Object.entries(instead)) {
    const file = join(folder, path)
    writeFileSync(file, typeof text === 'string' ? text : replaced(readFileSync(file, 'utf8'), text))
  }
  return folder
}

function replaced(text: string, [from, to = '', ...more]: readonly string[]): string {
  if (from === undefined) return text
  if (text.split(from).length !== 2) throw new LabError(`the source has changed: not once "${from}"`)
  return replaced(text.replace(from, to), more)
}

/** Files in Go's cache, and copies of them, are read-only. */
function makeWritable(folder: string): void {
  chmodSync(folder, 0o755)
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) makeWritable(path)
    else if (entry.isFile()) chmodSync(path, 0o644)
  }
}

async function buildAll(names: readonly string[], say: Say): Promise<void> {
  const known = ['python', ...Object.keys(PROGRAMS)]
  const unknown = names.find((name) => !known.includes(name))
  if (unknown !== undefined) throw new LabError(`no part is called ${unknown}: ${known.join(', ')}`)
  await buildLab(say)
  for (const name of names.length > 0 ? names : known) {
    if (name === 'python') await once(name, pythonKey(), say, (folder) => installPython(folder, say))
    else
      await once(name, programKey(name as ProgramName), say, (folder) => buildProgram(name as ProgramName, folder, say))
  }
}

if (import.meta.main) {
  try {
    await buildAll(process.argv.slice(2), (line) => console.log(`lab: ${line}`))
  } catch (error) {
    if (!(error instanceof LabError)) throw error
    console.error(`error: ${error.message}`)
    process.exitCode = 1
  }
}
