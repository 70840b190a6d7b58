// SPDX-License-Identifier: Apache-2.0

import type { Io } from '../../io/io.ts'
import { safeLine } from '../../model/text/sanitize.ts'
import type { FleetFlags } from '../flags/cluster-flags.ts'
import { manifest } from '../oclif/manifest.ts'
import { type CompletionRequest, readLine, type Suggestion, type Values } from './parse-line.ts'
import { sourceOf } from './value-sources.ts'

/** How long somebody who presses Tab waits for a cluster, in ms. */
const PATIENCE = 1000

/** What a shell should do with the answer, in the numbers of kubectl's protocol. */
const NO_FILES = 4
const NO_SPACE_NO_FILES = 6
const FILES = 0

/**
 * Answers kubectl's question for completion: a line per word that could come next, then what the shell should do.
 * A cluster that does not answer in time, a broken config, anything at all: fewer words, and never a message.
 */
export async function complete(line: readonly string[], root: string, io: Io): Promise<void> {
  const wanted = readLine(line, manifest)
  const found = [...wanted.words, ...(await values(wanted, root, io))]
  const fitting = found.filter(({ word }) => word.startsWith(wanted.typed))
  const unique = new Map(fitting.map((suggestion) => [suggestion.word, suggestion]))
  const lines = [...unique.values()].map(({ word, about }) => (about ? `${word}\t${safeLine(about)}` : word))
  await io.stdout.write([...lines, `:${directive(wanted, [...unique.keys()])}`, ''].join('\n'))
}

async function values(
  { values: asked, typed, flags }: CompletionRequest,
  root: string,
  io: Io,
): Promise<readonly Suggestion[]> {
  if (asked === undefined) return []
  if (asked.of === 'flag' && asked.name === 'output') return formats(asked.summary)
  const source = sourceOf(asked, typed)
  if (source === undefined) return []
  const given = Object.fromEntries([...flags].map(([name, all]) => [name, all.at(-1)])) as unknown as FleetFlags
  const limit = AbortSignal.timeout(Number(io.env['C5C3_COMPLETION_TIMEOUT_MS']) || PATIENCE)
  const tooLate = new Promise<readonly string[]>((resolve) => limit.addEventListener('abort', () => resolve([])))
  const names = await Promise.race([source(given, root, io, limit).catch(() => []), tooLate])
  return [...names].sort().map((word) => ({ word }))
}

/** The flag's summary names the formats of its command: table, wide, jsonpath=… */
function formats(summary: string): Suggestion[] {
  return summary.split(', ').map((word) => ({ word: word.replace(/…$/, '') }))
}

function directive({ values: asked, typed }: CompletionRequest, words: readonly string[]): number {
  if (words.length > 0 && words.every((word) => word.endsWith('='))) return NO_SPACE_NO_FILES
  return words.length === 0 && asked !== undefined && isFile(asked, typed) ? FILES : NO_FILES
}

/** Help says FILE or FOLDER; of arguments it only says so in words. What has names of its own is a file by its slash. */
function isFile(asked: Values, typed: string): boolean {
  const told =
    asked.of === 'flag' ? /\b(FILE|FOLDER)\b/.test(asked.help ?? '') : /\b(file|folder)\b/i.test(asked.summary)
  return told && (sourceOf(asked, typed) === undefined || /[./~]/.test(typed))
}
