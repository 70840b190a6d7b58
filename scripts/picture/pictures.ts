// SPDX-License-Identifier: Apache-2.0

/** A picture of the docs: its command lines, in a terminal of this many columns. */
export interface Picture {
  readonly file: string
  readonly title: string
  readonly columns: number
  /** Without the leading kubectl c5c3. */
  readonly lines: readonly string[]
}

export const PICTURES: readonly Picture[] = [
  {
    file: 'docs/pictures/incident.svg',
    title: 'kubectl c5c3 finds the database that broke, two clusters away from the claim that waits for it',
    columns: 118,
    lines: ['status --demo database-down', 'why customer-a-prod --demo database-down'],
  },
]
