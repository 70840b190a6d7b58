// SPDX-License-Identifier: Apache-2.0
import { firstSentence } from '../../model/text/first-sentence.ts'

/** The first sentence of a reason for a table, with the check that found it: `[dependency-blocked F21]`. */
export function shortReason(reason: string): string {
  const [, text = reason, check = ''] = /^(.*?)( \[[a-z-]+(?: F\d+)?\])$/s.exec(reason) ?? []
  return `${firstSentence(text)}${check}`
}
