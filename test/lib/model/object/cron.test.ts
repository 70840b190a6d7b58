// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest'
import { cronPeriod } from '../../../../src/lib/model/object/cron.ts'

const NOW = Date.parse('2026-11-16T12:00:00Z') // a Monday
const HOUR = 3_600_000
const DAY = 24 * HOUR

describe('the period of a schedule', () => {
  it.each([
    ['* * * * *', HOUR / 60],
    ['*/15 * * * *', HOUR / 4],
    ['@hourly', HOUR],
    ['0 2 * * *', DAY],
    ['@daily', DAY],
    ['0 0 * * 0', 7 * DAY],
    ['0 0 * * 7', 7 * DAY],
    ['0 0 * * SUN', 7 * DAY],
    ['@weekly', 7 * DAY],
    // It does not run on weekends: the longest recent gap counts.
    ['0 6 * * 1-5', 3 * DAY],
    ['0 6 * * mon,thu', 4 * DAY],
    ['0 0 1 * *', 31 * DAY],
    ['0 0 1 */3 *', 92 * DAY],
    ['0 0 1 jan *', 366 * DAY],
    ['CRON_TZ=Europe/Berlin 0 2 * * *', DAY],
    ['TZ=UTC 0 2 ? * *', DAY],
    ['10-40/15 8 * * *', DAY - HOUR / 2],
    // Day of month or day of week, whichever comes first.
    ['0 0 13 * 5', 7 * DAY],
  ])('%s', (schedule, period) => {
    expect(cronPeriod(schedule, NOW)).toBe(period)
  })

  it.each(['', 'daily', '0 2 * *', '60 * * * *', '0 24 * * *', '0 0 0 * *', '5-1 * * * *', '*/0 * * * *', '@every 5m'])(
    'is unknown for %j',
    (schedule) => {
      expect(cronPeriod(schedule, NOW)).toBeUndefined()
    },
  )

  it('is unknown for a date that never comes: February 31', () => {
    expect(cronPeriod('0 0 31 2 *', NOW)).toBeUndefined()
  })
})
