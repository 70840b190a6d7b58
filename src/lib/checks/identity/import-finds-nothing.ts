// SPDX-License-Identifier: Apache-2.0

import { IDENTITY_PARTS } from '../../kinds/korc/health-and-links.ts'
import { CONTROL_PLANE } from '../../kinds/openstack/conditions.ts'
import { hasLastedFor, isStatusCurrent } from '../../model/check/age.ts'
import type { Check } from '../../model/check/check.ts'
import { conditionOf, conditionProof } from '../../model/check/evidence.ts'
import { getYaml } from '../../model/check/next-step.ts'
import type { GraphNode } from '../../model/graph/graph.ts'
import { entriesAt } from '../../model/object/fields.ts'
import { externalKeystoneReports } from '../shared/external-keystone.ts'
import { KORC_PATIENCE } from '../shared/korc-waits.ts'

export const importFindsNothing: Check = {
  id: 'import-finds-nothing',
  category: 'identity',
  severity: 'error',
  title: 'K-ORC cannot find what it should import',
  why: 'The object imports an existing resource, but nothing in Keystone matches its filter: the name or the domain is misspelled, or the resource was never created (a new Keystone has no project "service", for example). Everything that refers to it is blocked.',
  fix: 'Correct spec.import.filter, or create the resource in OpenStack. To have K-ORC create it, use a managed object instead of an import.',
  byHand: [
    'kubectl --context CONTEXT -n NAMESPACE get KIND NAME -o yaml   # spec.import.filter',
    'openstack KIND list',
  ],
  modes: ['F83'],
  about: IDENTITY_PARTS,
  beside: [CONTROL_PLANE],
  reasons: ['ImportStalled'],
  *run(context) {
    const imports: GraphNode[] = []
    for (const node of IDENTITY_PARTS.flatMap((kind) => context.of(kind))) {
      const available = conditionOf(node, 'Available')
      if (!isStatusCurrent(node) || available?.status === 'True' || available?.stale !== false) continue
      if (!/^Waiting for OpenStack resource to be created externally/.test(available.message)) continue
      if (!hasLastedFor(available.since, KORC_PATIENCE, context.now)) continue
      const filter = entriesAt(node.object, 'spec.import.filter').filter(([, value]) => typeof value === 'string')
      imports.push(node)
      yield {
        mode: 'F83',
        subject: node,
        message: `Keystone has no ${node.kind.toLowerCase()} with ${filter.map(([field, value]) => `${field} ${value}`).join(', ') || 'a matching filter'}`,
        evidence: [
          conditionProof(node, 'Available'),
          ...filter.map(([field, value]) => ({ on: node, path: `spec.import.filter.${field}`, value: String(value) })),
        ],
        next: [getYaml(node)],
        // Keystone has answered: its current health is unrelated.
        standsAlone: true,
      }
    }
    yield* externalKeystoneReports(context, 'F83', /^ImportStalled$/, imports)
  },
}
