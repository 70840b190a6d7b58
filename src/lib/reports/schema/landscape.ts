// SPDX-License-Identifier: Apache-2.0
import type { LandscapeReport } from '../landscape.ts'
import { changes } from './changes.ts'
import { type Schema, text } from './describe.ts'
import { type Described, report } from './envelope.ts'
import { events } from './events.ts'
import { check } from './findings.ts'
import { hypervisors } from './hypervisors.ts'
import { pools } from './pools.ts'
import { status } from './status.ts'

/** A whole document within another one. */
const whole = <T>({ json, defs }: Described): Schema<T> => ({ json, defs })

export const landscape = report<LandscapeReport>('Landscape', 'everything about a landscape at one time', {
  takenAt: text('When it was read, RFC 3339.'),
  status: whole(status),
  check: whole(check),
  pools: whole(pools),
  hypervisors: whole(hypervisors),
  events: whole(events),
  changes: whole(changes),
})
