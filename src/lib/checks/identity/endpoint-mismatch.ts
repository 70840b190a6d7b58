// SPDX-License-Identifier: Apache-2.0

import { CONTROL_PLANE, SERVICE_KINDS } from '../../kinds/openstack/conditions.ts'
import { isStatusCurrent } from '../../model/check/age.ts'
import type { Check, CheckContext, CheckFinding } from '../../model/check/check.ts'
import { conditionOf, fieldProof } from '../../model/check/evidence.ts'
import { getYaml } from '../../model/check/next-step.ts'
import type { GraphNode } from '../../model/graph/graph.ts'
import { textAt } from '../../model/object/fields.ts'
import { externalKeystoneReports } from '../shared/external-keystone.ts'
import { CATALOG_ENDPOINT, CATALOG_SERVICE, placeOfUrl, runningService } from '../shared/keystone-catalog.ts'

export const endpointMismatch: Check = {
  id: 'endpoint-mismatch',
  category: 'identity',
  severity: 'error',
  effect: 'degrades',
  title: 'Catalog endpoint does not match the service',
  why: 'Clients get the address of a service from the Keystone catalog. The address there differs from that of the service, or the interface has two endpoints and clients use either. Inside the cluster everything looks healthy.',
  fix: 'Correct spec.resource.url of the Endpoint. If an interface has two endpoints, check which one clients need before you delete the other.',
  byHand: [
    'kubectl --context CONTEXT -n NAMESPACE get endpoints.openstack.k-orc.cloud',
    'openstack endpoint list --service SERVICE',
  ],
  modes: ['F93'],
  about: [CATALOG_ENDPOINT],
  beside: [CATALOG_SERVICE, CONTROL_PLANE, ...SERVICE_KINDS],
  reasons: ['CatalogEndpointMismatch'],
  *run(context) {
    const mismatches = context
      .of(CATALOG_ENDPOINT)
      .flatMap((one) => (isAvailable(one) ? [...findMismatch(context, one)] : []))
    yield* mismatches
    for (const entry of context.of(CATALOG_SERVICE)) yield* findDuplicates(context, entry)
    const explained = mismatches.map(({ subject }) => subject)
    yield* externalKeystoneReports(context, 'F93', /^CatalogEndpointMismatch$/, explained)
  },
}

const URL_PATHS = ['spec.resource.url', 'status.resource.url']
const PUBLIC = ['spec.publicEndpoint', 'spec.gateway.hostname']

const isAvailable = (endpoint: GraphNode) =>
  isStatusCurrent(endpoint) &&
  conditionOf(endpoint, 'Available')?.status === 'True' &&
  !conditionOf(endpoint, 'Available')?.stale

const interfaceOf = ({ object }: GraphNode) =>
  textAt(object, 'spec.resource.interface') ?? textAt(object, 'spec.import.filter.interface')

function* findMismatch(context: CheckContext, endpoint: GraphNode): Iterable<CheckFinding> {
  const path = URL_PATHS.find((url) => textAt(endpoint.object, url))
  const [entry] = context.out(endpoint, CATALOG_SERVICE)
  const service = entry?.object && runningService(context, entry)
  if (!path || !service || !isStatusCurrent(service)) return
  const host = placeOfUrl(textAt(endpoint.object, path))
  const expected = addressesOf(service, interfaceOf(endpoint))
  if (!host || expected.length === 0 || expected.some((one) => one.host === host)) return
  yield {
    mode: 'F93',
    subject: endpoint,
    message: `the catalog has ${host}, ${service.kind} ${service.name} is at ${expected.map((one) => one.host).join(' or ')}`,
    evidence: [fieldProof(endpoint, path), ...expected.map((one) => fieldProof(service, one.path))],
    next: [getYaml(endpoint)],
    standsAlone: true,
    affects: [service],
  }
}

/** The public addresses of a service; unless only those are meant, also its address inside the cluster. */
function addressesOf(
  { object }: GraphNode,
  endpointInterface: string | undefined,
): readonly { path: string; host: string }[] {
  const publicAddresses = PUBLIC.flatMap((path) => {
    const text = textAt(object, path)
    const host = placeOfUrl(text) ?? text?.toLowerCase()
    return host ? [{ path, host }] : []
  })
  const host = placeOfUrl(textAt(object, 'status.endpoint'))
  const internalAddresses = host ? [{ path: 'status.endpoint', host }] : []
  return endpointInterface === 'public' && publicAddresses.length > 0
    ? publicAddresses
    : [...publicAddresses, ...internalAddresses]
}

/** Two endpoints of one interface: which one a client uses is undefined. */
function* findDuplicates(context: CheckContext, entry: GraphNode): Iterable<CheckFinding> {
  const endpoints = context.into(entry, CATALOG_ENDPOINT).filter(isAvailable)
  for (const [endpointInterface, duplicates] of Map.groupBy(endpoints, interfaceOf)) {
    const ids = new Set(duplicates.map(({ object }) => textAt(object, 'status.id')))
    const [, second] = duplicates
    if (!endpointInterface || !second || ids.size < 2) continue
    yield {
      mode: 'F93',
      subject: second,
      message: `service ${entry.name} has ${duplicates.length} ${endpointInterface} endpoints: ${duplicates.map(({ name }) => name).join(', ')}`,
      evidence: duplicates.flatMap((endpoint) =>
        URL_PATHS.filter((path) => textAt(endpoint.object, path))
          .slice(0, 1)
          .map((path) => fieldProof(endpoint, path)),
      ),
      next: duplicates.map(getYaml),
      standsAlone: true,
    }
  }
}
