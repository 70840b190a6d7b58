// SPDX-License-Identifier: Apache-2.0
import type { ClusterClient } from '../../cluster/types.ts'
import { helmRelease } from '../../kinds/flux/helm-release.ts'
import { kustomization } from '../../kinds/flux/kustomization.ts'
import { candidateFromSecret, type SecretReference } from './secret-candidate.ts'
import { type DiscoveredClusters, listOrNote, MOST, textAtPath } from './source.ts'

/** Remote clusters of Flux: spec.kubeConfig.secretRef of Kustomizations and HelmReleases, each Secret once. */
export async function fromFlux(client: ClusterClient): Promise<DiscoveredClusters> {
  const lists = await Promise.all([listOrNote(client, kustomization), listOrNote(client, helmRelease)])
  const secrets = new Map<string, SecretReference>()
  for (const { metadata, spec } of lists.flatMap((list) => list.items)) {
    const name = textAtPath(spec, 'kubeConfig', 'secretRef', 'name')
    const key = textAtPath(spec, 'kubeConfig', 'secretRef', 'key')
    const namespace = metadata.namespace
    if (name && namespace) secrets.set(`${namespace}/${name}`, { namespace, name, ...(key ? { key } : {}) })
  }
  const candidates = [...secrets.values()].slice(0, MOST).map((reference) =>
    candidateFromSecret(client, reference, {
      name: reference.name.replace(/-kubeconfig$/, ''),
      origin: { type: 'Flux', text: `Flux Secret ${reference.namespace}/${reference.name}` },
    }),
  )
  const notes = [...lists.flatMap((list) => list.notes), ...workloadIdentityNotes(lists.flatMap((list) => list.items))]
  return { candidates: await Promise.all(candidates), notes }
}

/** A ConfigMap has an address and no credentials that this tool could use: the user has to name the cluster. */
function workloadIdentityNotes(items: readonly FluxItem[]): readonly string[] {
  const names = items.flatMap(({ metadata, spec }) => {
    const name = textAtPath(spec, 'kubeConfig', 'configMapRef', 'name')
    return name && metadata.namespace ? [`${metadata.namespace}/${name}`] : []
  })
  return [...new Set(names)].map(
    (name) =>
      `Flux ConfigMap ${name}: the cluster is reached by workload identity; name a context for it in the profile`,
  )
}

type FluxItem = Awaited<ReturnType<typeof listOrNote>>['items'][number]
