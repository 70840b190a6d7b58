// SPDX-License-Identifier: Apache-2.0
import { distinctNodes } from '../shared/group-findings.ts'
import type { NodeReport } from '../shared/object-row.ts'
import type { CauseReport } from './cause-report.ts'
import { openStackClusterNames } from './openstack-clusters.ts'

interface ImpactOptions {
  readonly isWide: boolean
}

/** OpenStack clusters and services by name, everything else counted; with -o wide by kind and name. */
export function impactLines(causes: readonly CauseReport[], { isWide }: ImpactOptions): readonly string[] {
  const affected = distinctNodes(causes.map(({ consequences }) => consequences))
  const clusters = [...new Set(causes.flatMap(({ openStackClusters }) => openStackClusters))].sort()
  const isNamed = (node: NodeReport) => isService(node) || clusters.includes(`${node.namespace}/${node.name}`)
  const others = affected.filter((node) => !isNamed(node))
  if (affected.length === 0 && clusters.length === 0) return []
  const named = [
    ...(clusters.length > 0
      ? [`OpenStack ${clusters.length === 1 ? 'cluster' : 'clusters'} ${openStackClusterNames(clusters)}`]
      : []),
    ...servicesText(affected.filter(isService)),
  ]
  const more = others.length === 1 ? '1 more object' : `${others.length} more objects`
  const parts = [...named, ...(others.length > 0 && !isWide ? [`${more} (-o wide)`] : [])]
  return [...(parts.length > 0 ? [parts.join(' · ')] : []), ...(isWide ? kindLines(others) : [])]
}

/** For example "Keystone, Glance, Nova ×3". */
function servicesText(services: readonly NodeReport[]): readonly string[] {
  const kinds = Map.groupBy(services, ({ kind }) => kind)
  const names = SERVICES.flatMap((kind) => {
    const count = kinds.get(kind)?.length ?? 0
    return count === 0 ? [] : [count === 1 ? kind : `${kind} ×${count}`]
  })
  return names.length > 0 ? [names.join(', ')] : []
}

/** In the order in which they depend on each other. */
const SERVICES = [
  'Keystone',
  'Glance',
  'Placement',
  'Barbican',
  'Horizon',
  'Cinder',
  'Neutron',
  'Nova',
  'Cortex',
  'Tempest',
] as const

const isService = ({ kind, apiVersion }: NodeReport) =>
  SERVICES.some((service) => service === kind) && /(?:^|\.)c5c3\.io\//.test(apiVersion)

function kindLines(nodes: readonly NodeReport[]): readonly string[] {
  return [...Map.groupBy(nodes, ({ kind }) => kind)]
    .sort(([a, first], [b, second]) => second.length - first.length || (a < b ? -1 : 1))
    .map(([kind, group]) => `${group.length} ${kind}: ${group.map(({ name }) => name).join(', ')}`)
}
