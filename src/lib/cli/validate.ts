// SPDX-License-Identifier: Apache-2.0
import { compositeResourceDefinition } from '../kinds/composite-resource-definition.ts'
import { composition } from '../kinds/composition.ts'
import { controlPlaneCluster } from '../kinds/control-plane-cluster.ts'
import { hypervisorCluster } from '../kinds/hypervisor-cluster.ts'
import { openStackCluster } from '../kinds/openstack-cluster.ts'
import { storageCluster } from '../kinds/storage-cluster.ts'
import { layoutFindings } from '../manifests/layout.ts'
import { isJudged, type Landscape as Known, validate } from '../manifests/validate.ts'
import type { FindingSeverity } from '../model/check.ts'
import { textAt } from '../model/fields.ts'
import type { Gap } from '../model/gap.ts'
import type { KindSpec } from '../model/kind.ts'
import { safeLine } from '../model/safe.ts'
import { type ValidateReport, validateReport } from '../reports/validate.ts'
import type { Landscape } from './fleet-command.ts'
import type { ManifestFiles } from './manifest-files.ts'
import { observe } from './observe.ts'

/** All in the management cluster; of definitions and Compositions more than other commands keep. */
export const VALIDATE_KINDS: readonly KindSpec[] = [
  { ...compositeResourceDefinition, keep: [...compositeResourceDefinition.keep, 'spec.versions'] },
  { ...composition, keep: ['spec'] },
  openStackCluster,
  hypervisorCluster,
  storageCluster,
  controlPlaneCluster,
].map((kind) => ({ ...kind, roles: ['management'] }))

/** What was read beside the files, and what was not. */
export interface Beside extends Known {
  readonly clusters: readonly string[]
  readonly gaps: readonly Gap[]
}

export const OFFLINE: Beside = { isAsked: false, objects: [], clusters: [], gaps: [] }

/** Claims, pools, definitions and Compositions of the management cluster. */
export async function readBeside({ fleet, signal, now, progress }: Landscape): Promise<Beside> {
  const options = { now, signal, acceptCached: false, scope: {}, only: VALIDATE_KINDS }
  const members = fleet.members.filter(({ cluster }) => cluster.roles.some(({ role }) => role === 'management'))
  const { snapshot } = await progress.during('management', observe({ ...fleet, members }, options))
  return {
    isAsked: snapshot.gaps.length === 0 && members.length > 0,
    objects: snapshot.resources.map(({ object }) => object),
    clusters: snapshot.clusters.map(({ label }) => label),
    gaps: snapshot.gaps,
  }
}

export interface ValidateOptions {
  readonly failOn: FindingSeverity
  readonly offline: boolean
  readonly allowIncomplete: boolean
}

/** Judges what was read from files against what was read beside them. */
export function validateFiles(read: ManifestFiles, beside: Beside, options: ValidateOptions): ValidateReport {
  const judged = read.manifests.filter(isJudged)
  return validateReport({
    ...options,
    files: read.files,
    documents: read.manifests.length,
    checked: judged.map(({ file, value, at }) => {
      const namespace = textAt(value, 'metadata.namespace')
      const name = textAt(value, 'metadata.name') ?? '(no name)'
      const object = safeLine(`${textAt(value, 'kind')} ${namespace ? `${namespace}/` : ''}${name}`, 200)
      return { object, file, line: at([]).line }
    }),
    findings: [...read.findings, ...validate(read.manifests, beside), ...layoutFindings(read.manifests)],
    clusters: beside.clusters,
    gaps: beside.gaps,
  })
}
