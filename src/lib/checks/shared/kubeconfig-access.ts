// SPDX-License-Identifier: Apache-2.0
// Clusters that controllers of the management cluster cannot access, according to their conditions.
import type { CheckContext } from '../../model/check/check.ts'
import { conditionOf } from '../../model/check/evidence.ts'
import type { GraphNode } from '../../model/graph/graph.ts'
import { entriesAt, textAt } from '../../model/object/fields.ts'
import { factsOf, type KubeconfigFacts } from '../../model/secret/secret-facts.ts'
import { OBJECTS, PROVIDER_CONFIGS, syncFailure } from './crossplane.ts'

/** A ProviderConfig that gives no access to its cluster, with the objects that report it. */
export interface NoAccess {
  readonly config: GraphNode
  readonly objects: readonly GraphNode[]
  /** Flux objects for the same cluster that fail, too. */
  readonly flux: readonly GraphNode[]
  readonly secret?: GraphNode
  readonly kubeconfig?: KubeconfigFacts
}

const FLUX_APPLIERS: readonly string[] = [
  'Kustomization.kustomize.toolkit.fluxcd.io',
  'HelmRelease.helm.toolkit.fluxcd.io',
]

export const ACCESS_INPUTS: readonly string[] = [...OBJECTS, 'Secret', ...FLUX_APPLIERS]

export const REFUSED =
  /\bUnauthorized\b|must be logged in to the server|provide credentials|certificate has expired or is not yet valid|token (is|has) expired|invalid bearer token/i

export const UNREACHABLE =
  /dial tcp|i\/o timeout|no such host|connection refused|no route to host|network is unreachable|TLS handshake timeout|context deadline exceeded|Client\.Timeout exceeded/i

/** ProviderConfigs for which every Object fails like this. A single Object that succeeds proves access. */
export function withoutAccess(context: CheckContext, pattern: RegExp): readonly NoAccess[] {
  return PROVIDER_CONFIGS.flatMap((kind) => context.of(kind)).flatMap((config): NoAccess[] => {
    const users = OBJECTS.flatMap((kind) => context.into(config, kind)).filter(isReconciled)
    const objects = users.filter((object) => matchesFailure(syncFailure(object)?.message ?? '', pattern))
    if (objects.length === 0 || objects.length < users.length) return []
    const [secret] = context.out(config, 'Secret').filter(({ object }) => object)
    const kubeconfig = kubeconfigFactsOf(secret, textAt(config.object, 'spec.credentials.secretRef.key'))
    const flux = FLUX_APPLIERS.flatMap((kind) => context.of(kind)).filter(
      (node) =>
        matchesFailure(conditionOf(node, 'Ready')?.message ?? '', pattern) && hasSameServer(context, node, kubeconfig),
    )
    return [{ config, objects, flux, ...(secret ? { secret } : {}), ...(kubeconfig ? { kubeconfig } : {}) }]
  })
}

/** If a webhook of the cluster is unreachable, the cluster itself was reached. */
const matchesFailure = (message: string, pattern: RegExp) =>
  pattern.test(message) && !/failed calling webhook/i.test(message)

const isReconciled = (object: GraphNode) => {
  const synced = conditionOf(object, 'Synced')
  return synced !== undefined && synced.reason !== 'ReconcilePaused'
}

const hasSameServer = (context: CheckContext, node: GraphNode, kubeconfig: KubeconfigFacts | undefined) =>
  kubeconfig?.server !== undefined && fluxKubeconfig(context, node)?.server === kubeconfig.server

function fluxKubeconfig(context: CheckContext, node: GraphNode): KubeconfigFacts | undefined {
  const [secret] = context.out(node, 'Secret').filter(({ object }) => object)
  const key = textAt(node.object, 'spec.kubeConfig.secretRef.key')
  return [key, 'value', 'value.yaml']
    .map((name) => kubeconfigFactsOf(secret, name))
    .find((facts) => facts !== undefined)
}

export const kubeconfigFactsOf = (
  secret: GraphNode | undefined,
  key: string | undefined,
): KubeconfigFacts | undefined => (key === undefined ? undefined : factsOf(secret?.object, key)?.kubeconfig)

/** Expiry of the credentials in a kubeconfig; empty if they have none. */
export function expiryOf(facts: KubeconfigFacts | undefined): readonly (readonly [string, string])[] {
  return entriesAt({ facts }, 'facts').flatMap(([name, value]) =>
    typeof value === 'string' && (name === 'notAfter' || name === 'tokenExpires')
      ? [[name === 'notAfter' ? 'certificate' : 'token', value] as const]
      : [],
  )
}
