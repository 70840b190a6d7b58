// SPDX-License-Identifier: Apache-2.0

import type { CommandContext } from '../../cli/oclif/topic.ts'
import type { Served } from '../../cluster/types.ts'
import { controlPlaneCluster } from '../../kinds/claims/control-plane-cluster.ts'
import { hypervisorCluster } from '../../kinds/claims/hypervisor-cluster.ts'
import { openStackCluster } from '../../kinds/claims/openstack-cluster.ts'
import { storageCluster } from '../../kinds/claims/storage-cluster.ts'
import { compositeResourceDefinition } from '../../kinds/crossplane/composite-resource-definition.ts'
import { composition } from '../../kinds/crossplane/composition.ts'
import { joined, patchFiles } from '../../manifests/kustomizations.ts'
import { layoutFindings } from '../../manifests/layout.ts'
import { isClaimOrPool, manifestTitle } from '../../manifests/manifest-object.ts'
import { type LiveObjects as Known, validateManifests } from '../../manifests/validate.ts'
import type { FindingSeverity } from '../../model/check/check.ts'
import { type KindSpec, kindName } from '../../model/graph/kind.ts'
import type { Gap } from '../../model/landscape/gap.ts'
import { observe } from '../../pipeline/observe.ts'
import { type ValidateReport, validateReport } from '../../reports/validate/report.ts'
import { readDefinitions } from './crd-schemas.ts'
import type { ManifestFiles } from './files.ts'

const CLAIMS_AND_POOLS: readonly KindSpec[] = [openStackCluster, hypervisorCluster, storageCluster, controlPlaneCluster]

const isServed = (served: Served, { group, plural }: KindSpec) =>
  served.failedGroups.has(group) || served.versionsOf(group, plural).length > 0

/** All in the management cluster; with more fields of definitions and Compositions than other commands keep. */
export const VALIDATE_KINDS: readonly KindSpec[] = [
  { ...compositeResourceDefinition, keep: [...compositeResourceDefinition.keep, 'spec.versions'] },
  { ...composition, keep: ['spec'] },
  ...CLAIMS_AND_POOLS,
].map((kind) => ({ ...kind, roles: ['management'] }))

/** What was read from the cluster, and what could not be read. */
export interface Beside extends Known {
  readonly clusters: readonly string[]
  readonly gaps: readonly Gap[]
}

export const OFFLINE: Beside = { isAsked: false, objects: [], unserved: new Set(), clusters: [], gaps: [] }

/** Reads claims, pools, definitions and Compositions of the management cluster, and CRDs of other kinds in files. */
export async function readBeside(
  { fleet, signal, now, progress }: CommandContext,
  { manifests }: Pick<ManifestFiles, 'manifests'>,
): Promise<Beside> {
  const options = { now, signal, acceptCached: false, scope: {}, only: VALIDATE_KINDS }
  const members = fleet.members.filter(({ cluster }) => cluster.roles.some(({ role }) => role === 'management'))
  const { snapshot } = await progress.during('management', observe({ ...fleet, members }, options))
  const objects = snapshot.resources.map(({ object }) => object)
  const values = manifests.map(({ value }) => value)
  const definitions = await Promise.all(members.map((member) => readDefinitions(member, values, objects)))
  const gaps = [...snapshot.gaps, ...definitions.flatMap((one) => one.gaps)]
  return {
    isAsked: snapshot.gaps.length === 0 && members.length > 0,
    objects: [...objects, ...definitions.flatMap((one) => one.objects)],
    unserved: new Set(
      CLAIMS_AND_POOLS.filter((kind) => members.some(({ served }) => served && !isServed(served, kind))).map(kindName),
    ),
    clusters: snapshot.clusters.map(({ label }) => label),
    gaps,
  }
}

export interface ValidateOptions {
  readonly failOn: FindingSeverity
  readonly offline: boolean
  readonly allowIncomplete: boolean
}

/** Validates the files against what was read from the cluster. */
export function validateFiles(read: ManifestFiles, beside: Beside, options: ValidateOptions): ValidateReport {
  const patches = patchFiles(read.manifests)
  const isPatch = ({ file }: { readonly file: string }) => patches.has(joined('.', file))
  const complete = read.manifests.filter((manifest) => !isPatch(manifest))
  const { checked, findings, celRules } = validateManifests(complete, beside)
  const unread = read.findings.filter((finding) => finding.rule !== 'no-object' || !isPatch(finding))
  return validateReport({
    ...options,
    files: read.files,
    documents: read.manifests.length,
    checked: checked.map(({ file, value, at }) => ({ object: manifestTitle(value), file, line: at([]).line })),
    others: checked.filter(({ value }) => !isClaimOrPool(value)).length,
    celRules,
    patches: new Set([...read.manifests, ...read.findings].filter(isPatch).map(({ file }) => file)).size,
    findings: [...unread, ...findings, ...layoutFindings(complete)],
    clusters: beside.clusters,
    gaps: beside.gaps,
  })
}
