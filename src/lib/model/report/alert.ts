// SPDX-License-Identifier: Apache-2.0
/** Findings as code scanners exchange them: rules, and where each was broken. */
export interface Alerts {
  readonly rules: readonly AlertRule[]
  readonly alerts: readonly Alert[]
  /** What could not be checked. */
  readonly notices: readonly string[]
  readonly exitCode: number
}

export type AlertLevel = 'error' | 'warning' | 'note'

export interface AlertRule {
  readonly id: string
  readonly title: string
  readonly text: string
  /** How to verify and fix it, as Markdown. */
  readonly help: string
  readonly level: AlertLevel
  readonly tags: readonly string[]
}

export interface Alert {
  readonly rule: string
  readonly level: AlertLevel
  readonly message: string
  /** A file and line, or the path of an object: cluster/kind/namespace/name. */
  readonly place: { readonly path: string; readonly line?: number; readonly column?: number; readonly kind?: string }
  /** Further places of the same alert, `place` included. */
  readonly places?: readonly Alert['place'][]
  /** Stable across runs for the same finding. */
  readonly fingerprint: string
  readonly suppressed?: string
  readonly properties: Readonly<Record<string, unknown>>
}
