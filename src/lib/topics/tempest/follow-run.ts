// SPDX-License-Identifier: Apache-2.0

import { ProgressLine } from '../../cli/process/progress-line.ts'
import type { Clock } from '../../cluster/transport/types.ts'
import type { Fleet } from '../../fleet/member.ts'
import { io } from '../../io/io.ts'
import { textAt } from '../../model/object/fields.ts'
import type { KubeObject } from '../../model/object/resource.ts'
import type { ObjectAt } from '../../model/plan/plan.ts'
import { C5c3Error } from '../../model/report/errors.ts'
import { c5c3Command, flagWords, formatCommand } from '../../model/text/command.ts'
import type { TempestInput } from '../../reports/tempest/report.ts'
import { suiteOfRun } from '../../reports/tempest/suites.ts'
import { followLogs } from '../logs/follow.ts'
import { isOver } from '../logs/print-logs.ts'
import { LogPrinter } from '../logs/printer.ts'
import { tempestLogTarget } from './log-target.ts'
import { readTempest, type TempestOptions } from './read.ts'

export interface RunFollowing {
  readonly fleet: Fleet
  readonly job: ObjectAt
  readonly clock: Clock
  readonly signal: AbortSignal
  readonly flags: TempestOptions['flags']
}

/** What to type to see a run. */
export const seeRun = ({ cluster, namespace, name }: ObjectAt): string =>
  formatCommand(c5c3Command('tempest', 'logs', ...flagWords('--run', '--run', `${namespace}/${name}@${cluster}`), '-f'))

/** How a person comes back to a run that goes on without us. */
export const comeBack = (job: ObjectAt): string => `the Job goes on; ${seeRun(job)} follows it again`

/** Follows a run to its end: what it prints goes to stderr, for the results are the answer. Its results are returned. */
export async function followRun({ fleet, job, clock, signal, flags }: RunFollowing): Promise<TempestInput> {
  const world = io()
  const tell = (text: string) => void world.stderr.write(`${text}\n`)
  const run = `${job.namespace}/${job.name}@${job.cluster}`
  try {
    const target = await tempestLogTarget({ fleet, signal, now: clock.now() }, { run }, {})
    const tests = new Tests(tell)
    const printer = new LogPrinter({
      style: 'text',
      stdout: { ...world.stderr, write: (text) => world.stderr.write(text).then(() => tests.count(text)) },
      timestamps: false,
      prefix: false,
      paint: (prefix) => prefix,
    })
    const states = new States(tell)
    await followLogs({
      target,
      chosen: { previous: false },
      start: {},
      printer,
      clock,
      signal,
      tell,
      isOver: (object) => {
        states.tell(object)
        return isOver(target, object)
      },
    })
    signal.throwIfAborted()
    return await resultsOf({ fleet, job, clock, signal, flags })
  } catch (error) {
    if (world.signal.aborted) tell(comeBack(job))
    throw error
  }
}

/** What is known of this run, and of no other. */
async function resultsOf({ fleet, job, clock, signal, flags }: RunFollowing): Promise<TempestInput> {
  const landscape = { fleet, signal, now: clock.now(), progress: new ProgressLine(io().stderr), clock }
  const word = `${job.namespace}/${job.name}@${job.cluster}`
  const isRun = ({ name, namespace, cluster }: TempestInput['suites'][number]['jobs'][number]) =>
    name === job.name && namespace === job.namespace && cluster.label === job.cluster
  const input = await readTempest(landscape, { flags, runs: ({ jobs }) => jobs.filter(isRun) })
  const suites = input.suites
    .filter((suite) => suiteOfRun(suite, word))
    .map((suite) => ({ ...suite, jobs: suite.jobs.filter(isRun) }))
  if (suites.length > 0) return { ...input, suites, causes: [] }
  throw new C5c3Error('NOT_FOUND', 'findings', `Job ${job.namespace}/${job.name} was deleted before its end`, [
    'kubectl c5c3 tempest history shows the runs that are left',
  ])
}

/** Every so many tests it is said how many there were: lines alone tell nobody how far a long run is. */
const TOLD_EVERY = 50

class Tests {
  readonly #tell: (text: string) => void
  #ended = 0
  #failed = 0

  constructor(tell: (text: string) => void) {
    this.#tell = tell
  }

  count(text: string): void {
    for (const [, word] of text.matchAll(/ \.\.\. (ok|FAILED|SKIPPED)\b/g)) {
      this.#ended += 1
      if (word === 'FAILED') this.#failed += 1
      if (this.#ended % TOLD_EVERY === 0) this.#tell(`${this.#ended} tests so far, ${this.#failed} failed`)
    }
  }
}

/** Says once how a Job is, and again when it is otherwise. */
class States {
  readonly #tell: (text: string) => void
  #last = ''

  constructor(tell: (text: string) => void) {
    this.#tell = tell
  }

  tell(job: KubeObject | undefined): void {
    const text = job === undefined ? 'the Job is gone' : wordsOf(job)
    if (text !== this.#last) this.#tell(text)
    this.#last = text
  }
}

function wordsOf(job: KubeObject): string {
  const count = (field: string) => Number(textOrCount(job, `status.${field}`) ?? 0)
  const name = `Job ${job.metadata.namespace}/${job.metadata.name}`
  if (count('succeeded') > 0) return `${name} has ended`
  const failed = count('failed')
  const tries = failed > 0 ? `, ${failed} ${failed === 1 ? 'try' : 'tries'} failed` : ''
  return textAt(job, 'status.startTime') === undefined ? `${name} waits to be started` : `${name} is running${tries}`
}

function textOrCount(object: KubeObject, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>((found, field) => (found as Record<string, unknown> | undefined)?.[field], object)
}
