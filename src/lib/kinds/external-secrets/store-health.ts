// SPDX-License-Identifier: Apache-2.0

import type { Health } from '../../model/graph/health.ts'
import { readyHealth } from '../../model/object/conditions.ts'
import type { KubeObject } from '../../model/object/resource.ts'

/** A store that could not be validated calls itself Ready all the same: that is no evidence. */
export function storeHealth(object: KubeObject): Health {
  const health = readyHealth(object)
  return health.reason === 'ValidationUnknown' ? { ...health, state: 'unknown' } : health
}
