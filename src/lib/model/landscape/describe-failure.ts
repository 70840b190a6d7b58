// SPDX-License-Identifier: Apache-2.0
import type { Failure } from './fault.ts'

/**
 * A failure in one line, without the cluster: "forbidden: list cephclusters.ceph.rook.io in rook-ceph",
 * "list nodes: no answer within 15s". What it was about stands in the line exactly once.
 */
export function describeFailure(failure: Failure): string {
  const about = aboutOf(failure)
  if (failure.onlyIn) return `read only in ${failure.onlyIn.join(', ')}, forbidden elsewhere: ${about}`
  if (failure.fault === 'forbidden') return about === '' ? `forbidden: ${failure.message}` : `forbidden: ${about}`
  if (failure.fault === 'notinstalled') return `not installed: ${failure.message}`
  return about === '' ? failure.message : `${about}: ${failure.message}`
}

function aboutOf({ verb, resource, namespace, name }: Failure): string {
  const what = resource === undefined ? '' : name === undefined ? resource : `${resource}/${name}`
  const where = namespace === undefined ? '' : `in ${namespace}`
  return [verb ?? '', what, where].filter((part) => part !== '').join(' ')
}
