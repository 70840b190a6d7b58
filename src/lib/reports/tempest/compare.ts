// SPDX-License-Identifier: Apache-2.0

import type { Gap } from '../../model/landscape/gap.ts'
import { EXIT } from '../../model/report/errors.ts'
import { API_VERSION, type Report, type State } from '../../model/report/report.ts'
import { countsOf, type TempestCounts, type TempestOutput, type TempestTest } from '../../model/tempest/results.ts'
import { completenessOf } from '../shared/completeness.ts'

export interface ComparedRun {
  /** NAMESPACE/NAME@CLUSTER of a Job, or a file. */
  readonly name: string
  readonly started?: string
  readonly seconds?: number
  readonly counts?: TempestCounts
  readonly problems: readonly string[]
}

/** A test whose outcome changed, or that fails in both runs. */
export interface ComparedTest extends Pick<TempestTest, 'name' | 'service' | 'message'> {
  /** flaky: changed more than once across runs, or passed and failed within one. */
  readonly change: 'newly failing' | 'fixed' | 'still failing' | 'flaky'
  readonly before: TempestTest['outcome'] | 'absent'
  readonly after: TempestTest['outcome'] | 'absent'
}

export interface TempestCompareReport extends Report {
  readonly kind: 'TempestCompare'
  readonly before: ComparedRun
  readonly after: ComparedRun
  readonly tests: readonly ComparedTest[]
  /** Tests that only one of the runs contains. */
  readonly added: number
  readonly removed: number
}

export interface RunOutput {
  readonly name: string
  readonly started?: string
  readonly output: TempestOutput
}

export interface CompareInput {
  readonly before: RunOutput
  readonly after: RunOutput
  /** Runs of the same suite, oldest first, including both sides; used to detect flaky tests. */
  readonly all: readonly TempestOutput[]
  readonly clusters: readonly string[]
  readonly gaps: readonly Gap[]
  readonly allowIncomplete: boolean
}

export function tempestCompareReport(input: CompareInput): TempestCompareReport {
  const { before, after, all, clusters, gaps, allowIncomplete } = input
  const [beforeTests, afterTests] = [byName(before.output), byName(after.output)]
  const names = [...new Set([...beforeTests.keys(), ...afterTests.keys()])]
  const isFlaky = flakyTests(all)
  const tests = names.flatMap((name): ComparedTest[] => {
    const [beforeTest, afterTest] = [beforeTests.get(name), afterTests.get(name)]
    const change = changeOf(beforeTest, afterTest, isFlaky(name))
    const test = afterTest ?? beforeTest
    if (!change || !test) return []
    const message = (
      afterTest?.outcome === 'failed' ? afterTest : beforeTest?.outcome === 'failed' ? beforeTest : undefined
    )?.message
    return [
      {
        name,
        service: test.service,
        change,
        before: beforeTest?.outcome ?? 'absent',
        after: afterTest?.outcome ?? 'absent',
        ...(message ? { message } : {}),
      },
    ]
  })
  const sides = [sideOf(before), sideOf(after)] as const
  const hasFailed = (sides[1].counts?.failed ?? 0) > 0
  const isUncertain = gaps.length > 0 || sides.some(({ problems, counts }) => problems.length > 0 || !counts)
  const verdict: State = hasFailed ? 'degraded' : isUncertain ? 'unknown' : 'healthy'
  return {
    apiVersion: API_VERSION,
    kind: 'TempestCompare',
    verdict,
    exitCode: hasFailed ? EXIT.findings : isUncertain && !allowIncomplete ? EXIT.incomplete : EXIT.ok,
    completeness: completenessOf(clusters, gaps),
    before: sides[0],
    after: sides[1],
    tests: tests.sort(
      (a, b) => ORDER.indexOf(a.change) - ORDER.indexOf(b.change) || (a.service + a.name < b.service + b.name ? -1 : 1),
    ),
    added: [...afterTests.keys()].filter((name) => !beforeTests.has(name)).length,
    removed: [...beforeTests.keys()].filter((name) => !afterTests.has(name)).length,
  }
}

export const ORDER: readonly ComparedTest['change'][] = ['newly failing', 'flaky', 'still failing', 'fixed']

const byName = ({ tests }: TempestOutput) => new Map(tests.map((test) => [test.name, test]))

function changeOf(
  before: TempestTest | undefined,
  after: TempestTest | undefined,
  isFlaky: boolean,
): ComparedTest['change'] | undefined {
  const [failedBefore, failsNow] = [before?.outcome === 'failed', after?.outcome === 'failed']
  if (isFlaky) return 'flaky'
  if (failsNow) return failedBefore ? 'still failing' : 'newly failing'
  // a test that did not run again is not fixed
  return failedBefore && after?.outcome === 'passed' ? 'fixed' : undefined
}

/** Passed and failed within one run, or changed more than once across runs. */
function flakyTests(all: readonly TempestOutput[]): (name: string) => boolean {
  const changes = new Map<string, { last: TempestTest['outcome']; count: number }>()
  const flaky = new Set<string>()
  for (const { tests } of all)
    for (const { name, outcome, unsteady } of tests) {
      if (unsteady) flaky.add(name)
      if (outcome !== 'passed' && outcome !== 'failed') continue
      const previous = changes.get(name)
      const count = (previous?.count ?? 0) + (previous && previous.last !== outcome ? 1 : 0)
      changes.set(name, { last: outcome, count })
      if (count > 1) flaky.add(name)
    }
  return (name) => flaky.has(name)
}

function sideOf({ name, started, output }: RunOutput): ComparedRun {
  const counts = countsOf(output)
  return {
    name,
    ...(started ? { started } : {}),
    ...(output.seconds === undefined ? {} : { seconds: Math.round(output.seconds * 1000) / 1000 }),
    ...(counts ? { counts } : {}),
    problems: output.problems,
  }
}
