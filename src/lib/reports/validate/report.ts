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
  /** Those that were held against a schema: claims, pools, and what else a definition is at hand for. */
  readonly checked: readonly { readonly object: string; readonly file: string; readonly line: number }[]
  /** How many of them are neither claim nor pool. */
  readonly others: number
  /** Files that a kustomization takes as patches: they are judged as part of what it builds. */
  readonly patches: number
  /** Rules in CEL that the schemas hold: only an API server tries them. */
  readonly celRules: number
  readonly failOn: FindingSeverity
  /** Against the schema of the specification, without asking a cluster. */
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

const many = (count: number, word: string) => `${count} ${word}${count === 1 ? '' : 's'}`

/** What was not judged, and why. */
function remarks({ checked, patches, celRules }: ValidateReport): readonly Cell[] {
  const them = patches === 1 ? 'it' : 'them'
  return [
    ...(checked.length === 0
      ? [{ text: 'no claim, no pool and nothing else with a known schema is among them: nothing was checked' }]
      : []),
    ...(patches > 0
      ? [
          {
            text: `${many(patches, 'patch file')} not checked alone: ${formatCommand({ words: ['kubectl', 'kustomize'] })} applies ${them}, then validate -f -`,
          },
        ]
      : []),
    ...(celRules > 0 ? [{ text: `${many(celRules, 'CEL rule')} not tried: only an API server does` }] : []),
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
  const of = (severity: FindingSeverity) => findings.filter((one) => one.severity === severity).length
  const notes = of('info') > 0 ? `, ${many(of('info'), 'note')}` : ''
  const found =
    findings.length === 0 ? 'nothing found' : `${many(of('error'), 'error')}, ${many(of('warning'), 'warning')}${notes}`
  const where = offline ? 'no cluster asked' : completenessText(completeness, 'read in full')
  const ours = checked.length - others
  const judged = `${ours} ${ours === 1 ? 'claim or pool' : 'claims and pools'}${others > 0 ? `, ${many(others, 'other object')}` : ''}`
  return `${many(files, 'file')}, ${many(documents, 'document')}, ${judged} · ${where} · ${found} · ${verdict} · exit ${exitCode}`
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
