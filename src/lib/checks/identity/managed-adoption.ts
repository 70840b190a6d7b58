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
  title: 'K-ORC object manages a resource it did not create',
  why: 'A managed object silently adopts a resource of the same name that already exists in Keystone. Deleting the object, or its namespace, then deletes the real resource: a project with everything in it, or a role that everyone uses.',
  fix: 'Set managedOptions.onDelete to detach on the managed object now: deleting it then keeps the real resource. Later replace it with an unmanaged import.',
  byHand: [
    "kubectl --context CONTEXT -n NAMESPACE get openstack -o custom-columns='KIND:.kind,NAME:.metadata.name,ID:.status.id,POLICY:.spec.managementPolicy'",
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
          message: `deleting it would delete the ${resource} of Keystone, ${duplicates.length > 0 ? `which ${duplicates.map((one) => `${one.kind} ${one.name}`).join(', ')} ${duplicates.length === 1 ? 'represents' : 'represent'}, too` : 'which Keystone needs to work'}`,
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
              why: 'deleting it then keeps the real resource',
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
