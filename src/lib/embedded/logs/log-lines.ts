// SPDX-License-Identifier: Apache-2.0

import { forbiddenValue, invalid, invalidValue, type StatusCause } from '../http/status-errors.ts'
import type { Manifest } from '../json.ts'

/** A line as stored on a node: with the time at which it was written. */
export interface StampedLine {
  readonly time: string
  readonly text: string
  /** A newline; empty for an incomplete line. */
  readonly end: string
}

const STAMP = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z) (.*)$/

/** Lines without a time, as in hand-written files, get that of the line before. */
export function stampedLines(text: string, begin: string): readonly StampedLine[] {
  let last = begin
  return text.split(/(?<=\n)/).flatMap((raw): StampedLine[] => {
    if (raw === '') return []
    const end = raw.endsWith('\n') ? '\n' : ''
    const line = end === '' ? raw : raw.slice(0, -1)
    const [, time = last, content = line] = STAMP.exec(line) ?? []
    last = time
    return [{ time, text: content, end }]
  })
}

/** Applies sinceSeconds or sinceTime (in whole seconds), then tailLines. */
export function chosenLines(all: readonly StampedLine[], query: URLSearchParams, now: number): readonly StampedLine[] {
  const [seconds, time, tail] = ['sinceSeconds', 'sinceTime', 'tailLines'].map((name) => query.get(name) ?? '')
  const since = seconds ? now - Number(seconds) * 1000 : Math.floor(Date.parse(time ?? '') / 1000) * 1000
  const recent = Number.isNaN(since) ? all : all.filter((line) => !(Date.parse(line.time) < since))
  if (!tail) return recent
  return Number(tail) === 0 ? [] : recent.slice(-Number(tail))
}

/** Rejects the same options as API servers. */
export function checkLogOptions({ metadata: { name } }: Manifest, query: URLSearchParams): void {
  const [seconds, time, tail] = ['sinceSeconds', 'sinceTime', 'tailLines'].map((word) => query.get(word) ?? '')
  const causes: StatusCause[] = [
    ...(tail && Number(tail) < 0
      ? [invalidValue('tailLines', Number(tail), 'must be greater than or equal to 0')]
      : []),
    ...(seconds && time
      ? [forbiddenValue('', 'at most one of `sinceTime` or `sinceSeconds` may be specified')]
      : seconds && Number(seconds) < 1
        ? [invalidValue('sinceSeconds', Number(seconds), 'must be greater than 0')]
        : []),
  ]
  if (causes.length > 0) throw invalid({ group: '', kind: 'PodLogOptions', name }, causes)
}
