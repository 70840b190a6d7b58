// SPDX-License-Identifier: Apache-2.0
import { ClusterError } from '../../cluster/failure.ts'
import type { ClusterClient } from '../../cluster/types.ts'
import { secret } from '../../kinds/kubernetes/secret.ts'
import { candidateFrom } from './secret-candidate.ts'
import { type DiscoveredClusters, MOST, NOTHING } from './source.ts'

export async function fromRegistrations(client: ClusterClient): Promise<DiscoveredClusters> {
  try {
    const { items } = await client.list(secret, { namespace: NAMESPACE, labelSelector: LABEL })
    const candidates = items.slice(0, MOST).map((object) => {
      const { name } = object.metadata
      return candidateFrom(
        object,
        { namespace: NAMESPACE, name },
        { name, origin: { type: 'registration', text: `registration ${name}` } },
      )
    })
    return { candidates: await Promise.all(candidates), notes: [] }
  } catch (error) {
    if (!(error instanceof ClusterError)) throw error
    if (error.failure.fault === 'notfound') return NOTHING
    return { candidates: [], notes: [`registered clusters were not looked for: ${error.failure.message}`] }
  }
}

/** Namespace and label of the kubeconfig Secrets in which CobaltCore's operator stores its target clusters. */
const NAMESPACE = 'c5c3-clusters'
const LABEL = 'sigs.k8s.io/multicluster-runtime-kubeconfig=true'
