// SPDX-License-Identifier: Apache-2.0
import type { Check, FindingEvidence } from '../../model/check/check.ts'
import { getYaml } from '../../model/check/next-step.ts'
import type { GraphNode } from '../../model/graph/graph.ts'
import { entriesAt, fieldAt, textAt } from '../../model/object/fields.ts'
import { manifestOf, OBJECTS, rendersKind, TENANTS, tenantObjects } from '../shared/crossplane.ts'

export const requestNotCarried: Check = {
  id: 'request-not-carried',
  category: 'crossplane',
  severity: 'warning',
  title: 'Claim setting does not reach the ControlPlane',
  why: 'The Composition has no patch for the field: a disabled service runs, an enabled one is missing, or the network is another one. The claim does not reflect reality.',
  fix: 'Extend the Composition to patch the field, or change the claim to match what runs.',
  byHand: [
    "kubectl --context MANAGEMENT -n NAMESPACE get openstackclusters.c5c3.io NAME -o jsonpath='{.spec}'",
    "kubectl --context MANAGEMENT get objects.kubernetes.crossplane.io NAME -o jsonpath='{.spec.forProvider.manifest.spec}'",
  ],
  modes: ['F115'],
  about: TENANTS,
  beside: OBJECTS,
  *run(context) {
    for (const { wish, objects } of tenantObjects(context)) {
      for (const object of objects.filter((one) => rendersKind(one, 'c5c3.io', 'ControlPlane'))) {
        const lost = [...services(wish, object), ...switches(wish, object), ...network(wish, object)]
        if (lost.length === 0) continue
        yield {
          mode: 'F115',
          subject: wish,
          message: lost.map(({ message }) => message).join('; '),
          evidence: lost.flatMap(({ evidence }) => evidence),
          next: [getYaml(object)],
          standsAlone: true,
        }
      }
    }
  },
}

interface LostField {
  readonly message: string
  readonly evidence: readonly FindingEvidence[]
}

const MANIFEST = 'spec.forProvider.manifest'
const SECTIONS = ['spec.openstack', 'spec.services'] as const

/** Services that the claim enables or disables and the ControlPlane does not. */
function* services(wish: GraphNode, object: GraphNode): Iterable<LostField> {
  const manifest = manifestOf(object)
  const section = SECTIONS.find((path) => fieldAt(manifest, path) !== undefined)
  if (!section) return
  for (const [name, requested] of entriesAt(wish.object, 'spec.services')) {
    if (typeof requested !== 'boolean') continue
    const path = `${section}.${name}`
    const enabled = fieldAt(manifest, `${path}.enabled`)
    const isEnabled = fieldAt(manifest, path) !== undefined && enabled !== false
    if (isEnabled === requested) continue
    yield lostField(
      wish,
      object,
      `${name} is ${requested ? 'enabled in the claim but missing in the ControlPlane' : 'disabled in the claim but enabled in the ControlPlane'}`,
      [
        `spec.services.${name}`,
        String(requested),
        enabled === undefined ? path : `${path}.enabled`,
        enabled === undefined ? (isEnabled ? 'there' : 'absent') : String(enabled),
      ],
    )
  }
}

/** Flags at the same path in both, where the ControlPlane has that path. */
function* switches(wish: GraphNode, object: GraphNode): Iterable<LostField> {
  for (const path of ['spec.cortex.enabled', 'spec.tls.enabled']) {
    const [requested, actual] = [fieldAt(wish.object, path), fieldAt(manifestOf(object), path)]
    if (typeof requested !== 'boolean' || typeof actual !== 'boolean' || requested === actual) continue
    yield lostField(wish, object, `${path} is ${requested} in the claim and ${actual} in the ControlPlane`, [
      path,
      String(requested),
      path,
      String(actual),
    ])
  }
}

/** A requested external network must be named somewhere in the ControlPlane. */
function* network(wish: GraphNode, object: GraphNode): Iterable<LostField> {
  const path = 'spec.network.externalNetwork'
  const requested = textAt(wish.object, path)
  const spec = fieldAt(manifestOf(object), 'spec')
  if (requested === undefined || spec === undefined || contains(spec, requested)) return
  yield lostField(wish, object, `external network ${requested} is missing in the ControlPlane`, [
    path,
    requested,
    'spec',
    `${requested} is not in it`,
  ])
}

const contains = (value: unknown, text: string): boolean =>
  value === text ||
  (typeof value === 'object' && value !== null && Object.values(value).some((one) => contains(one, text)))

function lostField(
  wish: GraphNode,
  object: GraphNode,
  message: string,
  [from, requested, to, actual]: readonly [string, string, string, string],
): LostField {
  return {
    message,
    evidence: [
      { on: wish, path: from, value: requested },
      { on: object, path: `${MANIFEST}.${to}`, value: actual },
    ],
  }
}
