// SPDX-License-Identifier: Apache-2.0
import type { PageGraph, PageMoment } from '../../model/report/page.ts'
import type { ChangeRow } from '../changes/report.ts'
import type { EventRow } from '../events/report.ts'
import { nameOf } from '../shared/object-row.ts'

/** What clusters said and what objects tell of their past, by time; each knows its object where that is drawn. */
export function pageMoments(
  events: readonly EventRow[],
  changes: readonly ChangeRow[],
  graph: PageGraph,
): readonly PageMoment[] {
  const places = new Map(
    graph.nodes.map((node, i) => [placeOf({ ...node, cluster: graph.clusters[node.cluster] ?? '' }), i]),
  )
  const object = (row: EventRow | ChangeRow) => {
    const node = places.get(placeOf(row))
    return { object: nameOf(row), cluster: row.cluster, ...(node === undefined ? {} : { node }) }
  }
  const said = events.flatMap((row): PageMoment[] =>
    row.time === undefined ? [] : [{ ...object(row), ...eventWords(row), time: row.time, age: row.age ?? '' }],
  )
  const changed = changes.map((row): PageMoment => {
    const tone = row.change === 'restart' ? ({ tone: 'bad' } as const) : {}
    const what = { text: row.change, ...tone }
    return { ...object(row), what, time: row.time, age: row.age ?? '', message: row.says.join('; ') }
  })
  return [...said, ...changed].sort((a, b) => Date.parse(a.time) - Date.parse(b.time))
}

function eventWords({ type, reason, message, count }: EventRow): Pick<PageMoment, 'what' | 'message'> {
  const isNormal = type === 'Normal'
  return {
    what: { text: isNormal ? reason : `${type}: ${reason}`, ...(isNormal ? {} : { tone: 'bad' as const }) },
    message: `${message.replace(/\s+/g, ' ')}${count > 1 ? ` (${count} times)` : ''}`,
  }
}

interface Place {
  readonly kind: string
  readonly namespace?: string
  readonly name: string
  readonly cluster: string
}

const placeOf = ({ kind, namespace = '', name, cluster }: Place) => `${kind} ${namespace}/${name} ${cluster}`
