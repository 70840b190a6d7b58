// SPDX-License-Identifier: Apache-2.0
import { entriesAt } from '../../model/object/fields.ts'

/** The label that dedicates a pool to one tenant: by name, for compliance, or by its own hardware. */
export function dedicatedBy({ object }: { readonly object?: unknown }): string | undefined {
  const labels = new Map(entriesAt(object, 'spec.labels'))
  if (labels.get('dedicated') === 'true') return 'dedicated'
  if (labels.get('isolation') === 'physical') return 'isolation'
  return labels.has('compliance') && labels.get('compliance') !== '' ? 'compliance' : undefined
}
