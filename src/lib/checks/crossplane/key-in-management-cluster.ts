// SPDX-License-Identifier: Apache-2.0
import type { Check } from '../../model/check/check.ts'
import { kubectl } from '../../model/check/next-step.ts'
import type { GraphNode } from '../../model/graph/graph.ts'
import { entriesAt, fieldAt } from '../../model/object/fields.ts'
import { Sealed } from '../../model/secret/sealed.ts'
import { OBJECTS, rendersKind } from '../shared/crossplane.ts'

export const keyInManagementCluster: Check = {
  id: 'key-in-management-cluster',
  category: 'crossplane',
  severity: 'warning',
  title: 'Secret data exposed in a Crossplane Object',
  why: 'provider-kubernetes copies what it observes into the status of the Object, including the data of a Secret. Everyone who may read Objects in the management cluster can read these keys, and every backup contains them.',
  fix: 'Run the provider with --sanitize-secrets, or do not transfer Secrets with Objects. Then rotate the exposed keys.',
  byHand: [
    'kubectl --context MANAGEMENT get objects.kubernetes.crossplane.io -o jsonpath=\'{range .items[?(@.spec.forProvider.manifest.kind=="Secret")]}{.metadata.name}{"\\n"}{end}\'',
  ],
  modes: ['F109'],
  about: OBJECTS,
  *run(context) {
    for (const object of OBJECTS.flatMap((kind) => context.of(kind))) {
      const keys = rendersKind(object, '', 'Secret') ? keysOf(object) : []
      if (keys.length === 0) continue
      yield {
        mode: 'F109',
        subject: object,
        message: `the values of ${keys.length} ${keys.length === 1 ? 'key' : 'keys'} of a Secret are readable in its status`,
        evidence: [{ on: object, path: 'status.atProvider.manifest.data (names of keys)', value: keys.join(', ') }],
        next: [kubectl({ cluster: object.cluster }, 'get', 'deploymentruntimeconfigs.pkg.crossplane.io', '-o', 'yaml')],
        standsAlone: true,
      }
    }
  },
}

/** Names of the keys with a value. A provider that sanitizes Secrets leaves none. */
function keysOf({ object }: GraphNode): readonly string[] {
  const at = 'status.atProvider.manifest'
  const data = [...entriesAt(fieldAt(object, at), 'data'), ...entriesAt(fieldAt(object, at), 'stringData')]
  return data.filter(([, value]) => (value instanceof Sealed ? !value.isEmpty : Boolean(value))).map(([key]) => key)
}
