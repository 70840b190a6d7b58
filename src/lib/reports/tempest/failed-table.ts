// SPDX-License-Identifier: Apache-2.0
import type { Block } from '../../model/report/view.ts'
import type { TempestTest } from '../../model/tempest/results.ts'
import { tableOf } from '../shared/table.ts'
import { durationText } from './history.ts'
import type { TempestRow } from './report.ts'

/** The failed tests of a run: one row for each group with the same message, or with `all` for each test. */
export function failedTable({ last, namespace }: TempestRow, all: boolean, isOneOfMany: boolean): Block {
  const failed = last?.failed ?? []
  return tableOf(all ? failed.map((test) => [test]) : groupsOf(failed), [
    { title: 'SERVICE', cell: ([test]) => test?.service ?? '' },
    { title: 'FAILED', drop: 2, cell: (tests) => String(tests.length) },
    { title: 'TESTS', flexible: true, cell: (tests) => namesText(tests, all) },
    { title: 'TIME', wide: true, cell: ([test]) => durationText(test?.seconds) },
    { title: 'MESSAGE', flexible: true, cell: ([test]) => test?.message ?? '' },
    { title: 'NAMESPACE', drop: 1, cell: () => (isOneOfMany ? namespace : '') },
  ])
}

const MAX_NAMES = 3

function namesText(tests: readonly TempestTest[], isFull: boolean): string {
  const names = tests.map(({ name }) => (isFull ? name : shortName(name)))
  const more = names.length - MAX_NAMES
  return more > 0 && !isFull ? `${names.slice(0, MAX_NAMES).join(', ')} and ${more} more` : names.join(', ')
}

/** Class.method */
export const shortName = (name: string): string =>
  name.includes('(') ? name.replace(/\(.*\.(\w+)\)/, '($1)') : name.split('.').slice(-2).join('.')

/** Merges failures of a service whose messages differ only in IDs, paths and numbers. */
function groupsOf(tests: readonly TempestTest[]): readonly (readonly TempestTest[])[] {
  const key = ({ service, message = '' }: TempestTest) =>
    `${service} ${message.replace(VARIABLE_PARTS, '#').slice(0, 60)} ${message.replace(VARIABLE_PARTS, '#').slice(-60)}`
  return [...Map.groupBy(tests, key).values()].sort((a, b) => b.length - a.length)
}

const VARIABLE_PARTS = /\/[^\s'")]+|[0-9a-f]{8}[0-9a-f-]*|\d+/g
