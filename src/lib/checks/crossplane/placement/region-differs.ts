// SPDX-License-Identifier: Apache-2.0
import { CONTROL_PLANE, refusals } from '../../../kinds/openstack/conditions.ts'
import type { Check, CheckContext, FindingEvidence } from '../../../model/check/check.ts'
import { fieldProof } from '../../../model/check/evidence.ts'
import { getYaml } from '../../../model/check/next-step.ts'
import type { GraphNode } from '../../../model/graph/graph.ts'
import { textAt } from '../../../model/object/fields.ts'
import { OBJECTS, rendersKind, TENANTS, tenantObjects } from '../../shared/crossplane.ts'

const KEYSTONE = 'Keystone.keystone.openstack.c5c3.io'
const REGION_OF_CONTROL_PLANE = ['spec.global.region', 'spec.region'] as const
const REGION_OF_KEYSTONE = 'spec.bootstrap.region'

export const regionDiffers: Check = {
  id: 'region-differs',
  category: 'crossplane',
  severity: 'error',
  effect: 'degrades',
  title: 'OpenStack cluster is configured for another region than requested',
  why: 'Keystone writes its region into the service catalog. If it differs from the region of the claim, clients that request the claimed region find no endpoint.',
  fix: 'Correct the region where it first differs: in the Composition that renders the ControlPlane, or in spec.bootstrap.region of Keystone. Endpoints of the wrong region have to be registered again.',
  byHand: [
    "kubectl --context MANAGEMENT -n NAMESPACE get openstackclusters.c5c3.io NAME -o jsonpath='{.spec.region}'",
    "kubectl --context MANAGEMENT -n NAMESPACE get controlplanes.c5c3.io NAME -o jsonpath='{.spec.global.region}{.spec.region}'",
    "kubectl --context MANAGEMENT -n NAMESPACE get keystones NAME -o jsonpath='{.spec.bootstrap.region}'",
  ],
  modes: ['F166'],
  about: [CONTROL_PLANE],
  beside: [...TENANTS, ...OBJECTS, KEYSTONE],
  clusters: ['management', 'control-plane'],
  *run(context) {
    const claimed = claimedRegions(context)
    for (const plane of context.of(CONTROL_PLANE)) {
      const [claim, own] = [claimed.get(plane), regionOf(plane)]
      const keystones = context.out(plane, KEYSTONE).map(keystoneRegion)
      const differing = claim && own && claim.value !== own.value ? own : undefined
      const desired = differing ? claim : (own ?? claim)
      const keystone = keystones.find((region) => region && desired && region.value !== desired.value)
      const actual = differing ?? keystone
      // the operator reports itself that it may not change the region
      const isRejected = refusals(plane, /^KeystoneReady$/, /ProjectionRejected$/).length > 0
      if (!actual || !desired || isRejected) continue
      yield {
        mode: 'F166',
        subject: actual.on,
        message: `configured for region ${actual.value}; ${desired.on.kind} ${desired.on.name} requests ${desired.value}`,
        evidence: [desired, ...(own && own !== desired ? [own] : []), ...keystones.flatMap((region) => region ?? [])],
        standsAlone: true,
        next: [getYaml(actual.on)],
      }
    }
  },
}

/** The region of the claim that renders each ControlPlane. */
function claimedRegions(context: CheckContext): ReadonlyMap<GraphNode, FindingEvidence> {
  const regions = new Map<GraphNode, FindingEvidence>()
  for (const { wish, objects } of tenantObjects(context)) {
    const region = regionAt(wish, 'spec.region')
    if (!region) continue
    for (const object of objects.filter((one) => rendersKind(one, 'c5c3.io', 'ControlPlane')))
      for (const plane of context.out(object, CONTROL_PLANE)) regions.set(plane, region)
  }
  return regions
}

function regionOf(plane: GraphNode): FindingEvidence | undefined {
  const [region] = REGION_OF_CONTROL_PLANE.flatMap((path) => regionAt(plane, path) ?? [])
  return region
}

const keystoneRegion = (keystone: GraphNode) => regionAt(keystone, REGION_OF_KEYSTONE)

const regionAt = (on: GraphNode, path: string) => (textAt(on.object, path) ? fieldProof(on, path) : undefined)
