// SPDX-License-Identifier: Apache-2.0
import { scopeOf } from '../../cli/flags/read-flags.ts'
import type { Asked } from '../../cli/oclif/topic.ts'
import type { EventsInput } from '../../reports/events/report.ts'

export type EventsRequest = Asked<
  { readonly object?: string | undefined },
  { readonly since?: number | undefined; readonly types?: readonly string[] | undefined }
>

/** Maps the flags to the input of the report. */
export const eventsInput = ({
  flags,
}: EventsRequest): Pick<EventsInput, 'types' | 'scope' | 'since' | 'allowIncomplete'> => ({
  types: [...new Set(flags.types ?? [])],
  scope: scopeOf(flags),
  allowIncomplete: flags['allow-incomplete'],
  ...(flags.since === undefined ? {} : { since: flags.since }),
})
