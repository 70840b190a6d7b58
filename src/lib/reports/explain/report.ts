// SPDX-License-Identifier: Apache-2.0
import type { Check } from '../../model/check/check.ts'
import { inputsOf } from '../../model/check/check.ts'
import { OWN_REASONS } from '../../model/graph/built-in-reasons.ts'
import { type KindSpec, kindName } from '../../model/graph/kind.ts'
import { C5c3Error, EXIT } from '../../model/report/errors.ts'
import { API_VERSION, type Report } from '../../model/report/report.ts'
import { closestMatches } from '../../model/text/closest-matches.ts'
import { safeLine } from '../../model/text/sanitize.ts'
import { type CheckDescription, describeCheck } from '../check/list.ts'
import { kindsNamed } from '../shared/parse-subject.ts'
import { type StateDescription, stateDescriptions } from './states.ts'

export interface KindDescription {
  readonly name: string
  readonly apiVersions: readonly string[]
  readonly resource: string
  readonly namespaced: boolean
  /** Roles of the clusters it is read from. */
  readonly clusters: readonly string[]
  readonly onDemand: boolean
}

export interface ExplainReport extends Report {
  readonly kind: 'Explain'
  readonly topic: { readonly type: 'check' | 'mode' | 'kind' | 'reason' | 'states'; readonly name: string }
  /** Meaning of a reason that this tool sets. */
  readonly meaning?: string
  readonly kinds: readonly KindDescription[]
  readonly checks: readonly CheckDescription[]
  /** All states, or the one that was asked for. */
  readonly states?: readonly StateDescription[]
}

/** Looks a word up among states, checks, failure modes, kinds and reasons; an unknown word exits with 2. */
export function explainReport(word: string, checks: readonly Check[], kinds: readonly KindSpec[]): ExplainReport {
  const found =
    byCheck(word, checks) ??
    byMode(word, checks) ??
    byKind(word, checks, kinds) ??
    byReason(word, checks) ??
    byState(word)
  if (!found) throw unknown(word, checks, kinds)
  return {
    apiVersion: API_VERSION,
    kind: 'Explain',
    verdict: 'healthy',
    exitCode: EXIT.ok,
    completeness: { complete: true, clusters: [], gaps: [] },
    ...found,
  }
}

type Explained = Pick<ExplainReport, 'topic' | 'meaning' | 'kinds' | 'checks' | 'states'>

/** `states` explains all; the name of a state, in JSON or in text, explains that one. */
function byState(word: string): Explained | undefined {
  const [all, name] = [stateDescriptions(), word.toLowerCase()]
  const states = name === 'states' ? all : all.filter((one) => one.state === name || one.word === name)
  return states.length > 0 ? { topic: { type: 'states', name }, kinds: [], checks: [], states } : undefined
}

function byCheck(word: string, checks: readonly Check[]): Explained | undefined {
  const check = checks.find(({ id }) => id === word.toLowerCase())
  return check && { topic: { type: 'check', name: check.id }, kinds: [], checks: [describeCheck(check)] }
}

function byMode(word: string, checks: readonly Check[]): Explained | undefined {
  if (!/^f\d+$/i.test(word)) return undefined
  const name = `F${word.slice(1).replace(/^0+/, '').padStart(2, '0')}`
  const matches = checks.filter(({ modes }) => modes.includes(name))
  return matches.length > 0
    ? { topic: { type: 'mode', name }, kinds: [], checks: matches.map(describeCheck) }
    : undefined
}

function byKind(word: string, checks: readonly Check[], kinds: readonly KindSpec[]): Explained | undefined {
  const named = kindsOf(word, kinds)
  const names = new Set(named.map(kindName))
  if (names.size === 0) return undefined
  const about = checks.filter((check) => inputsOf(check).some((input) => names.has(input)))
  return {
    topic: { type: 'kind', name: named[0]?.kind ?? word },
    kinds: named.map(describeKind),
    checks: about.map(describeCheck),
  }
}

function kindsOf(word: string, kinds: readonly KindSpec[]): readonly KindSpec[] {
  try {
    return kindsNamed(word, kinds)
  } catch {
    return []
  }
}

function byReason(word: string, checks: readonly Check[]): Explained | undefined {
  const lowerWord = word.toLowerCase()
  const own = Object.entries(OWN_REASONS).find(([reason]) => reason.toLowerCase() === lowerWord)
  const known = checks.filter(({ reasons = [] }) => reasons.some((reason) => reason.toLowerCase() === lowerWord))
  const exact = known.flatMap(({ reasons = [] }) => reasons).find((reason) => reason.toLowerCase() === lowerWord)
  if (!own && known.length === 0) return undefined
  return {
    topic: { type: 'reason', name: own?.[0] ?? exact ?? word },
    ...(own ? { meaning: own[1] } : {}),
    kinds: [],
    checks: known.map(describeCheck),
  }
}

function describeKind(spec: KindSpec): KindDescription {
  const { group, versions, plural, namespaced, roles, onDemand } = spec
  return {
    name: kindName(spec),
    apiVersions: versions.map((version) => (group === '' ? version : `${group}/${version}`)),
    resource: group === '' ? plural : `${plural}.${group}`,
    namespaced,
    clusters: roles,
    onDemand: onDemand ?? false,
  }
}

function unknown(word: string, checks: readonly Check[], kinds: readonly KindSpec[]): C5c3Error {
  const close = closestMatches(word, [
    'states',
    ...checks.map(({ id }) => id),
    ...kinds.map(({ kind }) => kind),
    ...Object.keys(OWN_REASONS),
    ...checks.flatMap(({ reasons = [] }) => reasons),
  ])
  return new C5c3Error('USAGE', 'usage', `unknown check, failure mode, kind or reason "${safeLine(word)}"`, [
    ...(close.length > 0 ? [`did you mean: ${close.join(', ')}?`] : []),
    'kubectl c5c3 check --list',
  ])
}
