// SPDX-License-Identifier: Apache-2.0

import type { Gap } from '../../model/landscape/gap.ts'
import { EXIT } from '../../model/report/errors.ts'
import { API_VERSION, type Report, type State } from '../../model/report/report.ts'
import { countsOf, type TempestCounts, type TempestOutput, type TempestTest } from '../../model/tempest/results.ts'
import { completenessOf } from '../shared/completeness.ts'

/** One side of a comparison. */
export interface ComparedRun {
  /** A Job as NAMESPACE/NAME@CLUSTER, or a file. */
  readonly name: string
  readonly started?: string
  readonly seconds?: number
  readonly counts?: TempestCounts
  readonly problems: readonly string[]
}

/** A test that is not in both runs as it was. */
export interface ComparedTest extends Pick<TempestTest, 'name' | 'service' | 'message'> {
  /** newly failing, fixed, still failing; flaky: it changes back and forth, or did both in one run. */
  readonly change: 'newly failing' | 'fixed' | 'still failing' | 'flaky'
  readonly before: TempestTest['outcome'] | 'absent'
  readonly after: TempestTest['outcome'] | 'absent'
}

export interface TempestCompareReport extends Report {
  readonly kind: 'TempestCompare'
  readonly before: ComparedRun
  readonly after: ComparedRun
  readonly tests: readonly ComparedTest[]
  /** Tests that only one of the two ran. */
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
  /** Other runs of the same suite, oldest first, both sides included: what tells flaky from broken. */
  readonly all: readonly TempestOutput[]
  readonly clusters: readonly string[]
  readonly gaps: readonly Gap[]
  readonly allowIncomplete: boolean
}

/** What failed newly, what was fixed, what still fails, and what cannot make up its mind. */
export function tempestCompareReport(input: CompareInput): TempestCompareReport {
  const { before, after, all, clusters, gaps, allowIncomplete } = input
  const [then, now] = [byName(before.output), byName(after.output)]
  const names = [...new Set([...then.keys(), ...now.keys()])]
  const isFlaky = flakyIn(all)
  const tests = names.flatMap((name): ComparedTest[] => {
    const [old, fresh] = [then.get(name), now.get(name)]
    const change = changeOf(old, fresh, isFlaky(name))
    const test = fresh ?? old
    if (!change || !test) return []
    const message = (fresh?.outcome === 'failed' ? fresh : old?.outcome === 'failed' ? old : undefined)?.message
    return [
      {
        name,
        service: test.service,
        change,
        before: old?.outcome ?? 'absent',
        after: fresh?.outcome ?? 'absent',
        ...(message ? { message } : {}),
      },
    ]
  })
  const sides = [sideOf(before), sideOf(after)] as const
  const failed = (sides[1].counts?.failed ?? 0) > 0
  const isUnsure = gaps.length > 0 || sides.some(({ problems, counts }) => problems.length > 0 || !counts)
  const verdict: State = failed ? 'degraded' : isUnsure ? 'unknown' : 'healthy'
  return {
    apiVersion: API_VERSION,
    kind: 'TempestCompare',
    verdict,
    exitCode: failed ? EXIT.findings : isUnsure && !allowIncomplete ? EXIT.incomplete : EXIT.ok,
    completeness: completenessOf(clusters, gaps),
    before: sides[0],
    after: sides[1],
    tests: tests.sort(
      (a, b) => ORDER.indexOf(a.change) - ORDER.indexOf(b.change) || (a.service + a.name < b.service + b.name ? -1 : 1),
    ),
    added: [...now.keys()].filter((name) => !then.has(name)).length,
    removed: [...then.keys()].filter((name) => !now.has(name)).length,
  }
}

export const ORDER: readonly ComparedTest['change'][] = ['newly failing', 'flaky', 'still failing', 'fixed']

const byName = ({ tests }: TempestOutput) => new Map(tests.map((test) => [test.name, test]))

function changeOf(
  old: TempestTest | undefined,
  fresh: TempestTest | undefined,
  isFlaky: boolean,
): ComparedTest['change'] | undefined {
  const [was, is] = [old?.outcome === 'failed', fresh?.outcome === 'failed']
  if (isFlaky) return 'flaky'
  if (is) return was ? 'still failing' : 'newly failing'
  // what nobody ran again is not fixed
  return was && fresh?.outcome === 'passed' ? 'fixed' : undefined
}

/** It did both in one run, or changed more than once over the runs. */
function flakyIn(all: readonly TempestOutput[]): (name: string) => boolean {
  const turns = new Map<string, { last: TempestTest['outcome']; count: number }>()
  const flaky = new Set<string>()
  for (const { tests } of all)
    for (const { name, outcome, unsteady } of tests) {
      if (unsteady) flaky.add(name)
      if (outcome !== 'passed' && outcome !== 'failed') continue
      const seen = turns.get(name)
      const count = (seen?.count ?? 0) + (seen && seen.last !== outcome ? 1 : 0)
      turns.set(name, { last: outcome, count })
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
