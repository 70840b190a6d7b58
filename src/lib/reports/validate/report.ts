// SPDX-License-Identifier: Apache-2.0

import { FINDING_SEVERITIES, type FindingSeverity } from '../../model/check/check.ts'
import type { ManifestFinding } from '../../model/check/manifest-finding.ts'
import type { Gap } from '../../model/landscape/gap.ts'
import type { AlertLevel, Alerts } from '../../model/report/alert.ts'
import { EXIT } from '../../model/report/errors.ts'
import type { Presentation } from '../../model/report/presentation.ts'
import { API_VERSION, type Report, type State } from '../../model/report/report.ts'
import type { TestRun } from '../../model/report/test-run.ts'
import type { Cell, Tone, View } from '../../model/report/view.ts'
import { formatCommand } from '../../model/text/command.ts'
import { completenessOf, completenessText } from '../shared/completeness.ts'
import { gapNotes } from '../shared/gap-notes.ts'

export interface ValidateReport extends Report {
  readonly kind: 'Validate'
  readonly files: number
  readonly documents: number
  /**
   * Documents with a known schema: claims, pools, and kinds with a definition in the files or the management cluster.
   */
  readonly checked: readonly { readonly object: string; readonly file: string; readonly line: number }[]
  /** How many of them are neither claim nor pool. */
  readonly others: number
  /** Files a kustomization uses as patches; they are only valid as part of its result. */
  readonly patches: number
  /** CEL rules in the schemas; only an API server evaluates them. */
  readonly celRules: number
  readonly failOn: FindingSeverity
  /** Validated against the schema of the specification, without a cluster. */
  readonly offline: boolean
  readonly findings: readonly ManifestFinding[]
}

type Facts = 'files' | 'documents' | 'checked' | 'others' | 'patches' | 'celRules' | 'failOn' | 'offline'

export interface ValidateInput extends Pick<ValidateReport, Facts> {
  readonly findings: readonly ManifestFinding[]
  readonly clusters: readonly string[]
  readonly gaps: readonly Gap[]
  readonly allowIncomplete: boolean
}

/** Problems in manifests before they are merged. Without checked documents the verdict is unknown. */
export function validateReport({ clusters, gaps, allowIncomplete, findings, ...facts }: ValidateInput): ValidateReport {
  const counting = findings.filter((finding) => counts(finding, facts.failOn))
  const isUncertain = gaps.length > 0 || facts.checked.length === 0
  const verdict: State = counting.some(({ severity }) => severity === 'error')
    ? 'failed'
    : counting.length > 0
      ? 'degraded'
      : isUncertain
        ? 'unknown'
        : 'healthy'
  return {
    apiVersion: API_VERSION,
    kind: 'Validate',
    verdict,
    exitCode: counting.length > 0 ? EXIT.findings : isUncertain && !allowIncomplete ? EXIT.incomplete : EXIT.ok,
    completeness: completenessOf(clusters, gaps),
    ...facts,
    findings: [...findings].sort(
      (a, b) => compare(a.file, b.file) || a.line - b.line || a.column - b.column || compare(a.message, b.message),
    ),
  }
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

/** FINDING_SEVERITIES lists the worst severity first. */
const counts = ({ severity }: ManifestFinding, failOn: FindingSeverity) =>
  FINDING_SEVERITIES.indexOf(severity) <= FINDING_SEVERITIES.indexOf(failOn)

const TONES: Readonly<Record<FindingSeverity, Tone>> = { error: 'bad', warning: 'busy', info: 'dim' }

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
  const { findings, completeness } = report
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
  return {
    blocks: [{ type: 'lines', lines: [...lines, ...remarks(report), { text: summary(report) }] }],
    notes: gapNotes(completeness.gaps),
  }
}

const plural = (count: number, word: string) => `${count} ${word}${count === 1 ? '' : 's'}`

/** What was not checked, and why. */
function remarks({ checked, patches, celRules }: ValidateReport): readonly Cell[] {
  const pronoun = patches === 1 ? 'it' : 'them'
  return [
    ...(checked.length === 0
      ? [{ text: 'no claim, no pool and nothing else with a known schema is among them: nothing was checked' }]
      : []),
    ...(patches > 0
      ? [
          {
            text: `${plural(patches, 'patch file')} not checked alone: ${formatCommand({ words: ['kubectl', 'kustomize'] })} applies ${pronoun}, then validate -f -`,
          },
        ]
      : []),
    ...(celRules > 0 ? [{ text: `${plural(celRules, 'CEL rule')} not tried: only an API server does` }] : []),
  ].map((cell) => ({ ...cell, tone: 'busy' as const }))
}

function summary({
  findings,
  checked,
  others,
  documents,
  files,
  offline,
  completeness,
  verdict,
  exitCode,
}: ValidateReport) {
  const countOf = (severity: FindingSeverity) => findings.filter((one) => one.severity === severity).length
  const notes = countOf('info') > 0 ? `, ${plural(countOf('info'), 'note')}` : ''
  const result =
    findings.length === 0
      ? 'nothing found'
      : `${plural(countOf('error'), 'error')}, ${plural(countOf('warning'), 'warning')}${notes}`
  const where = offline ? 'no cluster asked' : completenessText(completeness, 'read in full')
  const claims = checked.length - others
  const checkedText = `${claims} ${claims === 1 ? 'claim or pool' : 'claims and pools'}${others > 0 ? `, ${plural(others, 'other object')}` : ''}`
  return `${plural(files, 'file')}, ${plural(documents, 'document')}, ${checkedText} · ${where} · ${result} · ${verdict} · exit ${exitCode}`
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

/** One case per checked document, and one per unreadable file. */
function testsOf({ checked, findings, failOn, exitCode }: ValidateReport, now: number): TestRun {
  const own = (object: string, file: string) => findings.filter((one) => one.object === object && one.file === file)
  const fileFindings = findings.filter(({ object }) => object === undefined)
  const detailText = (list: readonly ManifestFinding[]) =>
    list.map(({ file, line, message }) => `${file}:${line}: ${message}`).join('\n')
  const caseOf = (name: string, list: readonly ManifestFinding[]) => {
    const failing = list.filter((one) => counts(one, failOn))
    if (failing.length === 0) return { name, outcome: 'passed' as const }
    return { name, outcome: 'failed' as const, message: failing[0]?.message ?? '', detail: detailText(failing) }
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
          ...[...Map.groupBy(fileFindings, ({ file }) => file)].map(([file, list]) => caseOf(file, list)),
        ],
      },
    ],
  }
}
