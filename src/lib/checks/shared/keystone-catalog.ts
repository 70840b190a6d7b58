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

/** The types of the catalog and the services behind them. */
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

/** The service an entry of the catalog is about; undefined for one we do not know. */
export function serviceOfEntry({ object }: GraphNode): string | undefined {
  const type =
    textAt(object, 'spec.resource.type') ??
    textAt(object, 'spec.import.filter.type') ??
    textAt(object, 'status.resource.type')
  return type && Object.hasOwn(TYPES, type) ? TYPES[type] : undefined
}

/** The object that runs the service of an entry, if there is exactly one in its namespace. */
export function runningService(sight: CheckContext, entry: GraphNode): GraphNode | undefined {
  const service = serviceOfEntry(entry)
  if (!service) return undefined
  const found = sight
    .of(kindName(serviceKind(service)))
    .filter(({ cluster, namespace }) => cluster === entry.cluster && namespace === entry.namespace)
  return found.length === 1 ? found[0] : undefined
}

/** An address in one way of writing: a Service of the cluster by name and namespace, anything else by host. */
export function placeOfUrl(url: string | undefined): string | undefined {
  const inside = serviceHost(url)
  if (inside) return `${inside.name}.${inside.namespace}`
  return URL.canParse(url ?? '') ? new URL(url ?? '').hostname.toLowerCase() : undefined
}
