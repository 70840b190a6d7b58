// SPDX-License-Identifier: Apache-2.0
import type { Fleet, Member } from '../fleet/member.ts'
import { safeLine } from '../model/safe.ts'
import type { ContextRow } from '../reports/contexts.ts'

/** The fleet as rows of the contexts report. */
export function contextRows(fleet: Fleet): ContextRow[] {
  return fleet.members.map(rowOf)
}

function rowOf(member: Member): ContextRow {
  const { config, failure, version, uid, pinnedUid } = member
  return {
    name: member.label,
    roles: member.cluster.roles,
    ...(config ? { context: config.context, server: safeLine(config.server) } : {}),
    reachable: member.client !== undefined,
    ...(version ? { version } : {}),
    ...(uid ? { uid } : {}),
    ...(pinnedUid ? { pinnedUid } : {}),
    origins: member.origins.map(({ text }) => safeLine(text)),
    ...(failure
      ? { failure: { fault: failure.fault, message: failure.message, ...(failure.hint ? { hint: failure.hint } : {}) } }
      : {}),
  }
}
