// SPDX-License-Identifier: Apache-2.0
import type { FindingSeverity } from './check.ts'

/** A position in a file; lines and columns start at 1. */
export interface FilePosition {
  readonly file: string
  readonly line: number
  readonly column: number
}

/** A problem in a manifest, found before it is merged. */
export interface ManifestFinding extends FilePosition {
  readonly rule: string
  readonly severity: FindingSeverity
  readonly object?: string
  readonly path?: string
  readonly message: string
  /** The failure mode of the catalogue that it would cause. */
  readonly mode?: string
}
