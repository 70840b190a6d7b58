// SPDX-License-Identifier: Apache-2.0

import type { LogFlags } from '../../cli/flags/log-flags.ts'
import { systemClock } from '../../cluster/transport/clock.ts'
import { io } from '../../io/io.ts'
import type { Gap } from '../../model/landscape/gap.ts'
import { conditionsOf } from '../../model/object/conditions.ts'
import { countAt, fieldAt, flagAt } from '../../model/object/fields.ts'
import { containersOf, isFinished } from '../../model/object/pod-containers.ts'
import type { KubeObject, Resource } from '../../model/object/resource.ts'
import { C5c3Error } from '../../model/report/errors.ts'
import { closestMatches } from '../../model/text/closest-matches.ts'
import { c5c3Command, formatCommand } from '../../model/text/command.ts'
import { safeLine } from '../../model/text/sanitize.ts'
import type { Format } from '../../render/formats.ts'
import { prefixPainter } from '../../render/log-prefix.ts'
import { type LogsReport, logsReport } from '../../reports/logs/report.ts'
import { nameOf, objectAddress } from '../../reports/shared/object-row.ts'
import { followLogs } from './follow.ts'
import { containersIn, podsOf, readPods, withoutFinished } from './pods.ts'
import { LogPrinter } from './printer.ts'
import { readLogs } from './read.ts'
import type { LogTarget } from './target.ts'

export interface LogCommand {
  readonly target: LogTarget
  readonly flags: LogFlags & { readonly 'allow-incomplete': boolean }
  readonly format: Format
  readonly color: boolean
  readonly signal: AbortSignal
}

export interface LogAnswer {
  readonly report: LogsReport
  readonly notes: readonly string[]
  /** Lines were printed as they arrived. */
  readonly streamed: boolean
}

/** Prints the logs of the Pods of an object; the report says what could not be read. */
export async function printLogs(command: LogCommand): Promise<LogAnswer> {
  const { target, flags, format } = command
  const cliIo = io()
  const printer = new LogPrinter({
    style: format === 'table' ? 'text' : format === 'jsonl' ? 'jsonl' : 'kept',
    stdout: cliIo.stdout,
    grep: flags.grep,
    timestamps: flags.timestamps,
    prefix: flags.prefix,
    paint: await prefixPainter(command.color && format === 'table'),
  })
  const { gaps, notes } = flags.follow ? await follow(command, printer) : await readOnce(command, printer)
  const { subject, operator, seen } = target
  const report = logsReport({
    subject: objectAddress(subject),
    ...(operator ? { operator } : {}),
    sources: printer.sources,
    lines: printer.rows,
    snapshot: seen.snapshot,
    clusters: [...new Set([subject, ...target.owners].map(({ cluster }) => cluster.label))],
    gaps: [...target.gaps, ...gaps],
    allowIncomplete: flags['allow-incomplete'],
  })
  const shown = report.sources.reduce((sum, { lines }) => sum + lines, 0)
  const isEmpty = shown === 0 && report.sources.some(({ state }) => state === 'read')
  return {
    report,
    notes: [...notes, ...(isEmpty ? [emptyNote(flags, printer.left)] : [])],
    streamed: format === 'jsonl',
  }
}

type ReadResult = { readonly gaps: readonly Gap[]; readonly notes: readonly string[] }

async function readOnce({ target, flags, signal }: LogCommand, printer: LogPrinter): Promise<ReadResult> {
  const { resources, gaps } = await readPods(target, signal)
  const pods = podsOf(target, resources)
  const containers = containersIn(target, withoutFinished(target, pods), flags)
  if (containers.length === 0 && gaps.length === 0) throw noLogs(target, pods, flags)
  checkNumber(target, containers.length)
  const started = containers.filter(({ container }) => container.state !== 'waiting')
  for (const each of containers.filter(({ container }) => container.state === 'waiting'))
    Object.assign(printer.source(each), { state: 'not started', message: each.container.reason })
  const isCut = flags.tail === undefined && flags.since === undefined && started.length > 1
  const tail = flags.tail ?? (isCut ? DEFAULT_TAIL : -1)
  const since = isCut && !flags.previous ? DEFAULT_SINCE : flags.since
  const part = { ...startOf({ since, tail }), ...(flags.previous ? { previous: true as const } : {}) }
  const unread = await readLogs(started, { part, printer, signal })
  return { gaps: [...gaps, ...unread], notes: isCut ? [cutNote(started.length, flags.previous)] : [] }
}

/** Which lines the defaults leave out. */
function cutNote(containers: number, isPrevious: boolean): string {
  const time = isPrevious ? '' : ' of the last hour'
  return `last ${DEFAULT_TAIL} lines${time} of each of ${containers} containers (--tail -1 for all, --since 24h for a day)`
}

