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
  title: 'The catalog sends clients to another place than where the service is',
  why: 'Clients ask Keystone for the address of a service. The address in the catalog is not the one the service has, or there are two for the same interface and clients take either. Everything looks well from inside.',
  fix: 'Correct spec.resource.url of the Endpoint to the address of the service, or delete the endpoint that is one too many.',
  byHand: ['kubectl -n NAMESPACE get endpoints.openstack.k-orc.cloud', 'openstack endpoint list --service SERVICE'],
  modes: ['F93'],
  about: [CATALOG_ENDPOINT],
  beside: [CATALOG_SERVICE, CONTROL_PLANE, ...SERVICE_KINDS],
  reasons: ['CatalogEndpointMismatch'],
  *run(sight) {
    const wrong = sight.of(CATALOG_ENDPOINT).flatMap((one) => (isMade(one) ? [...elsewhere(sight, one)] : []))
    yield* wrong
    for (const entry of sight.of(CATALOG_SERVICE)) yield* doubled(sight, entry)
    const explained = wrong.map(({ subject }) => subject)
    yield* externalKeystoneReports(sight, 'F93', /^CatalogEndpointMismatch$/, explained)
  },
}

const URL_PATHS = ['spec.resource.url', 'status.resource.url']
const PUBLIC = ['spec.publicEndpoint', 'spec.gateway.hostname']

const isMade = (endpoint: GraphNode) =>
  isStatusCurrent(endpoint) &&
  conditionOf(endpoint, 'Available')?.status === 'True' &&
  !conditionOf(endpoint, 'Available')?.stale

const interfaceOf = ({ object }: GraphNode) =>
  textAt(object, 'spec.resource.interface') ?? textAt(object, 'spec.import.filter.interface')

function* elsewhere(sight: CheckContext, endpoint: GraphNode): Iterable<CheckFinding> {
  const path = URL_PATHS.find((one) => textAt(endpoint.object, one))
  const [entry] = sight.out(endpoint, CATALOG_SERVICE)
  const service = entry?.object && runningService(sight, entry)
  if (!path || !service || !isStatusCurrent(service)) return
  const place = placeOfUrl(textAt(endpoint.object, path))
  const expected = addressesOf(service, interfaceOf(endpoint))
  if (!place || expected.length === 0 || expected.some((one) => one.place === place)) return
  yield {
    mode: 'F93',
    subject: endpoint,
    message: `the catalog says ${place}, ${service.kind} ${service.name} is at ${expected.map((one) => one.place).join(' or ')}`,
    evidence: [fieldProof(endpoint, path), ...expected.map((one) => fieldProof(service, one.path))],
    next: [getYaml(endpoint)],
    standsAlone: true,
    affects: [service],
  }
}

/** Where a service is to be found: from outside, if it says so, else where it answers inside the cluster. */
function addressesOf({ object }: GraphNode, face: string | undefined): readonly { path: string; place: string }[] {
  const outside = PUBLIC.flatMap((path) => {
    const text = textAt(object, path)
    const place = placeOfUrl(text) ?? text?.toLowerCase()
    return place ? [{ path, place }] : []
  })
  const place = placeOfUrl(textAt(object, 'status.endpoint'))
  const inside = place ? [{ path: 'status.endpoint', place }] : []
  return face === 'public' && outside.length > 0 ? outside : [...outside, ...inside]
}

/** Two entries of one interface: which of them a client takes is chance. */
function* doubled(sight: CheckContext, entry: GraphNode): Iterable<CheckFinding> {
  const made = sight.into(entry, CATALOG_ENDPOINT).filter(isMade)
  for (const [face, those] of Map.groupBy(made, interfaceOf)) {
    const ids = new Set(those.map(({ object }) => textAt(object, 'status.id')))
    const [, second] = those
    if (!face || !second || ids.size < 2) continue
    yield {
      mode: 'F93',
      subject: second,
      message: `service ${entry.name} has ${those.length} ${face} endpoints: ${those.map(({ name }) => name).join(', ')}`,
      evidence: those.flatMap((one) =>
        URL_PATHS.filter((path) => textAt(one.object, path))
          .slice(0, 1)
          .map((path) => fieldProof(one, path)),
      ),
      next: those.map(getYaml),
      standsAlone: true,
    }
  }
}
