// SPDX-License-Identifier: Apache-2.0

import type { KindSpec } from '../../model/graph/kind.ts'
import type { Link } from '../../model/graph/link.ts'
import { conditionsOf } from '../../model/object/conditions.ts'
import { textAt } from '../../model/object/fields.ts'
import { orderedHealth } from '../../model/object/ordered-conditions.ts'
import type { KubeObject } from '../../model/object/resource.ts'
import { secretLinks } from '../external-secrets/secret-links.ts'
import { IDENTITY_PARTS } from '../korc/health-and-links.ts'

const ORDER: readonly string[] = ['CatalogReady', 'AccountReady']

/** A service's place in the catalog and its account; what K-ORC makes of it carries its labels. */
export const keystoneService: KindSpec = {
  group: 'c5c3.io',
  kind: 'KeystoneService',
  plural: 'keystoneservices',
  versions: ['v1alpha1'],
  namespaced: true,
  roles: ['control-plane'],
  keep: ['spec', 'status'],
  links: (object) => [...controlPlane(object), ...account(object)],
  health: (object) => orderedHealth(object, ORDER),
  parts: [...IDENTITY_PARTS, 'ExternalSecret.external-secrets.io', 'PushSecret.external-secrets.io'],
  /** Services call it by the Secret it makes for them. */
  aliases: (object) => [textAt(object, 'status.account.secretName') ?? []].flat(),
}

/** Its account ends in a Secret, which it says itself it waits for until the account is ready. */
function account(object: KubeObject): readonly Link[] {
  const links = secretLinks(object, { path: 'status.account.secretName' })
  const isReady = conditionsOf(object).get('AccountReady')?.status === 'True'
  return isReady ? links : links.map((link) => ({ ...link, optional: true }))
}

/** It may stand in another namespace than the control plane it registers with, which waits for it. */
function controlPlane(object: KubeObject): readonly Link[] {
  const name = textAt(object, 'spec.controlPlaneRef.name')
  const namespace = textAt(object, 'spec.controlPlaneRef.namespace') ?? object.metadata.namespace
  if (!name || !namespace) return []
  const to = { where: 'here', group: 'c5c3.io', kind: 'ControlPlane', namespace, name } as const
  return [{ rel: 'owns', reverse: true, optional: true, path: 'spec.controlPlaneRef.name', to }]
}
