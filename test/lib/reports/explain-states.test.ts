// SPDX-License-Identifier: Apache-2.0
// One page explains every state, in the terminal and in the documentation.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { statesDocument } from '../../../scripts/docs-states.ts'
import { STATES } from '../../../src/lib/model/graph/health.ts'
import { explainReport } from '../../../src/lib/reports/explain/report.ts'
import { stateDescriptions } from '../../../src/lib/reports/explain/states.ts'
import { explainView } from '../../../src/lib/reports/explain/view.ts'
import { verdictOf } from '../../../src/lib/reports/shared/verdict.ts'
import { ROOT } from '../../harness/run-cli.ts'
import { expectValid } from '../../harness/schemas.ts'
import { snapshotOf } from '../graph/small.ts'

describe('explain states', () => {
  it('explains every state once', () => {
    expect(stateDescriptions().map(({ state }) => state)).toEqual(
      STATES.flatMap((state) => (state === 'stalled' ? ['blocked', state] : [state])),
    )
  })

  it.each(STATES)('has the exit code of a command about something %s', (state) => {
    const { exitCode } = verdictOf({
      snapshot: snapshotOf({ kinds: [], clusters: {} }),
      states: [state],
      allowIncomplete: false,
    })
    expect(stateDescriptions().find((one) => one.state === state)?.exitCode).toBe(exitCode)
  })

  it('prints symbol, exit code and meaning, and is what its schema says', () => {
    const report = explainReport('states', [], [])
    expectValid({ ...report }, 'explain states')
    const text = JSON.stringify(explainView(report))
    for (const { symbol, word, meaning } of stateDescriptions()) {
      expect(text).toContain(`${symbol} ${word}`)
      expect(text).toContain(meaning)
    }
  })

  it.each(['disabled', 'off', 'Blocked'])('explains one: %s', (word) => {
    expect(explainReport(word, [], []).states).toHaveLength(1)
  })

  it('is the same in docs/states.md, which the README links', () => {
    expect(readFileSync(join(ROOT, 'docs', 'states.md'), 'utf8')).toBe(statesDocument())
    expect(readFileSync(join(ROOT, 'README.md'), 'utf8')).toContain('(docs/states.md)')
  })
})
