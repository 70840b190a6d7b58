// SPDX-License-Identifier: Apache-2.0

/** The first sentence of an upstream message, for a table; `why` and wide have all of it. */
export function firstSentence(message: string): string {
  const line = message.replace(/\s+/g, ' ').trim()
  const sentence = /^.{12,}?[.;!](?= [A-Z{[(])/.exec(line)?.[0].replace(/[.;]$/, '') ?? line
  return sentence.length <= MAX_LENGTH ? sentence : `${sentence.slice(0, MAX_LENGTH - 1).trimEnd()}…`
}

const MAX_LENGTH = 120
