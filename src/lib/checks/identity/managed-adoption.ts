// SPDX-License-Identifier: Apache-2.0

import { IDENTITY_PARTS } from '../../kinds/korc/health-and-links.ts'
import type { Check } from '../../model/check/check.ts'
import { fieldProof } from '../../model/check/evidence.ts'
import { kubectl } from '../../model/check/next-step.ts'
import type { GraphNode } from '../../model/graph/graph.ts'
import { textAt } from '../../model/object/fields.ts'
import { objectArgs } from '../../model/text/command.ts'

/** Created by Keystone's bootstrap, by kind: Keystone does not work without these. */
const BOOTSTRAP: Readonly<Record<string, readonly string[]>> = {
  Domain: ['Default'],
  Project: ['admin'],
  Role: ['admin', 'member', 'reader'],
  User: ['admin'],
}

export const managedAdoption: Check = {
  id: 'managed-adoption',
  category: 'identity',
  severity: 'warning',
  title: 'A K-ORC object owns something it did not make',
  why: 'A managed object whose name exists in Keystone already takes over what is there without a word. Deleting the object, or its namespace, then deletes the real thing: a project with everything in it, a role everybody uses.',
  fix: 'Set managedOptions.onDelete to detach on the managed object now: then deleting it leaves the real one alone. Later replace it by an unmanaged import.',
  byHand: [
    "kubectl -n NAMESPACE get openstack -o custom-columns='KIND:.kind,NAME:.metadata.name,ID:.status.id,POLICY:.spec.managementPolicy'",
  ],
  modes: ['F102'],
  about: IDENTITY_PARTS,
  *run(context) {
    for (const kind of IDENTITY_PARTS) {
      const byResource = Map.groupBy(context.of(kind), resourceKey)
      for (const node of context.of(kind)) {
        if (!wouldDelete(node)) continue
        const duplicates = (byResource.get(resourceKey(node)) ?? []).filter((one) => one.id !== node.id)
        if (duplicates.length === 0 && !isBootstrap(node)) continue
        const resource = `${node.kind.toLowerCase()} ${textAt(node.object, 'spec.resource.name') ?? node.name}`
        yield {
          mode: 'F102',
          subject: node,
          message: `deleting it would delete the ${resource} of Keystone, ${duplicates.length > 0 ? `which ${duplicates.map((one) => `${one.kind} ${one.name}`).join(', ')} ${duplicates.length === 1 ? 'stands' : 'stand'} for, too` : 'without which Keystone does not work'}`,
          evidence: [
            fieldProof(node, 'spec.managementPolicy'),
            fieldProof(node, 'spec.managedOptions.onDelete'),
            fieldProof(node, 'status.id'),
            ...duplicates.flatMap((one) => [fieldProof(one, 'status.id'), fieldProof(one, 'spec.managementPolicy')]),
          ],
          next: [
            {
              ...kubectl(
                node,
                'patch',
                ...objectArgs(`${node.spec?.plural ?? ''}.${node.group}`, node.name),
                '--type=merge',
                '-p',
                '{"spec":{"managedOptions":{"onDelete":"detach"}}}',
              ),
              why: 'deleting it then leaves the real one alone',
            },
          ],
          standsAlone: true,
        }
      }
    }
  },
}

function wouldDelete({ object }: GraphNode): boolean {
  const policy = textAt(object, 'spec.managementPolicy') ?? 'managed'
  return policy === 'managed' && textAt(object, 'spec.managedOptions.onDelete') !== 'detach' && id(object) !== undefined
}

const id = (object: unknown) => textAt(object, 'status.id')

/** Identifies the Keystone resource of an object, per namespace: ids such as default exist in every Keystone. */
const resourceKey = ({ cluster, namespace, object }: GraphNode) => `${cluster.label} ${namespace} ${id(object)}`

function isBootstrap({ kind, object }: GraphNode): boolean {
  const name = textAt(object, 'spec.resource.name') ?? textAt(object, 'metadata.name')
  return name !== undefined && (Object.hasOwn(BOOTSTRAP, kind) ? BOOTSTRAP[kind] : undefined)?.includes(name) === true
}
