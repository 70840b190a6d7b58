// SPDX-License-Identifier: Apache-2.0
import type { Sealed } from '../../model/secret/sealed.ts'
import type { Material } from '../config.ts'

/** Inline data takes precedence over a file, as in client-go. */
export function material(data: Sealed | undefined, file: string): Material | undefined {
  if (data) return { data }
  return file === '' ? undefined : { file }
}
