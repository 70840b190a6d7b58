// SPDX-License-Identifier: Apache-2.0

/** The first sentence of a message, cut to what fits beside other facts; `why` and wide have all of it. */
export function firstSentence(message: string, limit = 120): string {
  const text = message.replace(/\s+/g, ' ').trim()
  const [sentence = text] = text.split(SENTENCE_END)
  const short = sentence.replace(/\.$/, '')
  return short.length <= limit ? short : `${short.slice(0, limit - 1).trimEnd()}…`
}

/** Not in abbreviations, versions, hosts and file names. */
const SENTENCE_END = /(?<=[^.\s]{3}[.!?])\s+(?=[A-Z])/

export const sentencesOf = (text: string): readonly string[] => text.split(SENTENCE_END)
