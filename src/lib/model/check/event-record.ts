// SPDX-License-Identifier: Apache-2.0

import { textAt } from '../object/fields.ts'
import { groupOf } from '../object/reference.ts'
import type { Cluster, Resource } from '../object/resource.ts'
import type { WarningEvent } from './warning-event.ts'
import { warningOf } from './warning-events.ts'

/** What was said about one object of one cluster: an Event of any type. */
export interface EventRecord extends WarningEvent {
  readonly cluster: Cluster
  /** Normal, Warning. */
  readonly type: string
  readonly about: Named
  readonly component?: string
}

/** An object as an Event or an owner reference names it. */
export interface Named {
  readonly group: string
  readonly kind: string
  readonly namespace?: string
  readonly name: string
  readonly uid?: string
}

/** The Events of some clusters, each shape read the same way; one that names no object is about nothing. */
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
