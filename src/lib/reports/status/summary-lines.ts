// SPDX-License-Identifier: Apache-2.0
import { isFine } from '../../model/graph/health.ts'
import type { Status } from '../../model/report/report.ts'
import type { Cell } from '../../model/report/view.ts'
import { SYMBOLS, stateWord } from '../shared/state-cell.ts'
import type { StatusPageReport } from './detail.ts'
import type { DetailPart, ServiceRow } from './detail-parts.ts'

/** Every part with its counts on one line, unhealthy ones first. */
export function partsLine(parts: readonly DetailPart[]): readonly Cell[] {
  const texts = byStatus(parts).map(
    ([status, set]) =>
      `${SYMBOLS[status]} ${set.map(({ name, fine, total, hidden }) => `${name} ${fine}/${hidden ? '?' : total}`).join(', ')}`,
  )
  return texts.length === 0 ? [] : [{ text: `PLATFORM  ${texts.join('  ')}` }]
}

/** The services by state; those that the root cause blocks are listed with it. */
export function servicesLine({ services, clusters }: StatusPageReport): readonly Cell[] {
  const blocked = new Set(clusters[0]?.rootCause?.blocks)
  const shown = services.filter(({ service, status }) => status !== 'blocked' || !blocked.has(service))
  const texts = byStatus(shown).flatMap(([status, rows]) =>
    [...Map.groupBy(rows, absence)].map(([reason, set]) => {
      const names = set.map(({ service, release }) => (release?.includes('→') ? `${service} (${release})` : service))
      const word = status === 'healthy' ? '' : `${reason || stateWord(status)}: `
      return `${SYMBOLS[status]} ${word}${names.join(', ')}`
    }),
  )
  return texts.length === 0 ? [] : [{ text: `SERVICES  ${texts.join('  ')}` }]
}

/** Why there is no object for the service. */
const absence = ({ name, reason = '', status }: ServiceRow) =>
  name !== undefined ? '' : status === 'unknown' ? 'unknown' : reason

/** Unhealthy ones first. */
function byStatus<T extends { readonly status: Status }>(
  items: readonly T[],
): readonly (readonly [Status, readonly T[]])[] {
  const isFineStatus = (status: Status) => status !== 'blocked' && isFine(status)
  const groups = [...Map.groupBy(items, ({ status }) => status)]
  return [...groups.filter(([status]) => !isFineStatus(status)), ...groups.filter(([status]) => isFineStatus(status))]
}
