// SPDX-License-Identifier: Apache-2.0

import { textAt } from '../object/fields.ts'
import { groupOf } from '../object/reference.ts'
import type { Cluster, Resource } from '../object/resource.ts'
import type { WarningEvent } from './warning-event.ts'
import { warningOf } from './warning-events.ts'

/** An Event of any type about one object of one cluster. */
export interface EventRecord extends WarningEvent {
  readonly cluster: Cluster
  readonly type: string
  readonly about: Named
  readonly component?: string
}

/** An object as an Event or an owner reference names it. */
interface Named {
  readonly group: string
  readonly kind: string
  readonly namespace?: string
  readonly name: string
  readonly uid?: string
}

/** Reads both Event shapes alike; skips Events that name no object. */
export function eventRecords(events: readonly Resource[]): readonly EventRecord[] {
  return events.flatMap(({ cluster, object }) => {
    const [kind, name] = [textAt(object, 'involvedObject.kind'), textAt(object, 'involvedObject.name')]
    if (kind === undefined || name === undefined) return []
    const namespace = textAt(object, 'involvedObject.namespace')
    const uid = textAt(object, 'involvedObject.uid')
    const component = textAt(object, 'reportingComponent') ?? textAt(object, 'source.component')
    const about = {
      group: groupOf(textAt(object, 'involvedObject.apiVersion') ?? ''),
      kind,
      ...(namespace === undefined ? {} : { namespace }),
      name,
      ...(uid === undefined ? {} : { uid }),
    }
    return [
      {
        ...warningOf(object),
        cluster,
        type: textAt(object, 'type') ?? 'Normal',
        about,
        ...(component === undefined ? {} : { component }),
      },
    ]
  })
}
