// SPDX-License-Identifier: Apache-2.0

import { io } from '../../io/io.ts'
import { C5c3Error } from '../../model/report/errors.ts'
import { safeLine } from '../../model/text/sanitize.ts'

/** Asks a yes/no question. Without a terminal, --yes is required. */
export async function confirm(question: string, yes: boolean): Promise<void> {
  if (yes) return
  const cliIo = io()
  if (!cliIo.interactive) {
    throw new C5c3Error('NOT_CONFIRMED', 'refused', `aborted, confirmation required: ${question}`, [
      'use --yes to skip the prompt',
    ])
  }
  const answer = await cliIo.ask(`${question} [y/N] `)
  if (!/^y(es)?$/i.test(answer.trim())) throw new C5c3Error('NOT_CONFIRMED', 'refused', 'aborted, nothing was changed')
}

/** Asks for the name of a protected profile, so that confirming is not a habit. Scripts pass it as a flag. */
export async function confirmName(question: string, name: string, fromFlag: string | undefined): Promise<void> {
  const cliIo = io()
  const hint = `use --confirm-profile ${name} to confirm without a terminal`
  if (fromFlag === undefined && !cliIo.interactive)
    throw new C5c3Error(
      'NOT_CONFIRMED',
      'refused',
      `aborted: profile ${name} is protected and requires confirmation: ${question}`,
      [hint],
    )
  const typed =
    fromFlag ?? (await cliIo.ask(`${question} Profile ${name} is protected: type its name to continue: `)).trim()
  if (typed !== name)
    throw new C5c3Error(
      'NOT_CONFIRMED',
      'refused',
      `aborted: "${safeLine(typed)}" is not ${name}, nothing was changed`,
      [hint],
    )
}
