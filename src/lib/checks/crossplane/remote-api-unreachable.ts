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
  title: 'Crossplane does not get through to a cluster',
  why: 'No Object that goes through this ProviderConfig gets an answer: the network or its name service is broken, or the cluster sleeps or is down. Nothing is changed there, and what we know of it is old.',
  fix: 'Wake or repair the Shoot if it is one; else look at the network from the management cluster to the address in the kubeconfig: firewall, name service, load balancer.',
  byHand: [
    `kubectl get objects.kubernetes.crossplane.io -o custom-columns='NAME:.metadata.name,CONFIG:.spec.providerConfigRef.name,SYNCED:.status.conditions[?(@.type=="Synced")].message'`,
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
          ? `${isHibernated(shoot) ? 'the cluster is asleep' : 'its API server does not answer'}, and Crossplane does not get through to it`
          : `none of the ${objects.length} Objects that go through it gets an answer: ${failure}`,
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
