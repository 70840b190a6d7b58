// SPDX-License-Identifier: Apache-2.0

import type { ManifestFinding } from '../model/check/manifest-finding.ts'
import { textAt } from '../model/object/fields.ts'
import { safeLine } from '../model/text/sanitize.ts'
import type { ManifestDocument } from './document.ts'
import { entriesOf, folderOf, isKustomization, joined } from './kustomizations.ts'
import { isClaimOrPool, manifestTitle } from './manifest-object.ts'

/** Checks the layout: infrastructure/REGION/…, tenants/TENANT/…, and every file listed in a kustomization. */
export function layoutFindings(manifests: readonly ManifestDocument[]): readonly ManifestFinding[] {
  const kustomizations = manifests.filter(isKustomization)
  return [
    ...manifests.filter(isChecked).flatMap((manifest) => [...folderFindings(manifest)]),
    ...unlistedFiles(manifests, kustomizations),
    ...kustomizations.flatMap((one) => missingFiles(one, manifests)),
  ]
}

const isChecked = ({ value }: ManifestDocument) => isClaimOrPool(value)

const titleOf = ({ value }: ManifestDocument) => manifestTitle(value)

function* folderFindings(manifest: ManifestDocument): Iterable<ManifestFinding> {
  const { file, value, at } = manifest
  const region = /(?:^|\/)infrastructure\/([^/]+)\//.exec(file)?.[1]
  const own = textAt(value, 'spec.region')
  const base = { severity: 'error', object: titleOf(manifest) } as const
  if (region && own && region !== own && textAt(value, 'kind') !== 'OpenStackCluster')
    yield {
      ...at(['spec', 'region']),
      ...base,
      rule: 'region-folder',
      path: 'spec.region',
      message: `it is in ${safeLine(own)}, its folder is that of ${safeLine(region)}`,
    }
  const tenant = /(?:^|\/)tenants\/([^/]+)\//.exec(file)?.[1]
  const namespace = textAt(value, 'metadata.namespace')
  if (
    tenant &&
    namespace &&
    namespace !== tenant &&
    namespace !== `tenant-${tenant}` &&
    textAt(value, 'kind') === 'OpenStackCluster'
  )
    yield {
      ...at(['metadata', 'namespace']),
      ...base,
      rule: 'tenant-folder',
      path: 'metadata.namespace',
      message: `its namespace is ${safeLine(namespace)}, its folder is that of ${safeLine(tenant)}: write tenant-${safeLine(tenant)}`,
    }
}

/** Files of claims and pools below a kustomization that no kustomization lists. */
function unlistedFiles(
  manifests: readonly ManifestDocument[],
  kustomizations: readonly ManifestDocument[],
): readonly ManifestFinding[] {
  if (kustomizations.length === 0) return []
  const targets = new Set(kustomizations.flatMap(entriesOf).map(({ target }) => target))
  const folders = kustomizations.map(({ file }) => folderOf(file))
  const seen = new Set<string>()
  return manifests.filter(isChecked).flatMap((manifest): ManifestFinding[] => {
    const file = joined('.', manifest.file)
    const isBelow = folders.some((folder) => folder === '.' || manifest.file.startsWith(`${folder}/`))
    if (!isBelow || targets.has(file) || targets.has(manifest.file) || seen.has(file)) return []
    seen.add(file)
    const message = 'no kustomization lists this file: nobody applies it'
    return [
      {
        file: manifest.file,
        line: 1,
        column: 1,
        rule: 'not-in-kustomization',
        severity: 'error',
        object: titleOf(manifest),
        message,
      },
    ]
  })
}

function missingFiles(one: ManifestDocument, manifests: readonly ManifestDocument[]): readonly ManifestFinding[] {
  const files = new Set(manifests.flatMap(({ file }) => [file, joined('.', file)]))
  return entriesOf(one).flatMap(({ entry, field, i, target }): ManifestFinding[] => {
    const isFile = /\.ya?ml$/.test(entry) && !entry.includes('://')
    if (!isFile || files.has(target)) return []
    return [
      {
        ...one.at([field, i]),
        rule: 'kustomization-lists-nothing',
        severity: 'error',
        path: `${field}[${i}]`,
        message: `there is no file ${safeLine(entry)}`,
      },
    ]
  })
}
