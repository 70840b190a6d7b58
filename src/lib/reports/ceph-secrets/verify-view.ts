// SPDX-License-Identifier: Apache-2.0
import type { Rows } from '../../model/report/presentation.ts'
import type { Cell, View } from '../../model/report/view.ts'
import { linesBlock, listFooter } from '../lists/list-footer.ts'
import { sentence } from '../lists/verdict-line.ts'
import { gapNotes } from '../shared/gap-notes.ts'
import { verifiedText, verifyNames, verifyNext, verifyTable } from '../shared/verify-items-view.ts'
import type { CephSecretsVerifyReport } from './verify.ts'

export function cephVerifyView(report: CephSecretsVerifyReport): View {
  const { items, completeness } = report
  return {
    blocks: [
      { type: 'lines', lines: [headline(report)] },
      ...(items.length > 0 ? [verifyTable(items, { withDetails: true })] : []),
      ...linesBlock(verifyNext(items)),
      listFooter(completeness, report.scope),
    ],
    notes: gapNotes(completeness.gaps),
  }
}

function headline({ completeness, verdict, items }: CephSecretsVerifyReport): Cell {
  const none = completeness.complete ? 'no Ceph clients' : 'no Ceph clients in what could be read'
  return sentence(verdict, items.length === 0 ? none : verifiedText(items))
}

export const cephVerifyRows: Rows<CephSecretsVerifyReport> = { field: 'items' }

export const cephVerifyNames = ({ items }: CephSecretsVerifyReport): readonly string[] => verifyNames(items)
