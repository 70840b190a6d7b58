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
  title: 'Something runs with another number of replicas than the size of the claim means',
  why: 'A number was changed by hand, or the Composition maps the size otherwise. The tenant has less than was ordered, or costs more.',
  fix: 'Take the override back, or set the size of the claim to what is wanted.',
  byHand: [
    "kubectl -n NAMESPACE get openstackclusters.c5c3.io NAME -o jsonpath='{.spec.size}'",
    'kubectl --context CONTROL-PLANE -n NAMESPACE get controlplanes.c5c3.io NAME -o yaml',
  ],
  modes: ['F114'],
  about: TENANTS,
  beside: [...OBJECTS, CONTROL_PLANE, MARIADB, KEYSTONE],
  *run(sight) {
    for (const { wish, objects } of tenantObjects(sight)) {
      const size = sizeOf(textAt(wish.object, 'spec.size'))
      if (!size) continue
      for (const object of objects.filter((one) => rendersKind(one, 'c5c3.io', 'ControlPlane'))) {
        const plane = sight.out(object, CONTROL_PLANE).find(({ source }) => source === 'live')
        if (!plane) continue
        const below = [...sight.out(plane, MARIADB), ...sight.out(plane, KEYSTONE)].filter(
          ({ source }) => source === 'live',
        )
        for (const { on, asked } of [
          { on: plane, asked: askedBy(plane, size) },
          ...below.map((on) => ({ on, asked: runBy(on, size) })),
        ]) {
          const other = asked.filter(({ has, wanted }) => has !== undefined && has !== wanted)
          if (other.length === 0) continue
          yield {
            mode: 'F114',
            subject: on,
            message: `${other.map(({ what, has, wanted }) => `${has} of ${what} instead of ${wanted}`).join(', ')}, which is what size ${textAt(wish.object, 'spec.size')} means`,
            evidence: [
              fieldProof(wish, 'spec.size'),
              ...other.map(({ path, has }): FindingEvidence => ({ on, path, value: String(has) })),
            ],
            next: [getYaml(on)],
            standsAlone: true,
          }
        }
      }
    }
  },
}

interface Asked {
  readonly what: string
  readonly path: string
  readonly has: number | undefined
  readonly wanted: number
}

function askedBy(plane: GraphNode, size: Readonly<Record<Sized, number>>): readonly Asked[] {
  if (!plane.object) return []
  const model = normaliseControlPlane(plane.object)
  const service = (name: string) => model.services.find((one) => one.name === name && one.enabled)
  const [database, keystone, nova] = [model.infrastructure.database, service('keystone'), service('nova')]
  return [
    { what: 'MariaDB', path: `${database?.path}.replicas`, has: database?.replicas, wanted: size.mariadb },
    {
      what: 'Keystone',
      path: `${keystone?.path}.replicas`,
      has: keystone?.replicas['keystone'],
      wanted: size.keystone,
    },
    { what: 'Nova API', path: `${nova?.path}.api.replicas`, has: nova?.replicas['api'], wanted: size.nova },
  ]
}

/** What the parts themselves ask for. */
function runBy(on: GraphNode, size: Readonly<Record<Sized, number>>): readonly Asked[] {
  const isDatabase = on.kind === 'MariaDB'
  const paths = ['spec.replicas', 'spec.deployment.replicas']
  const path = paths.find((one) => countAt(on.object, one) !== undefined) ?? 'spec.replicas'
  const wanted = isDatabase ? size.mariadb : size.keystone
  return [{ what: on.kind, path, has: countAt(on.object, path), wanted }]
}
