// SPDX-License-Identifier: Apache-2.0
import type { PageGraph, PageMoment } from '../../model/report/page.ts'
import type { ChangeRow } from '../changes/report.ts'
import type { EventRow } from '../events/report.ts'
import { nameOf } from '../shared/object-row.ts'

/** Events and object changes by time, linked to their node if the graph contains it. */
export function pageMoments(
  events: readonly EventRow[],
  changes: readonly ChangeRow[],
  graph: PageGraph,
): readonly PageMoment[] {
  const indexes = new Map(
    graph.nodes.map((node, i) => [nodeKey({ ...node, cluster: graph.clusters[node.cluster] ?? '' }), i]),
  )
  const object = (row: EventRow | ChangeRow) => {
    const node = indexes.get(nodeKey(row))
    return { object: nameOf(row), cluster: row.cluster, ...(node === undefined ? {} : { node }) }
  }
  const fromEvents = events.flatMap((row): PageMoment[] =>
    row.time === undefined ? [] : [{ ...object(row), ...eventText(row), time: row.time, age: row.age ?? '' }],
  )
  const fromChanges = changes.map((row): PageMoment => {
    const tone = row.change === 'restart' ? ({ tone: 'bad' } as const) : {}
    const what = { text: row.change, ...tone }
    return { ...object(row), what, time: row.time, age: row.age ?? '', message: row.says.join('; ') }
  })
  return [...fromEvents, ...fromChanges].sort((a, b) => Date.parse(a.time) - Date.parse(b.time))
}

function eventText({ type, reason, message, count }: EventRow): Pick<PageMoment, 'what' | 'message'> {
  const isNormal = type === 'Normal'
  return {
    what: { text: isNormal ? reason : `${type}: ${reason}`, ...(isNormal ? {} : { tone: 'bad' as const }) },
    message: `${message.replace(/\s+/g, ' ')}${count > 1 ? ` (${count} times)` : ''}`,
  }
}

interface ObjectName {
  readonly kind: string
  readonly namespace?: string
  readonly name: string
  readonly cluster: string
}

const nodeKey = ({ kind, namespace = '', name, cluster }: ObjectName) => `${kind} ${namespace}/${name} ${cluster}`
