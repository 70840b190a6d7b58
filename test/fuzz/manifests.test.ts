// SPDX-License-Identifier: Apache-2.0
// Damaged manifests, as text and as objects: validate never throws, its output is safe, and its positions are in the
// file.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { parseAllDocuments, stringify } from 'yaml'
import { parseManifests } from '../../src/lib/manifests/document.ts'
import { render } from '../../src/lib/render/index.ts'
import { validateForms } from '../../src/lib/reports/validate/report.ts'
import { OFFLINE, validateFiles } from '../../src/lib/topics/validate/validate.ts'
import { ROOT } from '../harness/run-cli.ts'
import { Dice } from '../lib/graph/random.ts'
import { mutated } from './mutate.ts'
import { FIRST_SEED, RUNS } from './runs.ts'

const FOLDERS = ['planted', 'definitions'].map((name) => join(ROOT, 'test', 'manifests', name))
const TEXTS = FOLDERS.flatMap((folder) => readdirSync(folder).map((file) => readFileSync(join(folder, file), 'utf8')))
const POOLS = readFileSync(join(ROOT, 'test', 'manifests', 'pools.yaml'), 'utf8')
const PIECES = [
  '\t',
  '{',
  '}',
  '[',
  '- ',
  ': ',
  '&a ',
  '*a',
  '<<: *a',
  '---\n',
  '"',
  "'",
  '|\n',
  '!!js/x ',
  '\u202e',
  '\u001b[31m',
  '\ufeff',
  '#',
  '? ',
  '%TAG',
]
const RAW = /(?!\n)[\p{Cc}\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/u

/** Removes a character, inserts text or duplicates a part. */
function slipped(dice: Dice, text: string): string {
  const at = dice.below(text.length)
  const how = dice.below(3)
  if (how === 0) return text.slice(0, at) + text.slice(at + 1 + dice.below(8))
  if (how === 1) return text.slice(0, at) + dice.pick(PIECES) + text.slice(at)
  return text.slice(0, at) + text.slice(Math.max(0, at - dice.below(60)), at) + text.slice(at)
}

/** The manifest with a field removed, of another type, huge or hostile. */
const mutatedManifest = (dice: Dice, text: string) =>
  parseAllDocuments(text)
    .map((one) => stringify(mutated(dice, (one.toJS() ?? {}) as Record<string, unknown>)))
    .join('---\n')

it(`${RUNS} manifests`, { timeout: 60_000 + RUNS * 100 }, async () => {
  let findingCount = 0
  for (let seed = FIRST_SEED; seed < FIRST_SEED + RUNS; seed++) {
    const dice = new Dice(seed)
    let text = dice.pick(TEXTS)
    try {
      text = dice.chance(0.5) ? mutatedManifest(dice, text) : text
    } catch {
      // Some of them are no YAML to begin with.
    }
    for (let i = dice.below(3); i > 0; i--) text = slipped(dice, text)
    const parts = [parseManifests('a.yaml', text), parseManifests('pools.yaml', POOLS)]
    const read = {
      files: 2,
      manifests: parts.flatMap(({ manifests }) => manifests),
      findings: parts.flatMap(({ findings }) => findings),
    }
    const report = validateFiles(read, OFFLINE, { failOn: 'warning', offline: true, allowIncomplete: false })
    const lines = text.split('\n').length
    for (const { file, line } of report.findings)
      if (file === 'a.yaml' && (line < 1 || line > lines)) expect.fail(`seed ${seed}: line ${line} of ${lines}`)
    findingCount += report.findings.length
    const style = { headers: true, ascii: false, color: false, columns: 100, format: 'table' } as const
    const { data } = await render(report, validateForms(0), style)
    if (RAW.test(data)) expect.fail(`seed ${seed}: raw character in ${JSON.stringify(RAW.exec(data)?.[0])}`)
  }
  expect(findingCount).toBeGreaterThan(RUNS)
})
