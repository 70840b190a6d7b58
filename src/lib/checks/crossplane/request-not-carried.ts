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
  title: 'What a claim asks for does not reach its ControlPlane',
  why: 'The Composition has no patch for the field: a service that is switched off runs, one that is switched on does not, a network is another one. The claim is taken for the truth and is not.',
  fix: 'Extend the Composition so that it carries the field, or correct the claim to what runs.',
  byHand: [
    "kubectl -n NAMESPACE get openstackclusters.c5c3.io NAME -o jsonpath='{.spec}'",
    "kubectl get objects.kubernetes.crossplane.io NAME -o jsonpath='{.spec.forProvider.manifest.spec}'",
  ],
  modes: ['F115'],
  about: TENANTS,
  beside: OBJECTS,
  *run(sight) {
    for (const { wish, objects } of tenantObjects(sight)) {
      for (const object of objects.filter((one) => rendersKind(one, 'c5c3.io', 'ControlPlane'))) {
        const lost = [...services(wish, object), ...switches(wish, object), ...network(wish, object)]
        if (lost.length === 0) continue
        yield {
          mode: 'F115',
          subject: wish,
          message: lost.map(({ words }) => words).join('; '),
          evidence: lost.flatMap(({ proofs }) => proofs),
          next: [getYaml(object)],
          standsAlone: true,
        }
      }
    }
  },
}

interface Lost {
  readonly words: string
  readonly proofs: readonly FindingEvidence[]
}

const TO = 'spec.forProvider.manifest'
const SECTIONS = ['spec.openstack', 'spec.services'] as const

/** Services that the claim switches on or off and the ControlPlane has otherwise. */
function* services(wish: GraphNode, object: GraphNode): Iterable<Lost> {
  const manifest = manifestOf(object)
  const section = SECTIONS.find((path) => fieldAt(manifest, path) !== undefined)
  if (!section) return
  for (const [name, asked] of entriesAt(wish.object, 'spec.services')) {
    if (typeof asked !== 'boolean') continue
    const path = `${section}.${name}`
    const enabled = fieldAt(manifest, `${path}.enabled`)
    const runs = fieldAt(manifest, path) !== undefined && enabled !== false
    if (runs === asked) continue
    yield lost(wish, object, `${name} is ${asked ? 'asked for and left out' : 'switched off and made all the same'}`, [
      `spec.services.${name}`,
      String(asked),
      enabled === undefined ? path : `${path}.enabled`,
      enabled === undefined ? (runs ? 'there' : 'absent') : String(enabled),
    ])
  }
}

/** Flags that stand at the same place in both, where the ControlPlane has such a place. */
function* switches(wish: GraphNode, object: GraphNode): Iterable<Lost> {
  for (const path of ['spec.cortex.enabled', 'spec.tls.enabled']) {
    const [asked, has] = [fieldAt(wish.object, path), fieldAt(manifestOf(object), path)]
    if (typeof asked !== 'boolean' || typeof has !== 'boolean' || asked === has) continue
    yield lost(wish, object, `${path} is ${asked} in the claim and ${has} in the ControlPlane`, [
      path,
      String(asked),
      path,
      String(has),
    ])
  }
}

/** An external network that is asked for by name has to be named somewhere in the ControlPlane. */
function* network(wish: GraphNode, object: GraphNode): Iterable<Lost> {
  const path = 'spec.network.externalNetwork'
  const asked = textAt(wish.object, path)
  const spec = fieldAt(manifestOf(object), 'spec')
  if (asked === undefined || spec === undefined || holds(spec, asked)) return
  yield lost(wish, object, `the external network ${asked} is named nowhere in the ControlPlane`, [
    path,
    asked,
    'spec',
    `no ${asked} in it`,
  ])
}

const holds = (value: unknown, text: string): boolean =>
  value === text ||
  (typeof value === 'object' && value !== null && Object.values(value).some((one) => holds(one, text)))

function lost(
  wish: GraphNode,
  object: GraphNode,
  words: string,
  [from, asked, to, has]: readonly [string, string, string, string],
): Lost {
  return {
    words,
    proofs: [
      { on: wish, path: from, value: asked },
      { on: object, path: `${TO}.${to}`, value: has },
    ],
  }
}
