// SPDX-License-Identifier: Apache-2.0

/** A picture of the docs: what is typed in it, in a terminal of so many columns. */
export interface Picture {
  readonly file: string
  readonly title: string
  readonly columns: number
  /** Without kubectl c5c3 before it. */
  readonly lines: readonly string[]
}

/** Every picture of the docs. */
export const PICTURES: readonly Picture[] = [
  {
    file: 'docs/pictures/incident.svg',
    title: 'kubectl c5c3 finds the database that broke, two clusters away from the claim that waits for it',
    columns: 118,
    lines: ['status --demo database-down', 'why customer-a-prod --demo database-down'],
  },
]
