// SPDX-License-Identifier: Apache-2.0
import { PHASES, type PhaseId } from '../../model/graph/phase.ts'

/** One word for each phase, for rows that name a phase beside other facts. */
export const PHASE_NAMES: Readonly<Record<PhaseId, string>> = {
  P: 'Provisioning',
  '1': 'Infrastructure',
  '2': 'Keystone',
  '3': 'K-ORC',
  '4': 'Images',
  '5': 'Compute',
  '6': 'Cortex',
  '7': 'Tempest',
}

/** Column titles of the phase matrix. */
export const PHASE_COLUMNS: Readonly<Record<PhaseId, string>> = {
  P: 'PROV',
  '1': 'INFRA',
  '2': 'KEYSTONE',
  '3': 'KORC',
  '4': 'IMAGES',
  '5': 'COMPUTE',
  '6': 'CORTEX',
  '7': 'TEMPEST',
}

/** At most two phases by name, more by their numbers: "1 Infrastructure, 2 Keystone", "Provisioning, 1–4, 6". */
export function phaseList(ids: readonly PhaseId[]): string {
  if (ids.length <= 2) return ids.map(phaseName).join(', ')
  const ranges: PhaseId[][] = []
  for (const id of ids) {
    const range = ranges.at(-1)
    const last = range?.at(-1)
    if (range && last !== undefined && last !== 'P' && PHASES.indexOf(id) === PHASES.indexOf(last) + 1) range.push(id)
    else ranges.push([id])
  }
  return ranges.map((range) => (range.length > 1 ? `${range[0]}–${range.at(-1)}` : rangeName(range[0]))).join(', ')
}

const rangeName = (id: PhaseId | undefined) => (id === 'P' ? PHASE_NAMES.P : (id ?? ''))

/** For example "1 Infrastructure"; provisioning comes before the seven numbered phases. */
export const phaseName = (id: PhaseId): string => (id === 'P' ? PHASE_NAMES.P : `${id} ${PHASE_NAMES[id]}`)
