// SPDX-License-Identifier: Apache-2.0
import { type Condition, conditionsOf } from '../object/conditions.ts'
import { textAt } from '../object/fields.ts'
import type { KubeObject } from '../object/resource.ts'

/** Keystone did not answer, or not as it should: if Keystone is not well, that is why. */
export const UNANSWERED = /got 5\d\d instead|connection (refused|reset)|no such host|timeout|deadline exceeded|EOF/i

/** Whether a controller has answered to what was written. */
export type Acknowledgement =
  | { readonly state: 'done' }
  | { readonly state: 'waiting' | 'failed'; readonly message: string }

/** What the controller of an object says to our change, given the object as it was just before, if there was one. */
export function acknowledged(
  how: 'synced' | 'available' | 'started',
  before: KubeObject | undefined,
  now: KubeObject,
): Acknowledgement {
  return how === 'synced' ? synced(before, now) : how === 'started' ? started(now) : available(now)
}

/** The Job controller: it has taken it up, whatever became of it since. */
function started(now: KubeObject): Acknowledgement {
  if (textAt(now, 'status.startTime') !== undefined || conditionsOf(now).size > 0) return { state: 'done' }
  return { state: 'waiting', message: 'the Job controller has not taken it up yet' }
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

const MEANINGS: readonly (readonly [RegExp, string])[] = [
  [/to be created externally/, 'nothing in OpenStack matches it yet'],
  [/authentication err: .*got 401/s, 'Keystone refuses the login in clouds.yaml'],
  [UNANSWERED, 'Keystone does not answer'],
]

/** K-ORC: the object is there, or never will be. */
function available(now: KubeObject): Acknowledgement {
  const conditions = conditionsOf(now)
  const [there, going] = [conditions.get('Available'), conditions.get('Progressing')]
  if (!there || !going || there.stale || going.stale)
    return { state: 'waiting', message: 'K-ORC has not looked at it yet' }
  if (there.status === 'True') return { state: 'done' }
  return { state: going.status === 'False' ? 'failed' : 'waiting', message: inWords(going) }
}

/** What it means first, then how K-ORC says it, without the page that Keystone sent along. */
function inWords({ reason, message }: Condition): string {
  const said = `${reason}: ${message.replace(/ instead: .*/s, '')}`
  const meaning = MEANINGS.find(([words]) => words.test(message))?.[1]
  return meaning ? `${meaning} (${said})` : said
}