async function follow({ target, flags, signal }: LogCommand, printer: LogPrinter): Promise<ReadResult> {
  const cliIo = io()
  const tail = flags.tail ?? (flags.since === undefined ? 10 : -1)
  const gaps = await followLogs({
    target,
    chosen: flags,
    start: startOf({ ...flags, tail }),
    printer,
    clock: systemClock,
    signal,
    tell: (text) => void cliIo.stderr.write(`${text}\n`),
    isOver: (object) => isOver(target, object),
  })
  // The user ends following with Ctrl-C, which is no error; a deadline is.
  if (!cliIo.signal.aborted) signal.throwIfAborted()
  return { gaps, notes: [] }
}

const startOf = ({ since, tail = -1 }: Pick<LogFlags, 'since' | 'tail'>) => ({
  ...(since === undefined ? {} : { sinceSeconds: Math.max(1, Math.ceil(since / 1000)) }),
  ...(tail < 0 ? {} : { tailLines: tail }),
})

/** Jobs and Pods end; other objects may get new Pods. */
export function isOver({ subject }: Pick<LogTarget, 'subject'>, current: KubeObject | undefined): boolean {
  if (subject.kind === 'Pod') return !current || isFinished(current)
  if (subject.kind !== 'Job') return false
  const conditions = current ? conditionsOf(current) : undefined
  return !current || ['Complete', 'Failed'].some((type) => conditions?.get(type)?.status === 'True')
}

function checkNumber({ subject }: LogTarget, count: number): void {
  if (count <= MAX_CONTAINERS) return
  throw new C5c3Error(
    'USAGE',
    'usage',
    `${count} containers belong to ${nameOf(subject)}, more than ${MAX_CONTAINERS}`,
    [`${formatCommand(c5c3Command('tree', objectAddress(subject)))} shows its parts: name one of them`],
  )
}

/** Why there is no log, with next steps. */
function noLogs(target: LogTarget, pods: readonly Resource[], flags: LogFlags): C5c3Error {
  const { subject, operator } = target
  const name = operator ?? nameOf(subject)
  const address = objectAddress(subject)
  if (pods.length > 0) {
    const names = [...new Set(pods.flatMap(({ object }) => containersOf(object).map((one) => one.name)))]
    const { container } = flags
    if (container !== undefined && !names.includes(container)) {
      const close = closestMatches(container, names)
      return notFound(`no Pod of ${name} has a container "${safeLine(container)}"`, [
        close.length > 0 ? `did you mean: ${close.join(', ')}?` : `available: ${names.join(', ')}`,
      ])
    }
    return noPods(`no container of ${name} was ever restarted`, [
      `${formatCommand(c5c3Command('logs', address))} shows their current logs`,
    ])
  }
  return noPods(`${name} has no Pods: ${whyNone(target)}`, [
    ...(operator ? [`${formatCommand(c5c3Command('operators'))} shows how ${operator} is`] : nextOf(target)),
  ])
}

const notFound = (message: string, hints: readonly string[]) => new C5c3Error('NOT_FOUND', 'notFound', message, hints)

/** The named object exists, so this is a finding about it and not a wrong name. */
const noPods = (message: string, hints: readonly string[]) => new C5c3Error('NOT_FOUND', 'findings', message, hints)

function whyNone({ subject, owners }: LogTarget): string {
  const { kind, object } = subject
  if (kind === 'Job' && isOver({ subject }, object)) return 'it has finished, and its Pods were deleted'
  if (kind === 'CronJob') return 'no Pod of its runs exists'
  if (kind === 'Node') return 'no agent runs on it'
  if (flagAt(object, 'spec.suspend') === true) return 'it is suspended'
  const desired = countAt(object, 'spec.replicas') ?? countAt(object, 'status.desiredNumberScheduled')
  if (WORKLOAD_KINDS.includes(kind) && desired) return `${desired} desired, 0 running`
  const workloads = owners.filter((one) => WORKLOAD_KINDS.includes(one.kind))
  if (workloads.length === 0) return 'it has no workloads'
  if (workloads.every((one) => fieldAt(one.object, 'spec.replicas') === 0)) return 'it is scaled to 0'
  return `${workloads.map(nameOf).slice(0, 3).join(', ')} ${workloads.length === 1 ? 'has' : 'have'} none`
}

function nextOf({ subject }: LogTarget): readonly string[] {
  const address = objectAddress(subject)
  return [
    `${formatCommand(c5c3Command('logs', address, '--operator'))} shows the logs of its operator`,
    `${formatCommand(c5c3Command('events', address))} shows its events`,
  ]
}

function emptyNote({ grep, since }: LogFlags, left: number): string {
  if (grep && left > 0) return `none of ${left} lines matches ${safeLine(grep.source, 200)}`
  return since === undefined ? 'no log lines' : 'no log lines in that time'
}

/** Too many to read, and too many requests for a server. */
const MAX_CONTAINERS = 200
/** For several logs, the last lines are usually the relevant ones. */
const DEFAULT_TAIL = 100
/** Of several logs an incident needs the last hour; a single log is printed in full, as kubectl does. */
const DEFAULT_SINCE = 60 * 60 * 1000
const WORKLOAD_KINDS: readonly string[] = ['Deployment', 'StatefulSet', 'DaemonSet']
