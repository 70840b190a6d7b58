// SPDX-License-Identifier: Apache-2.0
import type { AlertLevel, Alerts } from '../model/alert.ts'
import { FINDING_SEVERITIES, type FindingSeverity } from '../model/check.ts'
import { EXIT } from '../model/errors.ts'
import type { Gap } from '../model/gap.ts'
import type { ManifestFinding } from '../model/manifest-finding.ts'
import type { Presentation } from '../model/presentation.ts'
import { API_VERSION, type Report, type State } from '../model/report.ts'
import type { TestRun } from '../model/test-run.ts'
import type { Cell, Tone, View } from '../model/view.ts'
import { completenessOf, completenessText } from './completeness.ts'
import { gapNotes } from './gap-notes.ts'

export interface ValidateReport extends Report {
  readonly kind: 'Validate'
  readonly files: number
  readonly documents: number
  /** Claims and pools among them. */
  readonly checked: readonly { readonly object: string; readonly file: string; readonly line: number }[]
  readonly failOn: FindingSeverity
  /** Against the schema of the specification, without asking a cluster. */
  readonly offline: boolean
  readonly findings: readonly ManifestFinding[]
}

export interface ValidateInput extends Pick<ValidateReport, 'files' | 'documents' | 'checked' | 'failOn' | 'offline'> {
  readonly findings: readonly ManifestFinding[]
  readonly clusters: readonly string[]
  readonly gaps: readonly Gap[]
  readonly allowIncomplete: boolean
}

/** What is wrong with manifests before they are merged. Nothing to check is no evidence that all is well. */
export function validateReport({ clusters, gaps, allowIncomplete, findings, ...facts }: ValidateInput): ValidateReport {
  const counting = findings.filter((finding) => counts(finding, facts.failOn))
  const isUnsure = gaps.length > 0 || facts.checked.length === 0
  const verdict: State = counting.some(({ severity }) => severity === 'error')
    ? 'failed'
    : counting.length > 0
      ? 'degraded'
      : isUnsure
        ? 'unknown'
        : 'healthy'
  return {
    apiVersion: API_VERSION,
    kind: 'Validate',
    verdict,
    exitCode: counting.length > 0 ? EXIT.findings : isUnsure && !allowIncomplete ? EXIT.incomplete : EXIT.ok,
    completeness: completenessOf(clusters, gaps),
    ...facts,
    findings: [...findings].sort(
      (a, b) => compare(a.file, b.file) || a.line - b.line || a.column - b.column || compare(a.message, b.message),
    ),
  }
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

/** The worst stand first. */
const counts = ({ severity }: ManifestFinding, failOn: FindingSeverity) =>
  FINDING_SEVERITIES.indexOf(severity) <= FINDING_SEVERITIES.indexOf(failOn)

const TONES: Readonly<Record<FindingSeverity, Tone>> = { error: 'bad', warning: 'busy', info: 'dim' }

/** Everything findings in files can be shown as. */
export function validateForms(now: number): Presentation<ValidateReport> {
  return {
    view,
    names: ({ findings }) => findings.map(({ file, line, rule }) => `${file}:${line} ${rule}`),
    rows: { field: 'findings' },
    tests: (report) => testsOf(report, now),
    alerts: alertsOf,
  }
}

function view(report: ValidateReport): View {
  const { findings, checked, documents, files, offline, completeness, verdict, exitCode } = report
  const lines = findings.flatMap((finding): Cell[] => {
    const { file, line, column, severity, message, rule, mode, object } = finding
    return [
      {
        text: `${file}:${line}:${column}: ${severity}: ${message} [${[rule, mode].filter(Boolean).join(' ')}]`,
        tone: TONES[severity],
      },
      ...(object ? [{ text: `    ${object}`, tone: 'dim' as const }] : []),
    ]
  })
  const many = (count: number, word: string) => `${count} ${word}${count === 1 ? '' : 's'}`
  const of = (severity: FindingSeverity) => findings.filter((one) => one.severity === severity).length
  const found =
    findings.length === 0 ? 'nothing found' : `${many(of('error'), 'error')}, ${many(of('warning'), 'warning')}`
  const where = offline ? 'no cluster asked' : completenessText(completeness, 'read in full')
  const nothing: Cell[] =
    checked.length === 0 ? [{ text: 'no claim and no pool is among them: nothing was checked', tone: 'busy' }] : []
  const summary = `${many(files, 'file')}, ${many(documents, 'document')}, ${checked.length} ${checked.length === 1 ? 'claim or pool' : 'claims and pools'} · ${where} · ${found} · ${verdict} · exit ${exitCode}`
  return {
    blocks: [{ type: 'lines', lines: [...lines, ...nothing, { text: summary }] }],
    notes: gapNotes(completeness.gaps),
  }
}

const LEVELS: Readonly<Record<FindingSeverity, AlertLevel>> = { error: 'error', warning: 'warning', info: 'note' }

function alertsOf({ findings, completeness, exitCode }: ValidateReport): Alerts {
  const rules = [...Map.groupBy(findings, ({ rule }) => rule)]
  return {
    rules: rules.map(([id, [first]]) => ({
      id,
      title: id.replaceAll('-', ' '),
      text: first?.message ?? id,
      help: first?.message ?? id,
      level: LEVELS[first?.severity ?? 'error'],
      tags: ['validate', ...(first?.mode ? [first.mode] : [])],
    })),
    alerts: findings.map(({ file, line, column, rule, severity, message, object, path }) => ({
      rule,
      level: LEVELS[severity],
      message: object ? `${object}: ${message}` : message,
      place: { path: file, line, column },
      fingerprint: [rule, file, object ?? '', path ?? ''].join(' '),
      properties: { ...(object ? { object } : {}), ...(path ? { path } : {}) },
    })),
    notices: completeness.gaps.map(({ cluster, message }) => `${cluster}: ${message}`),
    exitCode,
  }
}

/** A case for every claim and pool, and one for each file that could not be read. */
function testsOf({ checked, findings, failOn, exitCode }: ValidateReport, now: number): TestRun {
  const own = (object: string, file: string) => findings.filter((one) => one.object === object && one.file === file)
  const loose = findings.filter(({ object }) => object === undefined)
  const words = (some: readonly ManifestFinding[]) =>
    some.map(({ file, line, message }) => `${file}:${line}: ${message}`).join('\n')
  const caseOf = (name: string, some: readonly ManifestFinding[]) => {
    const failing = some.filter((one) => counts(one, failOn))
    if (failing.length === 0) return { name, outcome: 'passed' as const }
    return { name, outcome: 'failed' as const, message: failing[0]?.message ?? '', detail: words(failing) }
  }
  return {
    name: 'kubectl c5c3 validate',
    time: new Date(now).toISOString(),
    suites: [
      {
        name: 'validate',
        properties: { exitCode: String(exitCode) },
        cases: [
          ...checked.map(({ object, file, line }) => caseOf(`${object} (${file}:${line})`, own(object, file))),
          ...[...Map.groupBy(loose, ({ file }) => file)].map(([file, some]) => caseOf(file, some)),
        ],
      },
    ],
  }
}
