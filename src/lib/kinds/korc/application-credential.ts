// SPDX-License-Identifier: Apache-2.0

import type { Health } from '../../model/graph/health.ts'
import type { KindSpec } from '../../model/graph/kind.ts'
import { textAt } from '../../model/object/fields.ts'
import type { KubeObject } from '../../model/object/resource.ts'
import { KORC, KORC_FIELDS, korcHealth, korcLinks } from './health-and-links.ts'

/** Its Secret is an input: K-ORC reads the value from it and never writes it. */
export const korcApplicationCredential: KindSpec = {
  group: KORC,
  kind: 'ApplicationCredential',
  plural: 'applicationcredentials',
  versions: ['v1alpha1'],
  namespaced: true,
  roles: ['control-plane'],
  keep: [...KORC_FIELDS, 'status.resource.expiresAt'],
  links: korcLinks,
  health: credentialHealth,
  /** PushSecrets reference it by its Secret. */
  aliases: (object) => [textAt(object, 'spec.resource.secretRef') ?? []].flat(),
}

const WEEK = 7 * 24 * 3600_000

/** K-ORC does not check again: an expired credential still reports Available. */
function credentialHealth(object: KubeObject, now: number): Health {
  const health = korcHealth(object, now)
  const value = textAt(object, 'status.resource.expiresAt')
  const expiry = Date.parse(value ?? '')
  if (!value || Number.isNaN(expiry) || health.state !== 'healthy') return health
  const evidence = [{ path: 'status.resource.expiresAt', value }]
  if (expiry <= now)
    return { state: 'failed', reason: 'Expired', message: 'the credential has expired', evidence, since: value }
  return expiry - now < WEEK ? { ...health, notes: [`expires at ${value}`] } : health
}
