// SPDX-License-Identifier: Apache-2.0

import type { KindSpec } from '../../model/graph/kind.ts'
import type { Link } from '../../model/graph/link.ts'
import { textAt } from '../../model/object/fields.ts'
import { orderedHealth } from '../../model/object/ordered-conditions.ts'
import type { KubeObject } from '../../model/object/resource.ts'
import { KORC } from '../korc/health-and-links.ts'

const UNRELEASED = [
  'spec.targetServiceUser',
  'spec.rotationType',
  'spec.schedule',
  'status.lastRotation',
  'status.nextRotation',
  'status.currentCredential',
]

/** A request to rotate. The released operator acts once per change of the spec and ignores any schedule. */
export const credentialRotation: KindSpec = {
  group: 'c5c3.io',
  kind: 'CredentialRotation',
  plural: 'credentialrotations',
  versions: ['v1alpha1'],
  namespaced: true,
  roles: ['control-plane'],
  keep: ['spec', 'status'],
  links: (object) => [
    ...link(object, 'spec.keystoneService', 'c5c3.io', 'KeystoneService'),
    ...link(object, 'spec.targetServiceUser', KORC, 'User'),
  ],
  health: (object) => orderedHealth(object, []),
  seedOnly: UNRELEASED,
}

function link(object: KubeObject, path: string, group: string, kind: string): readonly Link[] {
  const [name, { namespace }] = [textAt(object, path), object.metadata]
  if (!name || !namespace) return []
  return [{ rel: 'depends-on', path, to: { where: 'here', group, kind, namespace, name } }]
}
