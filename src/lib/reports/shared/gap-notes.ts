// SPDX-License-Identifier: Apache-2.0
import type { Gap } from '../../model/landscape/gap.ts'
import type { Cell } from '../../model/report/view.ts'

/** From this many kinds of one cluster on, the first few stand for all. */
const MANY = 4
const SHOWN = 3

/** What was not seen and why, one line each; the same reason in one cluster once, and with many kinds in one line. */
export function gapNotes(gaps: readonly Gap[]): readonly Cell[] {
  const sets = Map.groupBy(gaps, (gap) => `${gap.cluster} ${reasonOf(gap)}`)
  const lines = [...sets.values()].flatMap((set) => {
    const all = set.map(({ cluster, message }) => `not seen: ${cluster}: ${message}`)
    const [first] = set
    const kinds = new Set(set.map(kindOf))
    if (!first || kinds.size < MANY) return all
    const more = kinds.size - SHOWN
    const some = `${[...kinds].slice(0, SHOWN).join(', ')} and ${more} more ${more === 1 ? 'kind' : 'kinds'}`
    return [`not seen: ${first.cluster}: ${reasonOf(first)}${LIST.test(first.message) ? '' : ':'} ${some}`]
  })
  return [...new Set(lines)].map((text) => ({ text, tone: 'busy' }))
}

/** "forbidden: list" of "forbidden: list nodes": what many kinds of a cluster may have in common. */
const reasonOf = ({ message }: Gap) => LIST.exec(message)?.[1] ?? FAILED.exec(message)?.[2] ?? message

const kindOf = ({ message }: Gap) => LIST.exec(message)?.[2] ?? FAILED.exec(message)?.[1] ?? ''

const LIST = /^(.*\bforbidden\b.*\blist) (\S+)$/
/** A list that failed in the same way for several kinds. */
const FAILED = /^list (\S+): (.*)$/
