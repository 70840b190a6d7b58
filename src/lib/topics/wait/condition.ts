// SPDX-License-Identifier: Apache-2.0

import { PHASES, type PhaseId } from '../../model/graph/phase.ts'
import { C5c3Error } from '../../model/report/errors.ts'
import { closestMatches } from '../../model/text/closest-matches.ts'
import { safeLine } from '../../model/text/sanitize.ts'
import { parseColumnPath } from '../../render/jsonpath/parse.ts'
import type { Path } from '../../render/jsonpath/template.ts'

/** What --for waits for. */
export type Goal =
  | { readonly type: 'healthy'; readonly text: string }
  | { readonly type: 'deleted'; readonly text: string }
  | { readonly type: 'condition'; readonly text: string; readonly condition: string; readonly status: string }
  /** Without a value, any value except an empty one matches. */
  | { readonly type: 'jsonpath'; readonly text: string; readonly path: Path; readonly value?: string }
  | { readonly type: 'phase'; readonly text: string; readonly phases: readonly PhaseId[] }

/** Parses every --for: all must be met. Throws a usage error with the syntax. */
export function parseGoals(texts: readonly string[]): readonly Goal[] {
  const goals = [...new Set(texts)].map(parseGoal)
  const isContradictory = goals.length > 1 && goals.some(({ type }) => type === 'deleted')
  if (isContradictory) throw new C5c3Error('USAGE', 'usage', '--for deleted cannot be combined with another --for')
  return goals
}

function parseGoal(text: string): Goal {
  const [, word = text, rest] = /^(\w+)=(.*)$/s.exec(text) ?? []
  if (rest === undefined && text === 'healthy') return { type: 'healthy', text }
  // kubectl wait uses "delete".
  if (rest === undefined && (text === 'deleted' || text === 'delete')) return { type: 'deleted', text: 'deleted' }
  if (word === 'condition' && rest) return conditionGoal(text, rest)
  if (word === 'jsonpath' && rest) return jsonpathGoal(text, rest)
  if (word === 'phase' && rest) return phaseGoal(text, rest)
  const close = closestMatches(word, GOAL_NAMES)
  throw usageError(`invalid --for "${safeLine(text)}"`, close)
}

function conditionGoal(text: string, rest: string): Goal {
  const [condition = '', status = 'True', ...more] = rest.split('=')
  if (condition === '' || status === '' || more.length > 0) throw usageError(`invalid --for "${safeLine(text)}"`, [])
  return { type: 'condition', text, condition, status }
}

/** {.status.phase}=Running; the value is after the braces, because a filter may contain "=". */
function jsonpathGoal(text: string, rest: string): Goal {
  const braces = /^(\{.*\})(?:=(.*))?$/s.exec(rest)
  const bare = /^([^={}]+)(?:=(.*))?$/s.exec(rest)
  const [, path, value] = braces ?? bare ?? []
  if (path === undefined || value === '') throw usageError(`invalid --for "${safeLine(text)}"`, [])
  return { type: 'jsonpath', text, path: parseColumnPath(path), ...(value === undefined ? {} : { value }) }
}

function phaseGoal(text: string, rest: string): Goal {
  const at = PHASES.indexOf(rest as PhaseId)
  if (at < 1) throw usageError(`unknown phase "${safeLine(rest)}" (phases: ${PHASES.slice(1).join(', ')})`, [])
  return { type: 'phase', text, phases: PHASES.slice(1, at + 1) }
}

function usageError(message: string, close: readonly string[]): C5c3Error {
  return new C5c3Error('USAGE', 'usage', message, [
    ...(close.length > 0 ? [`did you mean: ${close.join(', ')}?`] : []),
    'use --for healthy, deleted, condition=NAME[=VALUE], jsonpath=PATH[=VALUE] or phase=N',
  ])
}

const GOAL_NAMES = ['healthy', 'deleted', 'condition', 'jsonpath', 'phase'] as const
