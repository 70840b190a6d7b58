// SPDX-License-Identifier: Apache-2.0
import type { Gap } from '../../model/landscape/gap.ts'
import type { Cell } from '../../model/report/view.ts'

/** One line per gap; equal reasons in one cluster are merged. */
export function gapNotes(gaps: readonly Gap[]): readonly Cell[] {
  const sets = Map.groupBy(gaps, (gap) => `${gap.cluster} ${reasonOf(gap)}`)
  const lines = [...sets.values()].flatMap((set) => {
    const all = set.map(({ cluster, message }) => `not seen: ${cluster}: ${message}`)
    const [first] = set
    const kinds = new Set(set.map(kindOf))
    if (!first || kinds.size < MIN_SUMMARISED) return all
    const more = kinds.size - LISTED_KINDS
    const kindsText = `${[...kinds].slice(0, LISTED_KINDS).join(', ')} and ${more} more ${more === 1 ? 'kind' : 'kinds'}`
    return [`not seen: ${first.cluster}: ${reasonOf(first)}${LIST.test(first.message) ? '' : ':'} ${kindsText}`]
  })
  return [...new Set(lines)].map((text) => ({ text, tone: 'busy' }))
}

/** From this many kinds of one cluster on, only the first few are listed. */
const MIN_SUMMARISED = 4
const LISTED_KINDS = 3

/** The part of a message that several kinds share, for example "forbidden: list" in "forbidden: list nodes". */
const reasonOf = ({ message }: Gap) => LIST.exec(message)?.[1] ?? FAILED.exec(message)?.[2] ?? message

const kindOf = ({ message }: Gap) => LIST.exec(message)?.[2] ?? FAILED.exec(message)?.[1] ?? ''

const LIST = /^(.*\bforbidden\b.*\blist) (\S+)$/
/** A list request that failed in the same way for several kinds. */
const FAILED = /^list (\S+): (.*)$/
