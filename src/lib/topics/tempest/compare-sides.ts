// SPDX-License-Identifier: Apache-2.0
import { createReadStream } from 'node:fs'
import { resolve } from 'node:path'
import { C5c3Error } from '../../model/report/errors.ts'
import { closestMatches } from '../../model/text/closest-matches.ts'
import { safeLine } from '../../model/text/sanitize.ts'
import { unreadOf } from '../../reports/shared/unread-candidates.ts'
import type { CompareInput, RunOutput } from '../../reports/tempest/compare.ts'
import type { TempestInput } from '../../reports/tempest/report.ts'
import { startOf, type TempestSuite } from '../../reports/tempest/suites.ts'
import { readTempestOutput } from '../../tempest/output.ts'

/** A path or a known file extension means a file, anything else a Job. */
export const isFile = (text: string): boolean => /^\.{0,2}\//.test(text) || /\.(?:xml|log|txt|subunit|out)$/.test(text)

/** Reads an output file of Tempest. Throws a usage error when there is none. */
async function fileSide(text: string, cwd: string): Promise<RunOutput> {
  const path = resolve(cwd, text)
  let problem: NodeJS.ErrnoException | undefined
  const stream = createReadStream(path)
  stream.once('error', (error) => {
    problem = error
  })
  const output = await readTempestOutput(stream)
  if (problem)
    throw new C5c3Error('USAGE', 'usage', `cannot read "${safeLine(text)}": ${problem.code ?? problem.message}`)
  return { name: safeLine(text), output }
}

/** The run of a Job by its name; its log must have been read. */
function jobSide(text: string, { suites, logs, snapshot }: TempestInput): RunOutput & { readonly suite: TempestSuite } {
  const all = suites.flatMap((suite) => suite.jobs.map((job) => ({ suite, job })))
  const matching = all.filter(({ job: { name, namespace, cluster } }) =>
    [name, `${namespace}/${name}`, `${namespace}/${name}@${cluster.label}`].includes(text),
  )
  const [first, ...others] = matching
  const address = ({ job: { name, namespace, cluster } }: (typeof all)[number]) =>
    `${namespace}/${name}@${cluster.label}`
  if (first && others.length > 0)
    throw new C5c3Error(
      'AMBIGUOUS',
      'usage',
      `"${safeLine(text)}" is ${matching.length} Jobs`,
      matching.slice(0, 8).map(address),
    )
  if (!first) {
    const clusters = new Set(snapshot.clusters.map(({ label }) => label))
    const hidden = unreadOf({ kinds: RUN_KINDS, roles: ['control-plane'], isNamed: true }, clusters, snapshot)
    if (hidden) throw hidden.error(`a run "${safeLine(text)}"`)
    const close = closestMatches(text, [
      ...all.map(({ job }) => job.name),
      ...all.map(({ job }) => `${job.namespace}/${job.name}`),
    ])
    throw new C5c3Error('NOT_FOUND', 'notFound', `run "${safeLine(text)}" not found`, [
      close.length > 0 ? `did you mean: ${close.join(', ')}?` : 'kubectl c5c3 tempest history',
    ])
  }
  const log = logs.get(first.job.id)
  const start = startOf(first.job)
  return {
    name: address(first),
    ...(start === undefined ? {} : { started: new Date(start).toISOString() }),
    output: log?.output ?? { formats: [], tests: [], bytes: 0, problems: [`no log: ${log?.absent ?? 'not read'}`] },
    suite: first.suite,
  }
}

/** Both sides of a comparison and, for Jobs, all runs of their suite, oldest first. */
export async function sidesOf(
  [a, b]: readonly [string, string],
  cwd: string,
  input: TempestInput | undefined,
): Promise<Pick<CompareInput, 'before' | 'after' | 'all'>> {
  const side = async (text: string): Promise<RunOutput & { readonly suite?: TempestSuite }> =>
    isFile(text) || !input ? fileSide(text, cwd) : jobSide(text, input)
  const [before, after] = [await side(a), await side(b)]
  const suites = [...new Set([before.suite, after.suite].filter((one) => one !== undefined))]
  const runs = suites.flatMap(({ jobs }) => jobs.toReversed()).flatMap(({ id }) => input?.logs.get(id)?.output ?? [])
  const fileOutputs = [before, after].filter(({ suite }) => !suite).map(({ output }) => output)
  return {
    before: { name: before.name, ...(before.started ? { started: before.started } : {}), output: before.output },
    after: { name: after.name, ...(after.started ? { started: after.started } : {}), output: after.output },
    all: [...fileOutputs, ...runs],
  }
}

/** The kinds that runs are found by. */
const RUN_KINDS = ['Job.batch', 'CronJob.batch', 'Tempest.tempest.openstack.c5c3.io']
