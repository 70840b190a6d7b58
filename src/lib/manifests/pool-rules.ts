// SPDX-License-Identifier: Apache-2.0
import { countAt, textAt } from '../model/object/fields.ts'
import { safeLine } from '../model/text/sanitize.ts'
import { manifestPoolName } from './claim-rules.ts'
import { manifestKey } from './manifest-object.ts'
import type { ValidationContext, Wrong } from './validate.ts'

export function* poolRules(pool: unknown, context: ValidationContext): Iterable<Wrong> {
  const [workers, maxWorkers] = [countAt(pool, 'spec.workers'), countAt(pool, 'spec.maxWorkers')]
  if (workers !== undefined && maxWorkers !== undefined && workers > maxWorkers)
    yield {
      rule: 'size',
      path: ['spec', 'workers'],
      message: `${workers} workers are more than maxWorkers (${maxWorkers})`,
    }
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
  const other = context
    .of(kind ?? '')
    .find((one) => manifestKey(one) !== manifestKey(pool) && name !== undefined && manifestPoolName(one) === name)
  if (other)
    yield {
      rule: 'pool-name-taken',
      path: ['spec', 'name'],
      message: `${safeLine(`${kind} ${textAt(other, 'metadata.name')}`)} is called ${safeLine(name ?? '')}, too`,
    }
}
