// SPDX-License-Identifier: Apache-2.0
// A saved plan contains fingerprints of values, never a value.
import { createHash } from 'node:crypto'
import { constants } from 'node:fs'
import { link, open, readFile, unlink } from 'node:fs/promises'
import { resolve } from 'node:path'
import { io } from '../io/io.ts'
import { isText, listOf, mapOf, oneOf, recordOf } from '../model/object/value-shape.ts'
import type { Plan, PlanStep } from '../model/plan/plan.ts'
import { C5c3Error } from '../model/report/errors.ts'
import { API_VERSION } from '../model/report/report.ts'
import { safeLine } from '../model/text/sanitize.ts'
import { isPlanCluster, isStep } from '../plans/shared/plan-shape.ts'
import type { WriteSession } from './run.ts'

export interface PlanFile {
  readonly apiVersion: typeof API_VERSION
  readonly kind: 'PlanFile'
  /** Of the tool: another version may plan differently. */
  readonly version: string
  readonly command: string
  /** The planner's arguments. */
  readonly inputs: object
  /** Salt of the fingerprints. */
  readonly salt: string
  readonly clusters: Plan['clusters']
  readonly steps: readonly PlanStep[]
  readonly digests: Digests
}

/** Saves a plan to a new file that only the user can read. Throws OUTPUT. */
export async function savePlan(
  name: string,
  { planned, salt }: WriteSession,
  inputs: object,
  version: string,
): Promise<void> {
  const { command, clusters, steps } = planned.plan
  const head: Omit<PlanFile, 'steps' | 'digests'> = {
    apiVersion: API_VERSION,
    kind: 'PlanFile',
    version,
    command,
    inputs,
    salt,
    clusters,
  }
  const file: PlanFile = { ...head, steps, digests: digestsOf(head, steps) }
  const path = resolve(io().cwd, name)
  const draft = `${path}.${process.pid}.new`
  try {
    const flags = constants.O_CREAT | constants.O_EXCL | constants.O_WRONLY | constants.O_NOFOLLOW
    const handle = await open(draft, flags, 0o600)
    try {
      await handle.writeFile(`${JSON.stringify(file, undefined, 2)}\n`)
    } finally {
      await handle.close()
    }
    // Unlike rename, link never replaces an existing file.
    await link(draft, path).finally(() => unlink(draft))
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EEXIST') throw new C5c3Error('USAGE', 'usage', `${name} already exists and is not overwritten`)
    throw new C5c3Error('OUTPUT', 'io', `cannot write ${name}: ${code === 'ENOSPC' ? 'no space left on device' : code}`)
  }
}

/** Loads a plan of this version. Throws PLAN_BLOCKED if it was edited or saved by another version. */
export async function loadPlan(name: string, version: string): Promise<PlanFile> {
  const file = parsePlan(name, await textOf(name))
  if (file.version !== version)
    throw refusal(
      `${name} was created by version ${safeLine(String(file.version), 40)} of this tool, this is ${version}`,
    )
  const { digests, steps, ...head } = file
  const now = digestsOf(head, steps)
  const edited = [
    ...(now.head === digests.head ? [] : ['command, inputs or clusters']),
    ...Object.keys({ ...now.steps, ...digests.steps }).filter((id) => now.steps[id] !== digests.steps[id]),
  ]
  if (edited.length > 0)
    throw refusal(`${name} was edited after it was created: ${edited.map((part) => safeLine(part)).join('; ')}`)
  return file
}

/** The error for a plan that must not be applied. */
export const refusal = (message: string, hints: readonly string[] = ['create the plan again']) =>
  new C5c3Error('PLAN_BLOCKED', 'refused', `${message}; nothing was changed`, hints)

function digestsOf(head: object, steps: readonly PlanStep[]): Digests {
  const hash = (value: unknown) => createHash('sha256').update(JSON.stringify(value)).digest('hex')
  // The order and the number of steps are part of the head.
  return {
    head: hash([head, steps.map(({ id }) => id)]),
    steps: Object.fromEntries(steps.map((step) => [step.id, hash(step)])),
  }
}

async function textOf(name: string): Promise<string> {
  try {
    return await readFile(resolve(io().cwd, name), 'utf8')
  } catch (error) {
    throw new C5c3Error(
      'USAGE',
      'usage',
      `cannot read the plan ${safeLine(name)}: ${(error as NodeJS.ErrnoException).code}`,
    )
  }
}

const isPlanFile = recordOf<PlanFile>({
  apiVersion: oneOf([API_VERSION]),
  kind: oneOf(['PlanFile']),
  version: isText,
  command: isText,
  inputs: mapOf(() => true),
  salt: isText,
  clusters: listOf(isPlanCluster),
  steps: listOf(isStep),
  digests: recordOf<Digests>({ head: isText, steps: mapOf(isText) }),
})

function parsePlan(name: string, text: string): PlanFile {
  const file = jsonOf(text)
  if (!isPlanFile(file)) throw refusal(`${safeLine(name)} is not a c5c3 plan`)
  const plan = file as PlanFile
  const ids = plan.steps.map(({ id }) => id)
  const duplicate = ids.find((id, i) => ids.indexOf(id) !== i)
  if (duplicate !== undefined) throw refusal(`${safeLine(name)} has a step twice: ${safeLine(duplicate)}`)
  return plan
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Detects which parts of the file were edited. */
interface Digests {
  readonly head: string
  readonly steps: Readonly<Record<string, string>>
}
