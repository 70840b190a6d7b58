// SPDX-License-Identifier: Apache-2.0
import type { Rows } from '../../model/report/presentation.ts'
import type { View } from '../../model/report/view.ts'
import { completenessText } from '../shared/completeness.ts'
import { gapNotes } from '../shared/gap-notes.ts'
import { verifiedText, verifyNames, verifyNext, verifyTable } from '../shared/verify-items-view.ts'
import type { CephSecretsVerifyReport } from './verify.ts'

export function cephVerifyView(report: CephSecretsVerifyReport): View {
  const { items, completeness } = report
  return {
    blocks: [
      ...(items.length > 0 ? [verifyTable(items, { withDetails: true })] : []),
      { type: 'lines', lines: [...verifyNext(items), { text: lastLine(report) }] },
    ],
    notes: gapNotes(completeness.gaps),
  }
}

function lastLine({ completeness, verdict, exitCode, scope, items }: CephSecretsVerifyReport): string {
  const none = completeness.complete ? 'no Ceph clients' : 'no Ceph client was seen'
  const result = items.length === 0 ? none : verifiedText(items)
  return `${completenessText(completeness, 'read in full', scope)} · ${result} · ${verdict} · exit ${exitCode}`
}

export const cephVerifyRows: Rows<CephSecretsVerifyReport> = { field: 'items' }

export const cephVerifyNames = ({ items }: CephSecretsVerifyReport): readonly string[] => verifyNames(items)
