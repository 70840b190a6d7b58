// SPDX-License-Identifier: Apache-2.0
import type { Fleet } from '../../fleet/member.ts'
import { appliedLinks } from '../../kinds/flux/health-and-links.ts'
import { KINDS } from '../../kinds/index.ts'
import type { GraphNode } from '../../model/graph/graph.ts'
import { type KindSpec, kindName } from '../../model/graph/kind.ts'
import type { Ref } from '../../model/graph/link.ts'
import { C5c3Error } from '../../model/report/errors.ts'
import { safeLine } from '../../model/text/sanitize.ts'
import { type Observation, type ObserveOptions, observe } from '../../pipeline/observe.ts'
import { intoOf } from '../../reports/gitops/facts.ts'
import { type GitopsOwnerReport, type OwnedSubject, ownerReport } from '../../reports/gitops/owner.ts'
import { findSubject } from '../../reports/shared/find-subject.ts'
import { clustersNamed, kindsNamed, parseSubject } from '../../reports/shared/parse-subject.ts'
import { FLUX_KINDS } from './kinds.ts'

/** Searches the inventories of Flux first, which needs no other kind; then the owners of everything readable. */
export async function findOwner(
  fleet: Fleet,
  text: string,
  options: ObserveOptions,
  allowIncomplete: boolean,
): Promise<GitopsOwnerReport> {
  const flux = await observe(fleet, { ...options, only: FLUX_KINDS })
  const inventory = inventoryOf(flux)
  const kinds = [...KINDS, ...otherKinds(inventory)]
  const parsed = parseSubject(text, kinds)
  const named = parsed.kind === undefined ? [] : kindsNamed(parsed.kind, kinds)
  const names = new Set(named.map(kindName))
  const clusters = clustersNamed(parsed.cluster, flux.snapshot.clusters)
  const namespace = parsed.namespace ?? options.namespace
  const [found, ...others] = inventory.filter(
    ({ subject, group }) =>
      names.has(kindName({ group, kind: subject.kind })) &&
      subject.name === parsed.name &&
      (namespace === undefined || subject.namespace === undefined || subject.namespace === namespace) &&
      clusters.has(subject.cluster),
  )
  const other = others.find(({ subject }) => !isSame(subject, found?.subject))
  if (found && other) throw ambiguous(text, [found, ...others])
  if (found) return ownerReport({ ...flux, subject: found.subject, start: { appliedBy: found.by }, allowIncomplete })
  const all = await observe(fleet, { ...options, also: named.filter(({ onDemand }) => onDemand) })
  const start = findSubject(
    text,
    all.assessment.graph,
    [...all.kinds, ...otherKinds(inventory)],
    all.snapshot,
    options.namespace,
  )
  return ownerReport({ ...all, subject: subjectOf(start), start, allowIncomplete })
}

function inventoryOf({ assessment: { graph }, snapshot }: Observation): readonly InventoryEntry[] {
  return graph.of('Kustomization.kustomize.toolkit.fluxcd.io').flatMap((by) => {
    const cluster = intoOf(by, snapshot)
    if (!by.object || cluster === undefined) return []
    return appliedLinks(by.object).map(({ to }) => ({
      by,
      group: groupOf(to),
      subject: { ...withoutGroup(to), cluster },
    }))
  })
}

/** A Kustomization may contain kinds that no command reads. */
function otherKinds(inventory: readonly InventoryEntry[]): readonly KindSpec[] {
  const known = new Set(KINDS.map(kindName))
  const others = new Map(
    inventory.map(({ group, subject: { kind, namespace } }) => {
      const spec: KindSpec = {
        group,
        kind,
        plural: `${kind.toLowerCase()}s`,
        versions: [],
        namespaced: namespace !== undefined,
        roles: ['management', 'control-plane', 'hypervisor', 'storage'],
        keep: [],
      }
      return [kindName(spec), spec] as const
    }),
  )
  return [...others].flatMap(([name, spec]) => (known.has(name) ? [] : [spec]))
}

const groupOf = ({ group }: Ref) => (typeof group === 'string' ? group : (group[0] ?? ''))

function withoutGroup({ kind, namespace, name = '' }: Ref): Omit<OwnedSubject, 'cluster'> {
  return { kind, ...(namespace === undefined ? {} : { namespace }), name }
}

const subjectOf = ({ kind, namespace, name, cluster }: GraphNode): OwnedSubject => ({
  kind,
  ...(namespace === undefined ? {} : { namespace }),
  name,
  cluster: cluster.label,
})

const isSame = (a: OwnedSubject, b: OwnedSubject | undefined) =>
  a.cluster === b?.cluster && a.namespace === b.namespace && a.kind === b.kind

function ambiguous(text: string, found: readonly InventoryEntry[]): C5c3Error {
  const hints = found.map(({ group, subject: { kind, namespace, name, cluster } }) =>
    safeLine(`${kindName({ group, kind })}/${namespace === undefined ? '' : `${namespace}/`}${name}@${cluster}`),
  )
  return new C5c3Error(
    'AMBIGUOUS',
    'usage',
    `"${safeLine(text)}" is ambiguous (${new Set(hints).size} matches)`,
    [...new Set(hints)].slice(0, 8),
  )
}

/** An object in the inventory of a Kustomization. */
interface InventoryEntry {
  readonly subject: OwnedSubject
  readonly group: string
  readonly by: GraphNode
}
