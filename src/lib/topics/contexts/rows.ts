// SPDX-License-Identifier: Apache-2.0
import { trustAnchors } from '../../cluster/access/trust-anchors.ts'
import type { Fleet, Member } from '../../fleet/member.ts'
import { safeLine } from '../../model/text/sanitize.ts'
import type { ContextRow } from '../../reports/contexts/report.ts'

export function contextRows(fleet: Fleet): Promise<ContextRow[]> {
  return Promise.all(fleet.members.map(rowOf))
}

async function rowOf(member: Member): Promise<ContextRow> {
  const { config, failure, version, uid, pinnedUid, pinnedCa } = member
  return {
    name: member.label,
    roles: member.cluster.roles,
    ...(config ? { context: config.context, server: safeLine(config.server) } : {}),
    reachable: member.client !== undefined,
    ...(version ? { version } : {}),
    ...(uid ? { uid } : {}),
    ...(pinnedUid ? { pinnedUid } : {}),
    ...(pinnedCa && config ? { ca: await trustAnchors(config), pinnedCa } : {}),
    origins: member.origins.map(({ text }) => safeLine(text)),
    ...(failure
      ? { failure: { fault: failure.fault, message: failure.message, ...(failure.hint ? { hint: failure.hint } : {}) } }
      : {}),
  }
}
