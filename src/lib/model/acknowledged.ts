// SPDX-License-Identifier: Apache-2.0
import { conditionsOf } from './conditions.ts'
import { textAt } from './fields.ts'
import type { KubeObject } from './resource.ts'

/** Whether a controller has answered to what was written. */
export type Acknowledgement =
  | { readonly state: 'done' }
  | { readonly state: 'waiting' | 'failed'; readonly message: string }

/** What the controller of an object says to our change, given the object as it was just before, if there was one. */
export function acknowledged(
  how: 'synced' | 'available',
  before: KubeObject | undefined,
  now: KubeObject,
): Acknowledgement {
  return how === 'synced' ? synced(before, now) : available(now)
}

/** External Secrets: it has synced since, and says that it went well. */
function synced(before: KubeObject | undefined, now: KubeObject): Acknowledgement {
  const ready = conditionsOf(now).get('Ready')
  const fresh = ['status.syncedResourceVersion', 'status.refreshTime'].some(
    (path) => textAt(now, path) !== textAt(before, path),
  )
  const said = ready ? `${ready.reason}: ${ready.message}` : 'it has said nothing yet'
  if (ready?.reason === 'SecretMissing') return { state: 'failed', message: 'its target Secret does not exist (Merge)' }
  if (ready?.status === 'True')
    return fresh ? { state: 'done' } : { state: 'waiting', message: 'it has not synced yet' }
  // What failed before may be what it still says; what was well and fails now is the answer.
  const wasReady = before !== undefined && conditionsOf(before).get('Ready')?.status === 'True'
  return { state: ready && wasReady ? 'failed' : 'waiting', message: said }
}

const NO_MATCH = /to be created externally/

/** K-ORC: the object is there, or never will be. */
function available(now: KubeObject): Acknowledgement {
  const conditions = conditionsOf(now)
  const [there, going] = [conditions.get('Available'), conditions.get('Progressing')]
  if (!there || !going || there.stale || going.stale)
    return { state: 'waiting', message: 'K-ORC has not looked at it yet' }
  if (there.status === 'True') return { state: 'done' }
  const said = `${going.reason}: ${going.message}`
  const message = NO_MATCH.test(going.message) ? `nothing in OpenStack matches it yet (${said})` : said
  return { state: going.status === 'False' ? 'failed' : 'waiting', message }
}
