// SPDX-License-Identifier: Apache-2.0
import type { FindingSeverity } from './check.ts'

/** Where something stands in a file; lines and columns count from 1. */
export interface FilePosition {
  readonly file: string
  readonly line: number
  readonly column: number
}

/** Something wrong with a manifest, before it is merged. */
export interface ManifestFinding extends FilePosition {
  readonly rule: string
  readonly severity: FindingSeverity
  /** KIND NAMESPACE/NAME, where it is about an object. */
  readonly object?: string
  readonly path?: string
  readonly message: string
  /** The failure mode of the catalogue it would become. */
  readonly mode?: string
}
