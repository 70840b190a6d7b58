// SPDX-License-Identifier: Apache-2.0

import type { Asked, CommandContext } from '../../cli/oclif/topic.ts'
import { io } from '../../io/io.ts'
import type { Answer } from '../../model/report/presentation.ts'
import { type TempestCompareReport, tempestCompareReport } from '../../reports/tempest/compare.ts'
import { tempestCompareForms } from '../../reports/tempest/compare-view.ts'
import { suiteOfRun, type TempestSuite } from '../../reports/tempest/suites.ts'
import { sidesOf } from './compare-sides.ts'
import { readTempest } from './read.ts'

/** Compares two Tempest runs, at least one of them a Job. */
export async function answer(
  context: CommandContext,
  { args, flags }: Asked<{ readonly a: string; readonly b: string }>,
): Promise<Answer<TempestCompareReport>> {
  const names = [args.a, args.b] as const
  const runs = (suite: TempestSuite) => (names.some((name) => suiteOfRun(suite, name)) ? suite.jobs : [])
  const input = await readTempest(context, { flags, runs })
  const { snapshot, logs } = input
  const report = tempestCompareReport({
    ...(await sidesOf(names, io().cwd, input)),
    clusters: snapshot.clusters.map(({ label }) => label),
    gaps: [...snapshot.gaps, ...[...logs.values()].flatMap(({ gap }) => gap ?? [])],
    allowIncomplete: flags['allow-incomplete'],
  })
  return { report, presentation: tempestCompareForms(context.now) }
}
