// SPDX-License-Identifier: Apache-2.0
import { countAt, textAt } from '../model/object/fields.ts'
import { safeLine } from '../model/text/sanitize.ts'
import { manifestPoolName } from './claim-rules.ts'
import { manifestKey } from './manifest-object.ts'
import type { ValidationContext, Wrong } from './validate.ts'

/** What is wrong with a pool by itself and among the others. */
export function* poolRules(pool: unknown, world: ValidationContext): Iterable<Wrong> {
  const [workers, most] = [countAt(pool, 'spec.workers'), countAt(pool, 'spec.maxWorkers')]
  if (workers !== undefined && most !== undefined && workers > most)
    yield { rule: 'size', path: ['spec', 'workers'], message: `${workers} workers are more than maxWorkers (${most})` }
  if (workers !== undefined && workers < 1)
    yield { rule: 'size', path: ['spec', 'workers'], message: 'a pool without workers' }
  const copies = countAt(pool, 'spec.ceph.replicationFactor')
  if (copies !== undefined && workers !== undefined && copies > workers)
    yield {
      rule: 'size',
      path: ['spec', 'ceph', 'replicationFactor'],
      message: `${copies} copies do not fit on ${workers} ${workers === 1 ? 'worker' : 'workers'}`,
    }
  const kind = textAt(pool, 'kind')
  const name = textAt(pool, 'spec.name')
  const twin = world
    .of(kind ?? '')
    .find((one) => manifestKey(one) !== manifestKey(pool) && name !== undefined && manifestPoolName(one) === name)
  if (twin)
    yield {
      rule: 'pool-name-taken',
      path: ['spec', 'name'],
      message: `${safeLine(`${kind} ${textAt(twin, 'metadata.name')}`)} is called ${safeLine(name ?? '')}, too`,
    }
}
