// SPDX-License-Identifier: Apache-2.0
// What Flux says when it does not get on, told apart by what helps.

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

/** It cannot get what it should apply. */
export const isSourceFailing = (node: GraphNode): boolean =>
  conditionOf(node, 'FetchFailed')?.status === 'True' || conditionOf(node, 'StorageOperationFailed')?.status === 'True'

/** Helm tried as often as it may and does not try again by itself. */
export function isExhausted(node: GraphNode): boolean {
  const stalled = conditionOf(node, 'Stalled')
  return stalled?.status === 'True' && ['RetriesExceeded', 'MissingRollbackTarget'].includes(stalled.reason)
}

/** The type that a manifest is of and the cluster does not have. */
export function goneVersion(
  node: GraphNode,
  type = 'Ready',
): { readonly kind: string; readonly version: string } | undefined {
  const condition = conditionOf(node, type)
  if (condition?.status !== 'False') return undefined
  const [, kind, version] = /no matches for kind "([^"]+)" in version "([^"]+)"/.exec(condition.message) ?? []
  return kind && version ? { kind, version } : undefined
}

/** It waits for another one that must be applied before. */
export const isWaitingForOther = (node: GraphNode): boolean =>
  conditionOf(node, 'Ready')?.status === 'False' && conditionOf(node, 'Ready')?.reason === 'DependencyNotReady'

/** Makes Flux look at an object at once, and with resetAt try again what it gave up. */
export function reconcileNow(node: GraphNode, now: number, ...also: readonly string[]): NextStep {
  const resource = `${node.spec?.plural ?? node.kind.toLowerCase()}.${node.group}`
  // Flux compares the values of both, so they have to be the same
  const annotations = ['requestedAt', ...also].map((name) => `reconcile.fluxcd.io/${name}=${Math.floor(now / 1000)}`)
  return kubectl(node, 'annotate', ...objectArgs(resource, node.name), '--overwrite', ...annotations)
}
