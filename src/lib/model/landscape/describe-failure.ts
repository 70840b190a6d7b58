// SPDX-License-Identifier: Apache-2.0
import type { Failure } from './fault.ts'

/**
 * A failure in one line, without the cluster: "forbidden: list cephclusters.ceph.rook.io in rook-ceph", "list nodes: no
 * answer within 15s". Names the request exactly once.
 */
export function describeFailure(failure: Failure): string {
  const request = describeRequest(failure)
  if (failure.onlyIn) return `read only in ${failure.onlyIn.join(', ')}, forbidden elsewhere: ${request}`
  if (failure.fault === 'forbidden') return request === '' ? `forbidden: ${failure.message}` : `forbidden: ${request}`
  if (failure.fault === 'notinstalled') return `not installed: ${failure.message}`
  return request === '' ? failure.message : `${request}: ${failure.message}`
}

function describeRequest({ verb, resource, namespace, name }: Failure): string {
  const object = resource === undefined ? '' : name === undefined ? resource : `${resource}/${name}`
  const scope = namespace === undefined ? '' : `in ${namespace}`
  return [verb ?? '', object, scope].filter((part) => part !== '').join(' ')
}
