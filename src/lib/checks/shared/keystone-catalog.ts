// SPDX-License-Identifier: Apache-2.0

import { KORC } from '../../kinds/korc/health-and-links.ts'
import { serviceHost } from '../../kinds/openstack/host.ts'
import { serviceKind } from '../../kinds/openstack/service.ts'
import type { CheckContext } from '../../model/check/check.ts'
import type { GraphNode } from '../../model/graph/graph.ts'
import { kindName } from '../../model/graph/kind.ts'
import { textAt } from '../../model/object/fields.ts'

export const CATALOG_SERVICE = `Service.${KORC}`
export const CATALOG_ENDPOINT = `Endpoint.${KORC}`

export function serviceOfEntry({ object }: GraphNode): string | undefined {
  const type =
    textAt(object, 'spec.resource.type') ??
    textAt(object, 'spec.import.filter.type') ??
    textAt(object, 'status.resource.type')
  return type && Object.hasOwn(TYPES, type) ? TYPES[type] : undefined
}

/** The object that runs the service of an entry, if exactly one exists in its namespace. */
export function runningService(context: CheckContext, entry: GraphNode): GraphNode | undefined {
  const service = serviceOfEntry(entry)
  if (!service) return undefined
  const candidates = context
    .of(kindName(serviceKind(service)))
    .filter(({ cluster, namespace }) => cluster === entry.cluster && namespace === entry.namespace)
  return candidates.length === 1 ? candidates[0] : undefined
}

/** A normalised address: a Service of the cluster as name.namespace, anything else as host. */
export function placeOfUrl(url: string | undefined): string | undefined {
  const service = serviceHost(url)
  if (service) return `${service.name}.${service.namespace}`
  return URL.canParse(url ?? '') ? new URL(url ?? '').hostname.toLowerCase() : undefined
}

const TYPES: Readonly<Record<string, string>> = {
  identity: 'keystone',
  image: 'glance',
  placement: 'placement',
  compute: 'nova',
  network: 'neutron',
  volumev3: 'cinder',
  'block-storage': 'cinder',
  'key-manager': 'barbican',
}
