// SPDX-License-Identifier: Apache-2.0
// Clusters that controllers of the management cluster cannot get to, as those controllers say it.
import type { CheckContext } from '../../model/check/check.ts'
import { conditionOf } from '../../model/check/evidence.ts'
import type { GraphNode } from '../../model/graph/graph.ts'
import { entriesAt, textAt } from '../../model/object/fields.ts'
import { factsOf, type KubeconfigFacts } from '../../model/secret/secret-facts.ts'
import { OBJECTS, PROVIDER_CONFIGS, syncFailure } from './crossplane.ts'

/** A ProviderConfig that does not lead to its cluster, with everybody who says so. */
export interface NoAccess {
  readonly config: GraphNode
  readonly objects: readonly GraphNode[]
  /** What Flux applies to the same cluster, and cannot. */
  readonly flux: readonly GraphNode[]
  readonly secret?: GraphNode
  readonly kubeconfig?: KubeconfigFacts
}

export const FLUX_APPLIERS: readonly string[] = [
  'Kustomization.kustomize.toolkit.fluxcd.io',
  'HelmRelease.helm.toolkit.fluxcd.io',
]

/** Kinds to declare for it. */
export const ACCESS_INPUTS: readonly string[] = [...OBJECTS, 'Secret', ...FLUX_APPLIERS]

/** The other end said: not with these credentials. */
export const REFUSED =
  /\bUnauthorized\b|must be logged in to the server|provide credentials|certificate has expired or is not yet valid|token (is|has) expired|invalid bearer token/i

/** There was no other end. */
export const UNREACHABLE =
  /dial tcp|i\/o timeout|no such host|connection refused|no route to host|network is unreachable|TLS handshake timeout|context deadline exceeded|Client\.Timeout exceeded/i

/**
 * ProviderConfigs of which every Object that was tried says this. One Object that got through is evidence that the way
 * is open, and that the trouble is that of the others alone.
 */
export function withoutAccess(sight: CheckContext, words: RegExp): readonly NoAccess[] {
  return PROVIDER_CONFIGS.flatMap((kind) => sight.of(kind)).flatMap((config): NoAccess[] => {
    const users = OBJECTS.flatMap((kind) => sight.into(config, kind)).filter(isTried)
    const objects = users.filter((object) => isSaid(syncFailure(object)?.message ?? '', words))
    if (objects.length === 0 || objects.length < users.length) return []
    const [secret] = sight.out(config, 'Secret').filter(({ object }) => object)
    const kubeconfig = kubeconfigFactsOf(secret, textAt(config.object, 'spec.credentials.secretRef.key'))
    const flux = FLUX_APPLIERS.flatMap((kind) => sight.of(kind)).filter(
      (node) => isSaid(conditionOf(node, 'Ready')?.message ?? '', words) && sameServer(sight, node, kubeconfig),
    )
    return [{ config, objects, flux, ...(secret ? { secret } : {}), ...(kubeconfig ? { kubeconfig } : {}) }]
  })
}

/** A cluster whose webhook cannot be reached has been reached itself. */
const isSaid = (message: string, words: RegExp) => words.test(message) && !/failed calling webhook/i.test(message)

const isTried = (object: GraphNode) => {
  const synced = conditionOf(object, 'Synced')
  return synced !== undefined && synced.reason !== 'ReconcilePaused'
}

const sameServer = (sight: CheckContext, node: GraphNode, known: KubeconfigFacts | undefined) =>
  known?.server !== undefined && fluxKubeconfig(sight, node)?.server === known.server

/** What is told of the kubeconfig that Flux uses for an object. */
export function fluxKubeconfig(sight: CheckContext, node: GraphNode): KubeconfigFacts | undefined {
  const [secret] = sight.out(node, 'Secret').filter(({ object }) => object)
  const key = textAt(node.object, 'spec.kubeConfig.secretRef.key')
  return [key, 'value', 'value.yaml']
    .map((name) => kubeconfigFactsOf(secret, name))
    .find((facts) => facts !== undefined)
}

export const kubeconfigFactsOf = (
  secret: GraphNode | undefined,
  key: string | undefined,
): KubeconfigFacts | undefined => (key === undefined ? undefined : factsOf(secret?.object, key)?.kubeconfig)

/** The end of the credentials in a kubeconfig, as evidence; nothing when they do not say. */
export function expiryOf(facts: KubeconfigFacts | undefined): readonly (readonly [string, string])[] {
  return entriesAt({ facts }, 'facts').flatMap(([name, value]) =>
    typeof value === 'string' && (name === 'notAfter' || name === 'tokenExpires')
      ? [[name === 'notAfter' ? 'certificate' : 'token', value] as const]
      : [],
  )
}
