// SPDX-License-Identifier: Apache-2.0
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { cpus, loadavg, release, totalmem, version } from 'node:os'
import { fileURLToPath } from 'node:url'
import { type Measured, verdictOf } from './measured.ts'
import { PEER_VERSIONS } from './peers/build.ts'

const FILE = fileURLToPath(new URL('./RESULTS.md', import.meta.url))

/** Writes bench/RESULTS.md: the figures and the machine. */
export function writeResults(rows: readonly Measured[], before: readonly number[]): void {
  const cell = (text: string) => text.replaceAll('|', '\\|')
  const table = rows.map(
    (row) => `| ${cell(row.what)} | ${row.value} | ${row.target || '–'} | ${verdictOf(row)} | ${cell(row.detail)} |`,
  )
  const missed = rows.filter(({ met }) => met === false).length
  const text = [
    '# Results',
    '',
    `<!-- written by npm run bench -- --results; do not edit -->`,
    '',
    `Taken on ${new Date().toISOString().slice(0, 16).replace('T', ' ')} UTC at commit ${commit()}: ${missed === 0 ? 'every target is met' : `${missed} of ${rows.filter(({ met }) => met !== undefined).length} targets missed`}.`,
    '',
    `- machine: ${cpus().length} × ${cpus()[0]?.model.trim()}, ${(totalmem() / 2 ** 30).toFixed(0)} GiB, ${process.platform}-${process.arch}, kernel ${release()}${/Ubuntu|Debian/.exec(version()) ? `, ${/Ubuntu|Debian/.exec(version())?.[0]}` : ''}`,
    `- load before and after (1 min): ${before[0]?.toFixed(2)}, ${loadavg()[0]?.toFixed(2)}; one that is not near 0 before means that others were at work`,
    `- Node ${process.version}; ${Object.entries(PEER_VERSIONS)
      .map(([name, number]) => `${name} ${number}`)
      .join(', ')}, each built from its released module with -trimpath and -s -w`,
    '- real kube-apiservers 1.36.3 and etcd 3.6.8 on loopback, filled with four clusters of the healthy demo; 20 ms by a proxy',
    '',
    'Ratios: our median over theirs, both run in turn in one interleaved run. In brackets lowest and highest. Less is better.',
    '',
    '| what : against | measured | target | | figures |',
    '|---|---|---|---|---|',
    ...table,
    '',
  ].join('\n')
  writeFileSync(FILE, text)
  console.log(`\nwrote ${FILE}`)
}

function commit(): string {
  try {
    return execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim()
  } catch {
    return 'unknown'
  }
}
