// SPDX-License-Identifier: Apache-2.0
import type { ClusterClient } from '../../cluster/types.ts'
import { clusterProviderConfig } from '../../kinds/crossplane/cluster-provider-config.ts'
import { namespacedProviderConfig } from '../../kinds/crossplane/namespaced-provider-config.ts'
import { providerConfig } from '../../kinds/crossplane/provider-config.ts'
import type { KubeObject } from '../../model/object/resource.ts'
import type { Candidate, Origin } from '../candidate.ts'
import { candidateFromSecret } from './secret-candidate.ts'
import { type DiscoveredClusters, listOrNote, MOST, textAtPath } from './source.ts'

/** Clusters that Crossplane's provider-kubernetes manages, by their kubeconfig Secrets. */
export async function fromProviderConfigs(client: ClusterClient): Promise<DiscoveredClusters> {
  const kinds = [providerConfig, clusterProviderConfig, namespacedProviderConfig]
  const lists = await Promise.all(kinds.map((kind) => listOrNote(client, kind)))
  const configs = lists.flatMap((list) => list.items).slice(0, MOST)
  const [own, others] = [configs.filter(isOwn), configs.filter((config) => !isOwn(config))]
  return {
    candidates: await Promise.all(others.map((config) => candidateOf(client, config))),
    notes: lists.flatMap((list) => list.notes),
    here: own.map(addressOf),
  }
}

/** InjectedIdentity is the provider's own service account: the ProviderConfig refers to its own cluster. */
const isOwn = (config: KubeObject) => textAtPath(config.spec, 'credentials', 'source') === 'InjectedIdentity'

function addressOf({ metadata: { name, namespace } }: KubeObject): string {
  return `ProviderConfig ${namespace === undefined ? '' : `${namespace}/`}${name}`
}

async function candidateOf(client: ClusterClient, config: KubeObject): Promise<Candidate> {
  const { name } = config.metadata
  const named = { name, origin: { type: 'ProviderConfig', text: addressOf(config) } satisfies Origin }
  const credentials = (config.spec as { credentials?: unknown } | undefined)?.credentials
  const source = textAtPath(credentials, 'source')
  const [namespace, secretName] = [
    textAtPath(credentials, 'secretRef', 'namespace'),
    textAtPath(credentials, 'secretRef', 'name'),
  ]
  if (source !== 'Secret' || !namespace || !secretName) {
    return {
      ...named,
      foundIn: named.origin,
      roles: [],
      certain: true,
      refused: `its credentials (source ${source ?? 'unknown'}) cannot be read from outside`,
    }
  }
  const key = textAtPath(credentials, 'secretRef', 'key')
  return candidateFromSecret(client, { namespace, name: secretName, ...(key ? { key } : {}) }, named)
}
