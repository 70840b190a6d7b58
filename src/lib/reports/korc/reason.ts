// SPDX-License-Identifier: Apache-2.0
import { kindPlural } from '../../model/text/kind-plural.ts'
import { findingText } from '../shared/problem-text.ts'
import type { KorcRow } from './report.ts'

/** KIND/NAME of the root cause that blocks a row. */
export const rootOf = ({ findings, waitsFor }: KorcRow): string | undefined =>
  (findings.find(({ follows }) => follows)?.subject ?? waitsFor)?.replace(/^([^/]+)\/(?:[^/]+\/)?([^@/]+)@.*$/, '$1/$2')

/** Why objects that share a row are unhealthy: they may name different blockers with one root cause. */
export function korcReason([first, ...others]: readonly KorcRow[]): string {
  if (!first) return ''
  const waits = [...new Set([first, ...others].flatMap((row) => row.waits))]
  if (waits.length <= 1) return ownReason(first)
  const kinds = [...new Set(waits.map((one) => kindPlural(one.split('/')[0] ?? '')))].join(', ')
  const root = rootOf(first)
  return root && !waits.includes(root) ? `blocked by ${root} (via ${kinds})` : `blocked by ${kinds}`
}

function ownReason(row: KorcRow): string {
  const { findings, waits, reason, message, own } = row
  const ownFindings = findings.filter(({ follows }) => !follows)
  if (ownFindings.length > 0) return ownFindings.map(findingText).join('; ')
  const root = rootOf(row)
  if (waits.length > 0)
    return root && !waits.includes(root)
      ? `blocked by ${root} (via ${waits.join(', ')})`
      : `blocked by ${waits.join(', ')}`
  return own === 'healthy' ? '' : message || reason || ''
}
