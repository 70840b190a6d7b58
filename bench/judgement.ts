// SPDX-License-Identifier: Apache-2.0
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { bundle } from './bundle.ts'
import { type Measured, median, spread } from './measured.ts'
import type { Judgement } from './processes/judge.ts'

const ROUNDS = 3
const SECONDS = 3
const GROWTH = 12
const MEGABYTES = 700
const CHECKS = 'checks'
const CHECKS_TIMES = 2

/** Graph, assessment and status report of two snapshots in memory, the second ten times as large. */
export async function judgement(): Promise<Measured[]> {
  const folder = mkdtempSync(join(tmpdir(), 'c5c3-bench-'))
  try {
    const file = await bundle('judge', folder)
    const runs = Array.from({ length: ROUNDS }, () => ({ small: judge(file, 10_000), large: judge(file, 100_000) }))
    return rowsOf(
      runs.map(({ small }) => small),
      runs.map(({ large }) => large),
    )
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function rowsOf(small: readonly Judgement[], large: readonly Judgement[]): Measured[] {
  const [wall, cpu] = [seconds(large, 'wall'), seconds(large, 'cpu')]
  const [few, many] = [small[0]?.objects ?? 0, large[0]?.objects ?? 0]
  // Per object, because the sizes differ by not exactly ten.
  const growth = ((median(wall) / median(seconds(small, 'wall'))) * 10 * few) / many
  const work = ((median(cpu) / median(seconds(small, 'cpu'))) * 10 * few) / many
  const peak = median(large.map((run) => run.peak))
  const details = `${many.toLocaleString('en')} objects`
  return [
    {
      what: `${details}: graph, assessment, status report`,
      value: `${median(wall).toFixed(2)} s`,
      target: `≤ ${SECONDS} s`,
      met: median(wall) <= SECONDS,
      detail: `${spread(wall, 's')}, processor ${spread(cpu, 's')}; ${stagesOf(large)}; n=${ROUNDS}`,
    },
    {
      what: `ten times as many objects as ${few.toLocaleString('en')}`,
      value: `${growth.toFixed(1)}×`,
      target: `≤ ${GROWTH}×`,
      met: growth <= GROWTH,
      detail: `${spread(seconds(small, 'wall'), 's')} → ${spread(wall, 's')}; processor time ${work.toFixed(1)}×`,
    },
    {
      what: `${details}: peak memory of the whole process`,
      value: `${peak.toFixed(0)} MB`,
      target: `≤ ${MEGABYTES} MB`,
      met: peak <= MEGABYTES,
      detail: `${spread(
        large.map((run) => run.peak),
        'MB',
        0,
      )}; ${spread(
        small.map((run) => run.peak),
        'MB',
        0,
      )} for ${few.toLocaleString('en')}`,
    },
    checksRow(large, details),
  ]
}

/** All checks compared with the graph alone, by processor time, because the two are measured seconds apart. */
function checksRow(large: readonly Judgement[], details: string): Measured {
  const ratio = median(large.map(({ stages }) => (stages[CHECKS]?.cpu ?? 0) / (stages['graph']?.cpu ?? 1)))
  return {
    what: `${details}: all checks, against the graph alone`,
    value: `${ratio.toFixed(2)}×`,
    target: `≤ ${CHECKS_TIMES}×`,
    met: ratio <= CHECKS_TIMES,
    detail: `${large[0]?.causes} causes; n=${large.length}`,
  }
}

type Figure = 'wall' | 'cpu'

const seconds = (runs: readonly Judgement[], figure: Figure) =>
  runs.map(
    ({ stages }) =>
      Object.entries(stages).reduce((sum, [name, stage]) => (name === CHECKS ? sum : sum + stage[figure]), 0) / 1000,
  )

function stagesOf(runs: readonly Judgement[]): string {
  const names = Object.keys(runs[0]?.stages ?? {})
  return names.map((name) => `${name} ${median(runs.map(({ stages }) => stages[name]!.cpu)).toFixed(0)} ms`).join(', ')
}

function judge(file: string, objects: number): Judgement {
  const healthy = fileURLToPath(new URL('../fleets/healthy', import.meta.url))
  const { stdout, stderr, status } = spawnSync(process.execPath, [file, String(objects), healthy], { encoding: 'utf8' })
  if (status !== 0) throw new Error(stderr)
  const result = JSON.parse(stdout) as Judgement
  if (result.verdict !== 'healthy') throw new Error(`the landscape is ${result.verdict}: something does not resolve`)
  return result
}
