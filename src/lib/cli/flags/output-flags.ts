// SPDX-License-Identifier: Apache-2.0
import * as Flags from '@oclif/core/flags'
import type { Io } from '../../io/io.ts'
import { chooseFormat, type Format, formatWords } from '../../render/formats.ts'
import type { Style } from '../../render/index.ts'

/** -o, with the formats of the command in its help. */
export const outputFlag = (formats: readonly Format[]) =>
  Flags.string({ char: 'o', summary: formatWords(formats), helpGroup: 'OUTPUT', helpValue: 'FORMAT' })

export interface OutputFlags {
  readonly output?: string | undefined
  readonly 'no-headers': boolean
  readonly 'sort-by'?: string | undefined
  readonly color: string
  readonly ascii: boolean
}

/** How to draw an answer, by flags and terminal; throws a usage error for a format the command does not have. */
export async function styleOf(flags: OutputFlags, formats: readonly Format[], cliIo: Io): Promise<Style> {
  const { format, argument } = chooseFormat(flags.output, formats)
  const sortBy = flags['sort-by']
  const sort =
    sortBy === undefined ? {} : { sort: (await import('../../render/sort.ts')).parseSort(sortBy, format, formats) }
  return {
    format,
    argument,
    headers: !flags['no-headers'],
    ascii: flags.ascii,
    color: wantsColor(flags.color, cliIo.stdout.isTTY, cliIo.env),
    columns: columnsOf(cliIo),
    ...sort,
  }
}

/** The terminal's width, or COLUMNS where the terminal does not report it. Piped output is never truncated. */
function columnsOf({ stdout, env }: Io): number | undefined {
  if (!stdout.isTTY) return undefined
  const fromEnv = Number(env['COLUMNS'])
  return stdout.columns || (Number.isInteger(fromEnv) && fromEnv > 0 ? fromEnv : undefined)
}

/** Follows the conventions of NO_COLOR and FORCE_COLOR; the flag has precedence. */
export function wantsColor(flag: string, isTTY: boolean, env: Readonly<Record<string, string | undefined>>): boolean {
  if (flag === 'always') return true
  if (flag === 'never') return false
  if (env['NO_COLOR']) return false
  if (env['FORCE_COLOR'] && env['FORCE_COLOR'] !== '0') return true
  return isTTY && env['TERM'] !== 'dumb'
}
