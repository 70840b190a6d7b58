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

/** In minutes: how long a control plane takes to start. */
const STARTUP_MINUTES = 30

/** Services without a catalog entry that use another service's account. */
const WITHOUT_ENTRY: readonly string[] = ['horizon', 'cortex', 'tempest']

export const notInCatalog: Check = {
  id: 'not-in-catalog',
  category: 'identity',
  severity: 'error',
  title: 'Service missing from the Keystone catalog',
  why: 'Each service needs a catalog entry with endpoints, a user and an application credential, all created by K-ORC. One of them is missing: clients cannot find the service, or the service cannot log in.',
  fix: 'Create the missing K-ORC object (Service, Endpoint, User or ApplicationCredential), and find out who deleted it. The objects of another service of the same control plane can serve as an example.',
  byHand: [
    'kubectl --context CONTEXT -n NAMESPACE get services.openstack.k-orc.cloud,endpoints.openstack.k-orc.cloud,users.openstack.k-orc.cloud,applicationcredentials.openstack.k-orc.cloud',
  ],
  modes: ['F113'],
  about: [CONTROL_PLANE],
  beside: [CATALOG_SERVICE, CATALOG_ENDPOINT, USER, CREDENTIAL, ...SERVICE_KINDS],
  *run(context) {
    for (const controlPlane of context.of(CONTROL_PLANE))
      for (const service of registeredServices(context, controlPlane)) {
        const running = context.of(kindName(serviceKind(service))).find((one) => isInSameNamespace(one, controlPlane))
        const missing = missingKinds(context, controlPlane, service)
        if (missing.length === 0 || !running || isYoungerThan(running, STARTUP_MINUTES, context.now)) continue
        yield {
          mode: 'F113',
          subject: running,
          message: `Keystone has no ${missing.join(', no ')} for ${service}`,
          evidence: [
            ...missing.map((kind) => ({
              on: running,
              path: `${kind}.${KORC}`,
              value: `none for ${service} in namespace ${running.namespace}`,
            })),
            withoutDate(conditionProof(running, 'Ready')),
          ],
          next: [kubectl(controlPlane, 'get', missing.map((kind) => `${kind.toLowerCase()}s.${KORC}`).join(','))],
          affects: [controlPlane],
          standsAlone: true,
        }
      }
  },
}

const isInSameNamespace = (one: GraphNode, { cluster, namespace }: GraphNode) =>
  one.cluster === cluster && one.namespace === namespace

/** The services that K-ORC registers. For the released operator, KeystoneServices report what is missing. */
function registeredServices(context: CheckContext, controlPlane: GraphNode): readonly string[] {
  if (
    !controlPlane.object ||
    controlPlane.source !== 'live' ||
    isYoungerThan(controlPlane, STARTUP_MINUTES, context.now)
  )
    return []
  const { dialect, services, korc } = normaliseControlPlane(controlPlane.object)
  const kinds = [CATALOG_SERVICE, CATALOG_ENDPOINT, USER, CREDENTIAL]
  const { cluster, namespace } = controlPlane
  if (dialect === 'E' || !korc.enabled || !isConditionTrue(controlPlane, 'KORCReady')) return []
  if (!kinds.every((kind) => context.isInstalled(kind, cluster) && context.isRead(kind, cluster, namespace))) return []
  return services
    .filter(({ enabled, external, name }) => enabled && !external && KNOWN_SERVICES.includes(name))
    .map(({ name }) => name)
    .filter((name) => !WITHOUT_ENTRY.includes(name))
}

function missingKinds(context: CheckContext, controlPlane: GraphNode, service: string): readonly string[] {
  const inNamespace = (kind: string) => context.of(kind).filter((one) => isInSameNamespace(one, controlPlane))
  const entries = inNamespace(CATALOG_SERVICE).filter((one) => serviceOfEntry(one) === service || isNamed(one, service))
  const endpoints = entries.flatMap((entry) => context.into(entry, CATALOG_ENDPOINT))
  const entry = entries.length === 0 ? ['Service'] : endpoints.length === 0 ? ['Endpoint'] : []
  if (service === 'keystone') return entry
  const users = inNamespace(USER).filter((one) => isNamed(one, service))
  const credentials = inNamespace(CREDENTIAL).filter(
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
