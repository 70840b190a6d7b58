// SPDX-License-Identifier: Apache-2.0
import { bundle } from './bundle.ts'
import { writeKubeconfig } from './fixtures/kubeconfig.ts'
import { startApi } from './fixtures/start.ts'
import { interleave } from './interleave.ts'
import { type Measured, median, spread } from './measured.ts'

const SIZES = [1000, 10_000, 100_000] as const
const ROUNDS = 5
const DECADE = 1.3

/** Reading ten and a hundred times as many objects, in processor time without process start. */
export async function growth(): Promise<Measured[]> {
  await using none = await apiOf(0)
  await using few = await apiOf(SIZES[0])
  await using more = await apiOf(SIZES[1])
  await using most = await apiOf(SIZES[2])
  const files = [none, few, more, most].map(({ ports, ca }) => writeKubeconfig(ports, ca))
  try {
    const reader = await bundle('read-lists', files[0]?.folder ?? '')
    const commands = files.map(({ file }, i) => ({
      argv: [process.execPath, reader, file, String([0, ...SIZES][i])],
    }))
    const [start = [], ...taken] = interleave(commands, ROUNDS)
    const work = taken.map((samples) => median(samples.map(({ cpu }) => cpu)) - median(start.map(({ cpu }) => cpu)))
    const wall = taken.map((samples) => median(samples.map((sample) => sample.wall)) - median(start.map((s) => s.wall)))
    return SIZES.slice(1).map((size, i) => {
      const ratio = (work[i + 1] ?? Number.NaN) / (work[i] ?? Number.NaN) / 10
      return {
        what: `reading ${size.toLocaleString('en')} objects : ten times ${(SIZES[i] ?? 0).toLocaleString('en')}`,
        value: `${ratio.toFixed(2)}×`,
        target: `≤ ${DECADE}×`,
        met: ratio <= DECADE,
        detail: `processor time ${seconds(work[i])} → ${seconds(work[i + 1])}, wall ${seconds(wall[i])} → ${seconds(wall[i + 1])}, without ${spread(
          start.map((sample) => sample.wall * 1000),
          'ms',
          0,
        )} to start; peak ${median((taken[i + 1] ?? []).map(({ rss }) => rss)).toFixed(0)} MB; n=${ROUNDS}`,
      }
    })
  } finally {
    for (const file of files) file[Symbol.dispose]()
  }
}

const seconds = (value = Number.NaN) => `${value.toFixed(3)} s`

/** One Node per four Hypervisors, as in the other benchmarks. */
const apiOf = (objects: number) =>
  startApi({ clusters: 1, protocol: 'http2', nodes: objects / 5, hypervisors: (objects / 5) * 4 })
