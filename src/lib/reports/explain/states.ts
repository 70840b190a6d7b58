// SPDX-License-Identifier: Apache-2.0
import { EXIT } from '../../model/report/errors.ts'
import type { Status } from '../../model/report/report.ts'
import { SYMBOLS, stateWord } from '../shared/state-cell.ts'

export interface StateDescription {
  /** The value in JSON. */
  readonly state: Status
  /** The word in text. */
  readonly word: string
  readonly symbol: string
  readonly meaning: string
  /** Of a command whose subject is in this state. */
  readonly exitCode: number
}

/** All states, best first. */
export const stateDescriptions = (): readonly StateDescription[] =>
  ORDER.map(([state, exitCode, meaning]) => ({
    state,
    word: stateWord(state),
    symbol: SYMBOLS[state],
    meaning,
    exitCode,
  }))

const ORDER: readonly (readonly [Status, number, string])[] = [
  ['healthy', EXIT.ok, 'Its controller reports, for the current spec, that it works; so do its dependencies.'],
  ['off', EXIT.ok, 'It is not requested, or scaled to zero on purpose. JSON: off.'],
  ['not installed', EXIT.ok, 'The cluster does not serve its kind.'],
  ['suspended', EXIT.ok, 'Its reconciliation was paused on purpose.'],
  ['maintenance', EXIT.ok, 'It was taken out of service on purpose.'],
  ['progressing', EXIT.findings, 'It is being created, updated or deleted, within the time its kind needs.'],
  [
    'unknown',
    EXIT.incomplete,
    'There is not enough evidence: it could not be read, its status is old, or its controller does not report.',
  ],
  ['degraded', EXIT.findings, 'It works, with less than it should have.'],
  [
    'blocked',
    EXIT.findings,
    'It does not work because of another object, its root cause. JSON: status and blockedBy; state has the worst state of it and its dependencies.',
  ],
  [
    'stalled',
    EXIT.findings,
    'It has reported the same progress for longer than its kind needs: one hour, unless the kind says otherwise.',
  ],
  [
    'failed',
    EXIT.findings,
    'It does not work, and no other object is the reason. An OpenStack cluster: one of its parts failed.',
  ],
]
