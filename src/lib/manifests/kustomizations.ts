// SPDX-License-Identifier: Apache-2.0
import { listAt, textAt, textsAt } from '../model/object/fields.ts'
import type { ManifestDocument } from './document.ts'

/** A kustomization.yaml of kustomize, not Flux's Kustomization kind. */
export const isKustomization = ({ file, value }: ManifestDocument): boolean =>
  /(?:^|\/)kustomization\.ya?ml$/.test(file) && !(textAt(value, 'apiVersion') ?? '').includes('toolkit.fluxcd.io')

export interface KustomizationEntry {
  readonly entry: string
  readonly field: string
  readonly i: number
  readonly target: string
}

/** All files and folders that a kustomization applies. */
export const entriesOf = (one: ManifestDocument): readonly KustomizationEntry[] =>
  ['resources', 'components', 'bases', 'patchesStrategicMerge'].flatMap((field) =>
    textsAt(one.value, field).map((entry, i) => ({ entry, field, i, target: joined(folderOf(one.file), entry) })),
  )

/** Patches only change objects of other files: they are not complete objects. */
export const patchFiles = (manifests: readonly ManifestDocument[]): ReadonlySet<string> =>
  new Set(
    manifests.filter(isKustomization).flatMap((one) => {
      const paths = ['patches', 'patchesJson6902'].flatMap((field) =>
        listAt(one.value, field).flatMap((patch) => textAt(patch, 'path') ?? []),
      )
      return [...paths, ...textsAt(one.value, 'patchesStrategicMerge')].map((path) =>
        joined(folderOf(one.file), path.trim()),
      )
    }),
  )

export const folderOf = (file: string): string => (file.includes('/') ? file.slice(0, file.lastIndexOf('/')) : '.')

/** Resolves an entry relative to its folder and normalises the path. */
export function joined(folder: string, entry: string): string {
  const parts: string[] = []
  for (const part of `${folder}/${entry}`.split('/')) {
    if (part === '..' && parts.length > 0 && parts.at(-1) !== '..') parts.pop()
    else if (part !== '.' && (part !== '' || parts.length === 0)) parts.push(part)
  }
  return parts.join('/')
}
