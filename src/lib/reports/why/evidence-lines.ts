// SPDX-License-Identifier: Apache-2.0
import { type NodeReport, nameOf } from '../shared/object-row.ts'
import type { EvidenceReport } from './cause-report.ts'

/** One line per fact, such as "Ready, GaleraReady=False (GaleraNotReady: Galera not ready), for 31m". */
export function evidenceLines(evidence: readonly EvidenceReport[], subject: NodeReport): readonly string[] {
  const facts = Map.groupBy(evidence, (one) => {
    const { field } = fieldOf(one.path)
    return JSON.stringify([one.cluster, one.object, field, one.value, one.sinceAge])
  })
  return [...facts.values()].flatMap((same) => {
    const [first] = same
    if (!first) return []
    const keys = same.flatMap(({ path }) => fieldOf(path).key ?? [])
    return [`${objectPrefix(first, subject)}${factText(first, keys)}${first.sinceAge ? `, for ${first.sinceAge}` : ''}`]
  })
}

function factText({ path, value }: EvidenceReport, keys: readonly string[]): string {
  const { field } = fieldOf(path)
  if (keys.length === 0) return `${field}: ${value}`
  if (field === CONDITIONS) return `${keys.join(', ')}=${value}`
  return `${field}[${keys.join(', ')}]: ${value}`
}

const CONDITIONS = 'status.conditions'

/** "status.conditions[Ready]" is the key Ready of the field status.conditions. */
function fieldOf(path: string): { readonly field: string; readonly key?: string } {
  const [, field, key] = /^([^[\]]+)\[([^[\]]+)\]$/.exec(path) ?? []
  return field !== undefined && key !== undefined ? { field, key } : { field: path }
}

/** Names the object of a fact only if it is not the subject. */
function objectPrefix({ object, cluster }: EvidenceReport, subject: NodeReport): string {
  if (cluster !== subject.cluster) return `${object} @${cluster}: `
  return object === nameOf(subject) ? '' : `${object}: `
}
