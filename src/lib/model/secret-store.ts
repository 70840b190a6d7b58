// SPDX-License-Identifier: Apache-2.0
import { readyHealth } from './conditions.ts'
import type { Health } from './health.ts'
import type { KubeObject } from './resource.ts'

/** A store that could not be validated calls itself Ready all the same: that is no evidence. */
export function storeHealth(object: KubeObject): Health {
  const health = readyHealth(object)
  return health.reason === 'ValidationUnknown' ? { ...health, state: 'unknown' } : health
}
