// SPDX-License-Identifier: Apache-2.0
import type { Check } from '../../model/check/check.ts'
import { conditionOf, conditionProof, fieldProof } from '../../model/check/evidence.ts'
import { c5c3, describe } from '../../model/check/next-step.ts'
import type { GraphNode } from '../../model/graph/graph.ts'
import { flagAt, listAt, textAt } from '../../model/object/fields.ts'
import { conditionEvidence, PROVIDER_CONFIGS, syncFailure } from '../shared/crossplane.ts'
import { ACCESS_INPUTS, type NoAccess, UNREACHABLE, withoutAccess } from '../shared/kubeconfig-access.ts'

export const remoteApiUnreachable: Check = {
  id: 'remote-api-unreachable',
  category: 'crossplane',
  severity: 'error',
  title: 'Crossplane cannot reach a cluster',
  why: 'All requests of this ProviderConfig time out or fail: the network or DNS is broken, or the cluster is hibernated or down. Nothing is updated there, and the observed state is out of date.',
  fix: 'If it is a hibernated Shoot, wake it up. Otherwise check the network from the management cluster to the address in the kubeconfig: firewall, DNS, load balancer.',
  byHand: [
    `kubectl --context MANAGEMENT get objects.kubernetes.crossplane.io -o custom-columns='NAME:.metadata.name,CONFIG:.spec.providerConfigRef.name,SYNCED:.status.conditions[?(@.type=="Synced")].message'`,
    "kubectl --context GARDEN -n NAMESPACE get shoot NAME -o jsonpath='{.status.hibernated}'",
  ],
  modes: ['F05'],
  about: PROVIDER_CONFIGS,
  beside: [...ACCESS_INPUTS, 'Shoot.core.gardener.cloud'],
  *run(context) {
    for (const access of withoutAccess(context, UNREACHABLE)) {
      const { config, objects, flux } = access
      const shoot = context.of('Shoot.core.gardener.cloud').find((one) => isShootOf(one, access) && isDown(one))
      const [first] = objects
      const failure = first ? (FAILURE_TEXT.exec(syncFailure(first)?.message ?? '')?.[0] ?? '') : ''
      yield {
        mode: 'F05',
        subject: shoot ?? config,
        message: shoot
          ? `${isHibernated(shoot) ? 'the cluster is hibernated' : 'its API server does not respond'}, and Crossplane cannot reach it`
          : `all ${objects.length} Objects that use it fail: ${failure}`,
        evidence: [
          ...(shoot ? shootProofs(shoot) : []),
          fieldProof(config, 'spec.credentials.secretRef.name'),
          ...conditionEvidence(objects, 'Synced'),
          ...conditionEvidence(flux, 'Ready'),
        ],
        next: [...(shoot ? [describe(config)] : []), c5c3('contexts', 'check')],
        affects: [config, ...objects, ...flux].filter((node) => node !== (shoot ?? config)),
      }
    }
  },
}

/** From the error itself to the end: the text before it only names the failed step. */
const FAILURE_TEXT = new RegExp(`(${UNREACHABLE.source})[\\s\\S]*`, 'i')

const isHibernated = ({ object }: GraphNode) => flagAt(object, 'status.hibernated') === true

const isDown = (shoot: GraphNode) => isHibernated(shoot) || conditionOf(shoot, 'APIServerAvailable')?.status === 'False'

/** The kubeconfig points to an address of the Shoot, or the ProviderConfig has the name of the Shoot. */
function isShootOf(shoot: GraphNode, { config, kubeconfig }: NoAccess): boolean {
  const hosts = listAt(shoot.object, 'status.advertisedAddresses').map(
    (address) => URL.parse(textAt(address, 'url') ?? '')?.host,
  )
  const server = kubeconfig?.server?.replace(/:443$/, '')
  return shoot.name === config.name || (server !== undefined && hosts.includes(server))
}

const shootProofs = (shoot: GraphNode) => [
  ...(isHibernated(shoot) ? [fieldProof(shoot, 'status.hibernated')] : []),
  ...(conditionOf(shoot, 'APIServerAvailable') ? [conditionProof(shoot, 'APIServerAvailable')] : []),
]
