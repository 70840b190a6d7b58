// SPDX-License-Identifier: Apache-2.0
import { C5c3Error } from '../model/errors.ts'
import { io } from './io.ts'

/** Asks a yes/no question. Without a terminal and without --yes nothing is done: a script must say what it wants. */
export async function confirm(question: string, yes: boolean): Promise<void> {
  if (yes) return
  const world = io()
  if (!world.interactive) {
    throw new C5c3Error('NOT_CONFIRMED', 'refused', `not confirmed: ${question}`, ['--yes confirms without a terminal'])
  }
  const answer = await world.ask(`${question} [y/N] `)
  if (!/^y(es)?$/i.test(answer.trim()))
    throw new C5c3Error('NOT_CONFIRMED', 'refused', 'not confirmed, nothing written')
}
