// SPDX-License-Identifier: Apache-2.0
import type { Sealed } from '../../model/secret/sealed.ts'
import type { Material } from '../config.ts'

/** The data if there is any, else the file: client-go's order. undefined with neither. */
export function material(data: Sealed | undefined, file: string): Material | undefined {
  if (data) return { data }
  return file === '' ? undefined : { file }
}
