// SPDX-License-Identifier: Apache-2.0

import type { Io } from '../../io/io.ts'
import { safeLine } from '../../model/text/sanitize.ts'
import type { FleetFlags } from '../flags/cluster-flags.ts'
import { manifest } from '../oclif/manifest.ts'
import { type CompletionRequest, readLine, type Suggestion, type Values } from './parse-line.ts'
import { sourceOf } from './value-sources.ts'

/**
 * Implements kubectl's completion protocol: one suggestion per line, then the directive. Any failure, such as a slow
 * cluster or a broken config, gives fewer suggestions and never a message.
 */
export async function complete(line: readonly string[], root: string, io: Io): Promise<void> {
  const request = readLine(line, manifest)
  const suggestions = [...request.words, ...(await values(request, root, io))]
  const matching = suggestions.filter(({ word }) => word.startsWith(request.typed))
  const unique = new Map(matching.map((suggestion) => [suggestion.word, suggestion]))
  const lines = [...unique.values()].map(({ word, about }) => (about ? `${word}\t${safeLine(about)}` : word))
  await io.stdout.write([...lines, `:${directive(request, [...unique.keys()])}`, ''].join('\n'))
}

async function values(
  { values: position, typed, flags }: CompletionRequest,
  root: string,
  io: Io,
): Promise<readonly Suggestion[]> {
  if (position === undefined) return []
  if (position.of === 'flag' && position.name === 'output') return formats(position.summary)
  const source = sourceOf(position, typed)
  if (source === undefined) return []
  const given = Object.fromEntries([...flags].map(([name, all]) => [name, all.at(-1)])) as unknown as FleetFlags
  const limit = AbortSignal.timeout(Number(io.env['C5C3_COMPLETION_TIMEOUT_MS']) || CLUSTER_TIMEOUT)
  const tooLate = new Promise<readonly string[]>((resolve) => limit.addEventListener('abort', () => resolve([])))
  const names = await Promise.race([source(given, root, io, limit).catch(() => []), tooLate])
  return [...names].sort().map((word) => ({ word }))
}

/** The flag's summary lists the formats of its command: table, wide, jsonpath=… */
function formats(summary: string): Suggestion[] {
  return summary.split(', ').map((word) => ({ word: word.replace(/…$/, '') }))
}

function directive({ values: position, typed }: CompletionRequest, words: readonly string[]): number {
  if (words.length > 0 && words.every((word) => word.endsWith('='))) return NO_SPACE_NO_FILES
  return words.length === 0 && position !== undefined && isFile(position, typed) ? FILES : NO_FILES
}

/** The help says FILE or FOLDER. Where names can be suggested, too, a slash, dot or tilde means a file. */
function isFile(position: Values, typed: string): boolean {
  const isDocumentedAsFile =
    position.of === 'flag' ? /\b(FILE|FOLDER)\b/.test(position.help ?? '') : /\b(file|folder)\b/i.test(position.summary)
  return isDocumentedAsFile && (sourceOf(position, typed) === undefined || /[./~]/.test(typed))
}

/** How long Tab waits for a cluster, in ms. */
const CLUSTER_TIMEOUT = 1000

/** Completion directives of kubectl (and cobra). */
const NO_FILES = 4
const NO_SPACE_NO_FILES = 6
const FILES = 0
