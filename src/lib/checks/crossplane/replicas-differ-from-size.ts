// SPDX-License-Identifier: Apache-2.0

import { normaliseControlPlane } from '../../kinds/c5c3-operator/spec.ts'
import { type Sized, sizeOf } from '../../kinds/claims/claim-sizes.ts'
import type { Check, FindingEvidence } from '../../model/check/check.ts'
import { fieldProof } from '../../model/check/evidence.ts'
import { getYaml } from '../../model/check/next-step.ts'
import type { GraphNode } from '../../model/graph/graph.ts'
import { countAt, textAt } from '../../model/object/fields.ts'
import { OBJECTS, rendersKind, TENANTS, tenantObjects } from '../shared/crossplane.ts'

const CONTROL_PLANE = 'ControlPlane.c5c3.io'
const MARIADB = 'MariaDB.k8s.mariadb.com'
const KEYSTONE = 'Keystone.keystone.openstack.c5c3.io'

export const replicasDifferFromSize: Check = {
  id: 'replicas-differ-from-size',
  category: 'crossplane',
  severity: 'warning',
  title: 'Replica count does not match the size of the claim',
  why: 'The count was changed by hand, or the Composition maps the size to other values. The tenant has less capacity than ordered, or pays for more.',
  fix: 'Revert the override, or set the size of the claim to the intended one.',
  byHand: [
    "kubectl --context MANAGEMENT -n NAMESPACE get openstackclusters.c5c3.io NAME -o jsonpath='{.spec.size}'",
    'kubectl --context CONTROL-PLANE -n NAMESPACE get controlplanes.c5c3.io NAME -o yaml',
  ],
  modes: ['F114'],
  about: TENANTS,
  beside: [...OBJECTS, CONTROL_PLANE, MARIADB, KEYSTONE],
  clusters: ['management', 'control-plane'],
  *run(context) {
    for (const { wish, objects } of tenantObjects(context)) {
      const size = sizeOf(textAt(wish.object, 'spec.size'))
      if (!size) continue
      for (const object of objects.filter((one) => rendersKind(one, 'c5c3.io', 'ControlPlane'))) {
        const plane = context.out(object, CONTROL_PLANE).find(({ source }) => source === 'live')
        if (!plane) continue
        const children = [...context.out(plane, MARIADB), ...context.out(plane, KEYSTONE)].filter(
          ({ source }) => source === 'live',
        )
        for (const { on, replicas } of [
          { on: plane, replicas: controlPlaneReplicas(plane, size) },
          ...children.map((on) => ({ on, replicas: childReplicas(on, size) })),
        ]) {
          const different = replicas.filter(({ actual, desired }) => actual !== undefined && actual !== desired)
          if (different.length === 0) continue
          yield {
            mode: 'F114',
            subject: on,
            message: `${different.map(({ what, actual, desired }) => `${what}: ${actual} instead of ${desired} replicas`).join(', ')}, for size ${textAt(wish.object, 'spec.size')}`,
            evidence: [
              fieldProof(wish, 'spec.size'),
              ...different.map(({ path, actual }): FindingEvidence => ({ on, path, value: String(actual) })),
            ],
            next: [getYaml(on)],
            standsAlone: true,
          }
        }
      }
    }
  },
}

interface ReplicaCount {
  readonly what: string
  readonly path: string
  readonly actual: number | undefined
  readonly desired: number
}

function controlPlaneReplicas(plane: GraphNode, size: Readonly<Record<Sized, number>>): readonly ReplicaCount[] {
  if (!plane.object) return []
  const model = normaliseControlPlane(plane.object)
  const service = (name: string) => model.services.find((one) => one.name === name && one.enabled)
  const [database, keystone, nova] = [model.infrastructure.database, service('keystone'), service('nova')]
  return [
    { what: 'MariaDB', path: `${database?.path}.replicas`, actual: database?.replicas, desired: size.mariadb },
    {
      what: 'Keystone',
      path: `${keystone?.path}.replicas`,
      actual: keystone?.replicas['keystone'],
      desired: size.keystone,
    },
    { what: 'Nova API', path: `${nova?.path}.api.replicas`, actual: nova?.replicas['api'], desired: size.nova },
  ]
}

function childReplicas(on: GraphNode, size: Readonly<Record<Sized, number>>): readonly ReplicaCount[] {
  const isDatabase = on.kind === 'MariaDB'
  const paths = ['spec.replicas', 'spec.deployment.replicas']
  const path = paths.find((one) => countAt(on.object, one) !== undefined) ?? 'spec.replicas'
  const desired = isDatabase ? size.mariadb : size.keystone
  return [{ what: on.kind, path, actual: countAt(on.object, path), desired }]
}
