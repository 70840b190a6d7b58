// SPDX-License-Identifier: Apache-2.0

import { normaliseControlPlane } from '../../kinds/c5c3-operator/spec.ts'
import { KORC } from '../../kinds/korc/health-and-links.ts'
import { CONTROL_PLANE, isConditionTrue, SERVICE_KINDS } from '../../kinds/openstack/conditions.ts'
import { KNOWN_SERVICES, serviceKind } from '../../kinds/openstack/service.ts'
import { isYoungerThan } from '../../model/check/age.ts'
import type { Check, CheckContext } from '../../model/check/check.ts'
import { conditionProof, withoutDate } from '../../model/check/evidence.ts'
import { kubectl } from '../../model/check/next-step.ts'
import type { GraphNode } from '../../model/graph/graph.ts'
import { kindName } from '../../model/graph/kind.ts'
import { textAt } from '../../model/object/fields.ts'
import { CATALOG_ENDPOINT, CATALOG_SERVICE, serviceOfEntry } from '../shared/keystone-catalog.ts'

const USER = `User.${KORC}`
const CREDENTIAL = `ApplicationCredential.${KORC}`

/** A control plane takes up to half an hour to come up. */
const PATIENCE = 30

/** Services that are not in the catalog and log in with somebody else's account. */
const WITHOUT_ENTRY: readonly string[] = ['horizon', 'cortex', 'tempest']

export const notInCatalog: Check = {
  id: 'not-in-catalog',
  category: 'identity',
  severity: 'error',
  title: 'A service runs and Keystone does not know it',
  why: 'Each service needs an entry in the catalog with endpoints, a user and an application credential, all made by K-ORC. One of them is missing: clients do not find the service, or the service cannot log in.',
  fix: 'Make the missing K-ORC object (Service, Endpoint, User or ApplicationCredential), or find out who deleted it. The objects of another service of the same control plane show how it is written.',
  byHand: [
    'kubectl -n NAMESPACE get services.openstack.k-orc.cloud,endpoints.openstack.k-orc.cloud,users.openstack.k-orc.cloud,applicationcredentials.openstack.k-orc.cloud',
  ],
  modes: ['F113'],
  about: [CONTROL_PLANE],
  beside: [CATALOG_SERVICE, CATALOG_ENDPOINT, USER, CREDENTIAL, ...SERVICE_KINDS],
  *run(sight) {
    for (const controlPlane of sight.of(CONTROL_PLANE))
      for (const service of registered(sight, controlPlane)) {
        const running = sight.of(kindName(serviceKind(service))).find((one) => isBeside(one, controlPlane))
        const lacks = lackingOf(sight, controlPlane, service)
        if (lacks.length === 0 || !running || isYoungerThan(running, PATIENCE, sight.now)) continue
        yield {
          mode: 'F113',
          subject: running,
          message: `Keystone has no ${lacks.join(', no ')} for ${service}`,
          evidence: [
            ...lacks.map((kind) => ({
              on: running,
              path: `${kind}.${KORC}`,
              value: `none for ${service} in namespace ${running.namespace}`,
            })),
            withoutDate(conditionProof(running, 'Ready')),
          ],
          next: [kubectl(controlPlane, 'get', lacks.map((kind) => `${kind.toLowerCase()}s.${KORC}`).join(','))],
          affects: [controlPlane],
          standsAlone: true,
        }
      }
  },
}

const isBeside = (one: GraphNode, { cluster, namespace }: GraphNode) =>
  one.cluster === cluster && one.namespace === namespace

/**
 * The services a control plane has K-ORC register. The released operator has a KeystoneService for each, which tells
 * itself what is missing.
 */
function registered(sight: CheckContext, controlPlane: GraphNode): readonly string[] {
  if (!controlPlane.object || controlPlane.source !== 'live' || isYoungerThan(controlPlane, PATIENCE, sight.now))
    return []
  const { dialect, services, korc } = normaliseControlPlane(controlPlane.object)
  const kinds = [CATALOG_SERVICE, CATALOG_ENDPOINT, USER, CREDENTIAL]
  const { cluster, namespace } = controlPlane
  if (dialect === 'E' || !korc.enabled || !isConditionTrue(controlPlane, 'KORCReady')) return []
  if (!kinds.every((kind) => sight.isInstalled(kind, cluster) && sight.isRead(kind, cluster, namespace))) return []
  return services
    .filter(({ enabled, external, name }) => enabled && !external && KNOWN_SERVICES.includes(name))
    .map(({ name }) => name)
    .filter((name) => !WITHOUT_ENTRY.includes(name))
}

function lackingOf(sight: CheckContext, controlPlane: GraphNode, service: string): readonly string[] {
  const here = (kind: string) => sight.of(kind).filter((one) => isBeside(one, controlPlane))
  const entries = here(CATALOG_SERVICE).filter((one) => serviceOfEntry(one) === service || isNamed(one, service))
  const endpoints = entries.flatMap((entry) => sight.into(entry, CATALOG_ENDPOINT))
  const entry = entries.length === 0 ? ['Service'] : endpoints.length === 0 ? ['Endpoint'] : []
  if (service === 'keystone') return entry
  const users = here(USER).filter((one) => isNamed(one, service))
  const credentials = here(CREDENTIAL).filter(
    (one) => isNamed(one, service) || users.some(({ name }) => name === textAt(one.object, 'spec.resource.userRef')),
  )
  return [
    ...entry,
    ...(users.length === 0 ? ['User'] : []),
    ...(credentials.length === 0 ? ['ApplicationCredential'] : []),
  ]
}

const isNamed = ({ name, object }: GraphNode, service: string) =>
  name === service ||
  textAt(object, 'spec.resource.name') === service ||
  textAt(object, 'spec.import.filter.name') === service
