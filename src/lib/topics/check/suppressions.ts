// SPDX-License-Identifier: Apache-2.0
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Suppression } from '../../model/check/suppression.ts'
import { textAt } from '../../model/object/fields.ts'
import { C5c3Error } from '../../model/report/errors.ts'
import { safeLine } from '../../model/text/sanitize.ts'
import { checksNamed } from './select-checks.ts'

/** What --suppress and --suppress-file ask for. Ids that nobody knows are usage errors: a typo must not hide nothing. */
export async function suppressionsFrom(
  words: readonly string[],
  file: string | undefined,
  cwd: string,
): Promise<readonly Suppression[]> {
  const said = words.flatMap(fromWord)
  return file === undefined ? said : [...said, ...(await fromFile(resolve(cwd, file), file))]
}

function fromWord(word: string): readonly Suppression[] {
  const equals = word.indexOf('=')
  const [id, object] = equals === -1 ? [word, undefined] : [word.slice(0, equals), word.slice(equals + 1)]
  if (object === '') throw bad(`--suppress ${safeLine(word)}: nothing stands after "="`)
  return checksNamed(id).map((check) => ({ check: check.id, ...(object ? { object } : {}), origin: '--suppress' }))
}

async function fromFile(path: string, shown: string): Promise<readonly Suppression[]> {
  const { LineCounter, parseDocument } = await import('yaml')
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw bad(`${safeLine(shown)}: ${error.code === 'ENOENT' ? 'no such file' : 'cannot be read'}`)
  })
  const lines = new LineCounter()
  const document = parseDocument(text, { lineCounter: lines })
  const [problem] = document.errors
  if (problem) throw bad(`${safeLine(shown)}:${lines.linePos(problem.pos[0]).line}: is not valid YAML`)
  const entries = document.toJS({ maxAliasCount: 20 }) as unknown
  if (!Array.isArray(entries)) throw bad(`${safeLine(shown)}: expected a list of { check, object, until, reason }`)
  return entries.flatMap((entry: unknown, i) => {
    const node = document.getIn([i], true) as { range?: readonly number[] } | undefined
    const origin = `${safeLine(shown)}:${node?.range ? lines.linePos(node.range[0] ?? 0).line : 1}`
    return fromEntry(entry, origin)
  })
}

function fromEntry(entry: unknown, origin: string): readonly Suppression[] {
  const check = textAt(entry, 'check')
  if (!check) throw bad(`${origin}: is empty: it names no check`)
  const [object, until, reason] = [textAt(entry, 'object'), textAt(entry, 'until'), textAt(entry, 'reason')]
  if (until !== undefined && Number.isNaN(Date.parse(until)))
    throw bad(`${origin}: until is no date: "${safeLine(until)}"`)
  return checksNamed(check).map(({ id }) => ({
    check: id,
    ...(object ? { object } : {}),
    ...(until ? { until } : {}),
    ...(reason ? { reason: safeLine(reason) } : {}),
    origin,
  }))
}

const bad = (message: string) =>
  new C5c3Error('USAGE', 'usage', message, [
    'each entry is { check: ID, object: KIND/NAME, until: 2026-12-31, reason: why }',
  ])
