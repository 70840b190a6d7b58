// SPDX-License-Identifier: Apache-2.0
// Failures of Flux objects, distinguished by their fix.

import { conditionOf } from '../../model/check/evidence.ts'
import { kubectl, type NextStep } from '../../model/check/next-step.ts'
import type { GraphNode } from '../../model/graph/graph.ts'
import { objectArgs } from '../../model/text/command.ts'

export const SOURCES: readonly string[] = [
  'GitRepository.source.toolkit.fluxcd.io',
  'OCIRepository.source.toolkit.fluxcd.io',
  'HelmRepository.source.toolkit.fluxcd.io',
  'HelmChart.source.toolkit.fluxcd.io',
  'Bucket.source.toolkit.fluxcd.io',
  'ExternalArtifact.source.toolkit.fluxcd.io',
]

export const APPLIERS: readonly string[] = [
  'Kustomization.kustomize.toolkit.fluxcd.io',
  'HelmRelease.helm.toolkit.fluxcd.io',
]

export const isSourceFailing = (node: GraphNode): boolean =>
  conditionOf(node, 'FetchFailed')?.status === 'True' || conditionOf(node, 'StorageOperationFailed')?.status === 'True'

/** Helm has used up its retries and does not try again by itself. */
export function isExhausted(node: GraphNode): boolean {
  const stalled = conditionOf(node, 'Stalled')
  return stalled?.status === 'True' && ['RetriesExceeded', 'MissingRollbackTarget'].includes(stalled.reason)
}

export function goneVersion(
  node: GraphNode,
  type = 'Ready',
): { readonly kind: string; readonly version: string } | undefined {
  const condition = conditionOf(node, type)
  if (condition?.status !== 'False') return undefined
  const [, kind, version] = /no matches for kind "([^"]+)" in version "([^"]+)"/.exec(condition.message) ?? []
  return kind && version ? { kind, version } : undefined
}

/** Blocked by another object that must be applied first. */
export const isWaitingForOther = (node: GraphNode): boolean =>
  conditionOf(node, 'Ready')?.status === 'False' && conditionOf(node, 'Ready')?.reason === 'DependencyNotReady'

/** Makes Flux reconcile an object now and, with resetAt, retry after it gave up. */
export function reconcileNow(node: GraphNode, now: number, ...extraAnnotations: readonly string[]): NextStep {
  const resource = `${node.spec?.plural ?? node.kind.toLowerCase()}.${node.group}`
  // Flux compares the values of both annotations, so they must be equal
  const annotations = ['requestedAt', ...extraAnnotations].map(
    (name) => `reconcile.fluxcd.io/${name}=${Math.floor(now / 1000)}`,
  )
  return kubectl(node, 'annotate', ...objectArgs(resource, node.name), '--overwrite', ...annotations)
}
