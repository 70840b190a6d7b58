// SPDX-License-Identifier: Apache-2.0
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Suppression } from '../../model/check/suppression.ts'
import { textAt } from '../../model/object/fields.ts'
import { C5c3Error } from '../../model/report/errors.ts'
import { safeLine } from '../../model/text/sanitize.ts'
import { checksNamed } from './select-checks.ts'

/** Parses --suppress and --suppress-file. Unknown IDs are usage errors: a typo must not go unnoticed. */
export async function suppressionsFrom(
  values: readonly string[],
  file: string | undefined,
  cwd: string,
): Promise<readonly Suppression[]> {
  const fromFlags = values.flatMap(fromFlag)
  return file === undefined ? fromFlags : [...fromFlags, ...(await fromFile(resolve(cwd, file), file))]
}

function fromFlag(value: string): readonly Suppression[] {
  const equals = value.indexOf('=')
  const [id, object] = equals === -1 ? [value, undefined] : [value.slice(0, equals), value.slice(equals + 1)]
  if (object === '') throw usageError(`--suppress ${safeLine(value)}: missing object after "="`)
  return checksNamed(id).map((check) => ({ check: check.id, ...(object ? { object } : {}), origin: '--suppress' }))
}

async function fromFile(path: string, shown: string): Promise<readonly Suppression[]> {
  const { LineCounter, parseDocument } = await import('yaml')
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw usageError(`${safeLine(shown)}: ${error.code === 'ENOENT' ? 'no such file' : 'cannot be read'}`)
  })
  const lines = new LineCounter()
  const document = parseDocument(text, { lineCounter: lines })
  const [problem] = document.errors
  if (problem) throw usageError(`${safeLine(shown)}:${lines.linePos(problem.pos[0]).line}: is not valid YAML`)
  const entries = document.toJS({ maxAliasCount: 20 }) as unknown
  if (!Array.isArray(entries))
    throw usageError(`${safeLine(shown)}: expected a list of { check, object, until, reason }`)
  return entries.flatMap((entry: unknown, i) => {
    const node = document.getIn([i], true) as { range?: readonly number[] } | undefined
    const origin = `${safeLine(shown)}:${node?.range ? lines.linePos(node.range[0] ?? 0).line : 1}`
    return fromEntry(entry, origin)
  })
}

function fromEntry(entry: unknown, origin: string): readonly Suppression[] {
  const check = textAt(entry, 'check')
  if (!check) throw usageError(`${origin}: missing check`)
  const [object, until, reason] = [textAt(entry, 'object'), textAt(entry, 'until'), textAt(entry, 'reason')]
  if (until !== undefined && Number.isNaN(Date.parse(until)))
    throw usageError(`${origin}: invalid date in until: "${safeLine(until)}"`)
  return checksNamed(check).map(({ id }) => ({
    check: id,
    ...(object ? { object } : {}),
    ...(until ? { until } : {}),
    ...(reason ? { reason: safeLine(reason) } : {}),
    origin,
  }))
}

const usageError = (message: string) =>
  new C5c3Error('USAGE', 'usage', message, [
    'each entry is { check: ID, object: KIND/NAME, until: 2026-12-31, reason: why }',
  ])
