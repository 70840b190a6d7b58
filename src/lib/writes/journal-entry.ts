// SPDX-License-Identifier: Apache-2.0
import type { JournalEntry } from '../model/report/journal.ts'
import { isUnsafe, safeLine } from '../model/text/sanitize.ts'

/** Parses a line of the journal, sanitized for a terminal; undefined if it is invalid (the file may be edited). */
export function parseJournalEntry(line: string): JournalEntry | undefined {
  try {
    const value: unknown = JSON.parse(line, withSafeText)
    return isJournalEntry(value) ? value : undefined
  } catch {
    return undefined
  }
}

function withSafeText(key: string, value: unknown): unknown {
  if (isUnsafe(key)) return undefined
  return typeof value === 'string' ? safeLine(value) : value
}

function isJournalEntry(value: unknown): value is JournalEntry {
  if (!isRecord(value)) return false
  const { at, reasons, undo } = value
  return (
    TEXT_FIELDS.every((key) => typeof value[key] === 'string') &&
    OPTIONAL_TEXT_FIELDS.every((key) => isOptionalText(value[key])) &&
    !Number.isNaN(Date.parse(String(at))) &&
    (reasons === undefined || (Array.isArray(reasons) && reasons.every((reason) => typeof reason === 'string'))) &&
    (undo === undefined || (isRecord(undo) && typeof undo['text'] === 'string' && isOptionalText(undo['command'])))
  )
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isOptionalText = (value: unknown) => value === undefined || typeof value === 'string'

const TEXT_FIELDS = ['at', 'run', 'command', 'user', 'cluster', 'clusterUid', 'object', 'action', 'outcome'] as const
const OPTIONAL_TEXT_FIELDS = ['profile', 'uid', 'resourceVersion', 'before'] as const
