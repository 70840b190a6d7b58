// SPDX-License-Identifier: Apache-2.0
import type { NodeReport } from '../shared/object-row.ts'

/** Omits the reason if the message starts with it. */
export function reasonText({ reason = '', message = '', own }: Pick<NodeReport, 'reason' | 'message' | 'own'>): string {
  if (reason && message) return message.startsWith(reason) ? message : `${reason}: ${message}`
  return reason || message || own
}
