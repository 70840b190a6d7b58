// SPDX-License-Identifier: Apache-2.0
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { parse } from 'yaml'
import { io } from '../../io/io.ts'
import { C5c3Error } from '../../model/report/errors.ts'
import { safeLine } from '../../model/text/sanitize.ts'
import { type ImportItem, wantedFrom } from '../../plans/korc/import-items.ts'

/** Reads the YAML or JSON list of --from. Throws a usage error with the reason. */
export async function readWanted(file: string): Promise<readonly ImportItem[]> {
  try {
    return wantedFrom(parse(await readFile(resolve(io().cwd, file), 'utf8')))
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    throw new C5c3Error(
      'USAGE',
      'usage',
      `cannot use ${safeLine(file)}: ${code?.startsWith('E') ? code : safeLine(message, 200)}`,
    )
  }
}
