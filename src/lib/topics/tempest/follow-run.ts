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

/** The command that shows a run. */
export const seeRun = ({ cluster, namespace, name }: ObjectAt): string =>
  formatCommand(c5c3Command('tempest', 'logs', ...flagWords('--run', '--run', `${namespace}/${name}@${cluster}`), '-f'))

/** The hint after the command stops following a run that continues. */
export const comeBack = (job: ObjectAt): string => `the Job goes on; ${seeRun(job)} follows it again`

/** Follows a run to its end and returns its results. Its log goes to stderr, because the results are the answer. */
export async function followRun({ fleet, job, clock, signal, flags }: RunFollowing): Promise<TempestInput> {
  const cliIo = io()
  const tell = (text: string) => void cliIo.stderr.write(`${text}\n`)
  const run = `${job.namespace}/${job.name}@${job.cluster}`
  try {
    const target = await tempestLogTarget({ fleet, signal, now: clock.now() }, { run }, {})
    const tests = new TestCounter(tell)
    const printer = new LogPrinter({
      style: 'text',
      stdout: { ...cliIo.stderr, write: (text) => cliIo.stderr.write(text).then(() => tests.count(text)) },
      timestamps: false,
      prefix: false,
      paint: (prefix) => prefix,
    })
    const states = new JobStateMessages(tell)
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
    if (cliIo.signal.aborted) tell(comeBack(job))
    throw error
  }
}

/** The data of this run only. */
async function resultsOf({ fleet, job, clock, signal, flags }: RunFollowing): Promise<TempestInput> {
  const context = { fleet, signal, now: clock.now(), progress: new ProgressLine(io().stderr), clock }
  const word = `${job.namespace}/${job.name}@${job.cluster}`
  const isRun = ({ name, namespace, cluster }: TempestInput['suites'][number]['jobs'][number]) =>
    name === job.name && namespace === job.namespace && cluster.label === job.cluster
  const input = await readTempest(context, { flags, runs: ({ jobs }) => jobs.filter(isRun) })
  const suites = input.suites
    .filter((suite) => suiteOfRun(suite, word))
    .map((suite) => ({ ...suite, jobs: suite.jobs.filter(isRun) }))
  if (suites.length > 0) return { ...input, suites, causes: [] }
  throw new C5c3Error('NOT_FOUND', 'findings', `Job ${job.namespace}/${job.name} was deleted before its end`, [
    'to list the remaining runs: kubectl c5c3 tempest history',
  ])
}

class TestCounter {
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
      if (this.#ended % PROGRESS_INTERVAL === 0) this.#tell(`${this.#ended} tests so far, ${this.#failed} failed`)
    }
  }
}

/** Prints the state of a Job when it changes. */
class JobStateMessages {
  readonly #tell: (text: string) => void
  #last = ''

  constructor(tell: (text: string) => void) {
    this.#tell = tell
  }

  tell(job: KubeObject | undefined): void {
    const text = job === undefined ? 'the Job is gone' : describeJob(job)
    if (text !== this.#last) this.#tell(text)
    this.#last = text
  }
}

function describeJob(job: KubeObject): string {
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
    .reduce<unknown>((value, field) => (value as Record<string, unknown> | undefined)?.[field], object)
}

/** Print progress after this many tests. */
const PROGRESS_INTERVAL = 50
