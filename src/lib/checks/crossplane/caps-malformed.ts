// SPDX-License-Identifier: Apache-2.0
import type { Check, FindingEvidence } from '../../model/check/check.ts'
import { fieldProof } from '../../model/check/evidence.ts'
import { getYaml } from '../../model/check/next-step.ts'
import type { GraphNode } from '../../model/graph/graph.ts'
import { entriesAt } from '../../model/object/fields.ts'
import { manifestOf, OBJECTS, rendersKind } from '../shared/crossplane.ts'

const CLIENT = 'CephClient.ceph.rook.io'

/** Go's marker for a format verb with a missing, wrong or extra argument: %!s(MISSING). */
const UNFORMATTED = /%!\w?\(/

export const capsMalformed: Check = {
  id: 'caps-malformed',
  category: 'crossplane',
  severity: 'error',
  title: 'Ceph client capabilities were not filled in',
  why: 'The Composition formats several pool names with one value, which fills in only the first: the client has access to a pool that does not exist, and to none of the others. Ceph refuses Glance or Nova although everything reports Ready.',
  fix: 'Render the capabilities in a composition function, or with one patch per pool and CombineFromComposite, so that every pool is named.',
  byHand: ["kubectl --context STORAGE -n rook-ceph get cephclients.ceph.rook.io NAME -o jsonpath='{.spec.caps}'"],
  modes: ['F11'],
  about: [CLIENT, ...OBJECTS],
  *run(context) {
    const seen = new Set<string>()
    const clients = context.of(CLIENT)
    for (const client of clients) {
      const malformedCaps = findMalformed(client, client.object, 'spec.caps')
      if (malformedCaps.length === 0) continue
      const objects = OBJECTS.flatMap((kind) => context.into(client, kind))
      for (const { id } of objects) seen.add(id)
      yield findingFor(client, [...malformedCaps, ...(client.object ? [fieldProof(client, 'status.phase')] : [])])
    }
    // A client that was never created in the storage cluster is still in the manifest of the Object.
    for (const object of OBJECTS.flatMap((kind) => context.of(kind))) {
      if (seen.has(object.id) || !rendersKind(object, 'ceph.rook.io', 'CephClient')) continue
      const malformedCaps = findMalformed(object, manifestOf(object), 'spec.caps', 'spec.forProvider.manifest.')
      if (malformedCaps.length > 0) yield findingFor(object, malformedCaps)
    }
  },
}

function findMalformed(on: GraphNode, object: unknown, path: string, prefix = ''): readonly FindingEvidence[] {
  return entriesAt(object, path).flatMap(([name, value]) =>
    typeof value === 'string' && UNFORMATTED.test(value) ? [{ on, path: `${prefix}${path}.${name}`, value }] : [],
  )
}

const findingFor = (subject: GraphNode, evidence: readonly FindingEvidence[]) => ({
  mode: 'F11',
  subject,
  message: 'caps reference non-existent pools (unfilled format placeholder)',
  evidence,
  next: [getYaml(subject)],
  standsAlone: true,
})
