// SPDX-License-Identifier: Apache-2.0

import type { Health } from '../../model/graph/health.ts'
import { readyHealth } from '../../model/object/conditions.ts'
import type { KubeObject } from '../../model/object/resource.ts'

/** External Secrets reports Ready for a store that it could not validate: that is no evidence of health. */
export function storeHealth(object: KubeObject): Health {
  const health = readyHealth(object)
  return health.reason === 'ValidationUnknown' ? { ...health, state: 'unknown' } : health
}
