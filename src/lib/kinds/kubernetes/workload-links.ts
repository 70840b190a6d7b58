// SPDX-License-Identifier: Apache-2.0
import type { Link } from '../../model/graph/link.ts'
import { inNamespace } from '../../model/object/reference.ts'
import type { KubeObject } from '../../model/object/resource.ts'

const WORKLOADS: Readonly<Record<string, string>> = {
  Deployment: 'apps',
  ReplicaSet: 'apps',
  StatefulSet: 'apps',
  DaemonSet: 'apps',
  Job: 'batch',
}

/** From the workload that owns the object: the workload counts its Pods itself, so they only explain its state. */
export function workloadLinks({ metadata: { ownerReferences, namespace } }: KubeObject): readonly Link[] {
  if (!Array.isArray(ownerReferences)) return []
  return ownerReferences.flatMap((owner): Link[] => {
    const { kind, name, uid } = owner ?? {}
    const group = typeof kind === 'string' && Object.hasOwn(WORKLOADS, kind) ? WORKLOADS[kind] : undefined
    if (group === undefined || typeof kind !== 'string' || typeof name !== 'string') return []
    const to = { where: 'here', group, kind, name, ...inNamespace(namespace) } as const
    return [
      {
        rel: 'owns',
        to: typeof uid === 'string' ? { ...to, uid } : to,
        path: 'metadata.ownerReferences',
        reverse: true,
        optional: true,
        weak: 'explains',
      },
    ]
  })
}
