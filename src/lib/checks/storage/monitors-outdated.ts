// SPDX-License-Identifier: Apache-2.0

import { normaliseControlPlane } from '../../kinds/c5c3-operator/spec.ts'
import type { Check, CheckContext } from '../../model/check/check.ts'
import { kubectl } from '../../model/check/next-step.ts'
import type { GraphNode } from '../../model/graph/graph.ts'
import { textAt } from '../../model/object/fields.ts'
import { objectArgs } from '../../model/text/command.ts'
import { CEPH } from '../shared/ceph-health.ts'

const CONTROL_PLANE = 'ControlPlane.c5c3.io'

export const monitorsOutdated: Check = {
  id: 'monitors-outdated',
  category: 'storage',
  severity: 'warning',
  title: 'Ceph monitor addresses in the control plane are out of date',
  why: 'Rook moved a monitor to another host, which changed its address. As long as one address is still valid, the services find Ceph; when none is, no volume and no image can be opened.',
  fix: 'Write the current addresses to the ControlPlane, or to the Composition that renders it.',
  byHand: [
    "kubectl --context STORAGE -n rook-ceph get configmap rook-ceph-mon-endpoints -o jsonpath='{.data.data}'",
    "kubectl --context CONTROL-PLANE -n NAMESPACE get controlplane NAME -o jsonpath='{.spec.storage.ceph.monitors}'",
  ],
  modes: ['F47'],
  about: [CONTROL_PLANE],
  beside: [CEPH, 'ConfigMap'],
  clusters: ['control-plane', 'storage'],
  *run(context) {
    for (const plane of context.of(CONTROL_PLANE)) {
      if (!plane.object || plane.object.metadata.deletionTimestamp) continue
      const { ceph, pools } = normaliseControlPlane(plane.object)
      const lists = endpointsOf(context, pools.storage)
      if (ceph.monitors.length === 0 || !lists) continue
      const current = new Set(lists.flatMap(({ hosts }) => hosts))
      const outdated = ceph.monitors.filter((address) => isAddress(hostOf(address)) && !current.has(hostOf(address)))
      // Host names cannot be compared with addresses.
      if (outdated.length === 0 || ![...current].some(isAddress)) continue
      const outOfQuorum = lists.filter(({ map }) => textAt(map.object, 'data.outOfQuorum'))
      yield {
        mode: 'F47',
        subject: plane,
        message:
          outdated.length === ceph.monitors.length
            ? 'none of its monitor addresses is a current Ceph monitor'
            : `${outdated.join(', ')} ${outdated.length === 1 ? 'is no longer a monitor' : 'are no longer monitors'} of Ceph`,
        evidence: [
          { on: plane, path: 'spec.storage.ceph.monitors', value: ceph.monitors.join(', ') },
          ...lists.map(({ map }) => ({ on: map, path: 'data.data', value: textAt(map.object, 'data.data') ?? '' })),
          ...outOfQuorum.map(({ map }) => ({
            on: map,
            path: 'data.outOfQuorum',
            value: textAt(map.object, 'data.outOfQuorum') ?? '',
          })),
        ],
        standsAlone: true,
        ...(outdated.length === ceph.monitors.length ? { severity: 'error' as const } : {}),
        next: lists.map(({ map }) =>
          kubectl(map, 'get', ...objectArgs('configmap', map.name), '-o', 'jsonpath={.data.data}'),
        ),
      }
    }
  },
}

interface Endpoints {
  readonly map: GraphNode
  readonly hosts: readonly string[]
}

/** The monitors of a control plane's storage pools; undefined unless all of them are known. */
function endpointsOf(context: CheckContext, storage: readonly string[]): readonly Endpoints[] | undefined {
  const lists = context.of(CEPH).flatMap((ceph) => {
    const names = ceph.cluster.cluster.roles.flatMap(({ role, name }) => (role === 'storage' && name ? [name] : []))
    const map = context.out(ceph, 'ConfigMap').find(({ source }) => source === 'live')
    return map ? [{ map, names, hosts: hostsIn(textAt(map.object, 'data.data') ?? '') }] : []
  })
  if (storage.length === 0 || !storage.every((pool) => lists.some(({ names }) => names.includes(pool))))
    return undefined
  return lists.filter(({ names }) => names.some((name) => storage.includes(name)))
}

/** a=10.0.0.1:6789,b=[fd00::2]:3300 */
const hostsIn = (list: string): readonly string[] =>
  list.split(',').flatMap((entry) => {
    const address = entry.slice(entry.indexOf('=') + 1).trim()
    return address === '' ? [] : [hostOf(address)]
  })

/** Drops the port, which depends on the protocol: v1 uses 6789, v2 3300. */
const hostOf = (address: string): string =>
  address
    .replace(/^v\d:/, '')
    .replace(/:\d+$/, '')
    .replace(/^\[|\]$/g, '')

const isAddress = (host: string): boolean => /^\d+(\.\d+){3}$/.test(host) || host.includes(':')
