// SPDX-License-Identifier: Apache-2.0
/**
 * The longest time between two recent runs of a CronJob's schedule, in milliseconds; undefined for an invalid schedule.
 * Ignores time zones: they shift all runs alike.
 */
export function cronPeriod(text: string, now: number): number | undefined {
  const schedule = parseSchedule(text)
  if (!schedule) return undefined
  const times = [...schedule.hours]
    .flatMap((hour) => [...schedule.minutes].map((minute) => (hour * 60 + minute) * MINUTE))
    .sort((a, b) => a - b)
  const [first = 0, last = 0] = [times[0], times.at(-1)]
  const days = lastDays(schedule, now)
  if (days.length < 2) return undefined
  const within = times.map((time, i) => time - (times[i - 1] ?? time))
  const between = days.slice(1).map((day, i) => (days[i] ?? day) + first - (day + last))
  return Math.max(...within, ...between)
}

/** The days of the last month on which it runs, newest first; at least three if they exist. */
function lastDays({ runsOn }: Schedule, now: number): readonly number[] {
  const days: number[] = []
  const today = Math.floor(now / DAY) * DAY
  for (let day = today; day > today - MAX_DAYS * DAY; day -= DAY) {
    if (days.length >= 3 && day < today - MONTH) break
    if (runsOn(new Date(day))) days.push(day)
  }
  return days
}

function parseSchedule(text: string): Schedule | undefined {
  const plain = text.trim().replace(/^(CRON_)?TZ=\S+\s+/, '')
  const fields = (Object.hasOwn(MACROS, plain) ? (MACROS[plain] ?? '') : plain).toLowerCase().split(/\s+/)
  const [minute = '', hour = '', date = '', month = '', weekday = ''] = fields
  const minutes = parseField(minute, 0, 59)
  const hours = parseField(hour, 0, 23)
  const dates = parseField(date, 1, 31)
  const months = parseField(month, 1, 12, MONTHS, 1)
  const weekdays = parseField(weekday, 0, 7, WEEKDAYS)
  if (fields.length !== 5 || !minutes || !hours || !dates || !months || !weekdays) return undefined
  // cron: if both day of month and day of week are set, either one is enough
  const either = !isAny(date) && !isAny(weekday)
  const runsOn = (day: Date) => {
    const onDate = dates.has(day.getUTCDate())
    const onWeekday = weekdays.has(day.getUTCDay()) || (day.getUTCDay() === 0 && weekdays.has(7))
    return months.has(day.getUTCMonth() + 1) && (either ? onDate || onWeekday : onDate && onWeekday)
  }
  return { minutes, hours, runsOn }
}

const isAny = (field: string) => field.startsWith('*') || field === '?'

/** *, 5, 1-5, every 15th, 10-20/5, mon, and comma-separated lists of these. */
function parseField(
  text: string,
  from: number,
  to: number,
  names: readonly string[] = [],
  base = 0,
): ReadonlySet<number> | undefined {
  const values = new Set<number>()
  for (const part of text.split(',')) {
    const [, range = '', step] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(part) ?? []
    const [low, high] = boundsOf(range, from, to, (word) => numberOf(word, names, base), step !== undefined)
    const stride = step === undefined ? 1 : Number(step)
    if (low === undefined || high === undefined || low < from || high > to || low > high || stride < 1) return undefined
    for (let value = low; value <= high; value += stride) values.add(value)
  }
  return values
}

function boundsOf(
  range: string,
  from: number,
  to: number,
  value: (word: string) => number | undefined,
  isOpen: boolean,
): readonly [number | undefined, number | undefined] {
  if (range === '*' || range === '?') return [from, to]
  const [first = '', last] = range.split('-')
  const low = value(first)
  return [low, last === undefined ? (isOpen ? to : low) : value(last)]
}

function numberOf(word: string, names: readonly string[], base: number): number | undefined {
  const index = names.indexOf(word)
  if (index !== -1) return index + base
  return /^\d{1,2}$/.test(word) ? Number(word) : undefined
}

const DAY = 86_400_000
const MINUTE = 60_000
const MONTH = 35 * DAY

/** In days: covers a schedule that runs once every four years (29 February). */
const MAX_DAYS = 1600

const MACROS: Readonly<Record<string, string>> = {
  '@yearly': '0 0 1 1 *',
  '@annually': '0 0 1 1 *',
  '@monthly': '0 0 1 * *',
  '@weekly': '0 0 * * 0',
  '@daily': '0 0 * * *',
  '@midnight': '0 0 * * *',
  '@hourly': '0 * * * *',
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const WEEKDAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat']

interface Schedule {
  readonly minutes: ReadonlySet<number>
  readonly hours: ReadonlySet<number>
  readonly runsOn: (day: Date) => boolean
}
