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

/** A service's catalog entry and account; the K-ORC objects created for it carry its labels. */
export const keystoneService: KindSpec = {
  group: 'c5c3.io',
  kind: 'KeystoneService',
  plural: 'keystoneservices',
  versions: ['v1alpha1'],
  namespaced: true,
  roles: ['control-plane'],
  keep: ['spec', 'status'],
  links: (object) => [...controlPlaneLink(object), ...accountLinks(object)],
  health: (object) => orderedHealth(object, ORDER),
  parts: [...IDENTITY_PARTS, 'ExternalSecret.external-secrets.io', 'PushSecret.external-secrets.io'],
  /** Services reference it by the Secret it creates for them. */
  aliases: (object) => [textAt(object, 'status.account.secretName') ?? []].flat(),
}

/** Its account produces a Secret; until the account is ready its own condition reports the wait. */
function accountLinks(object: KubeObject): readonly Link[] {
  const links = secretLinks(object, { path: 'status.account.secretName' })
  const isReady = conditionsOf(object).get('AccountReady')?.status === 'True'
  return isReady ? links : links.map((link) => ({ ...link, optional: true }))
}

/** It may be in another namespace than its ControlPlane, which depends on it. */
function controlPlaneLink(object: KubeObject): readonly Link[] {
  const name = textAt(object, 'spec.controlPlaneRef.name')
  const namespace = textAt(object, 'spec.controlPlaneRef.namespace') ?? object.metadata.namespace
  if (!name || !namespace) return []
  const to = { where: 'here', group: 'c5c3.io', kind: 'ControlPlane', namespace, name } as const
  return [{ rel: 'owns', reverse: true, optional: true, path: 'spec.controlPlaneRef.name', to }]
}
