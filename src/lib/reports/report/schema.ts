// SPDX-License-Identifier: Apache-2.0

import { changes } from '../changes/schema.ts'
import { check } from '../check/schema.ts'
import { events } from '../events/schema.ts'
import { hypervisors } from '../hypervisors/schema.ts'
import { pools } from '../pools/schema.ts'
import { type Schema, text } from '../schema/describe.ts'
import { type Described, report } from '../schema/envelope.ts'
import { status } from '../status/schema.ts'
import type { LandscapeReport } from './report.ts'

/** Embeds the schema of a whole document. */
const embed = <T>({ json, defs }: Described): Schema<T> => ({ json, defs })

export const landscape = report<LandscapeReport>('Landscape', 'everything about a landscape at one time', {
  takenAt: text('When it was read, RFC 3339.'),
  status: embed(status),
  check: embed(check),
  pools: embed(pools),
  hypervisors: embed(hypervisors),
  events: embed(events),
  changes: embed(changes),
})
