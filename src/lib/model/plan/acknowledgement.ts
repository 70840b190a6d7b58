// SPDX-License-Identifier: Apache-2.0
import { type Condition, conditionsOf } from '../object/conditions.ts'
import { textAt } from '../object/fields.ts'
import type { KubeObject } from '../object/resource.ts'

/** Keystone did not answer, or answered with a server error: an unhealthy Keystone explains it. */
export const UNANSWERED = /got 5\d\d instead|connection (refused|reset)|no such host|timeout|deadline exceeded|EOF/i

export type Acknowledgement =
  | { readonly state: 'done' }
  | {
      readonly state: 'waiting' | 'failed'
      readonly message: string
      /** K-ORC looked, and OpenStack has no such resource. */
      readonly isAbsent?: true
    }

/** Whether the controller has processed our change; `before` is the object just before the write, if it existed. */
export function acknowledged(
  how: 'synced' | 'available' | 'started',
  before: KubeObject | undefined,
  now: KubeObject,
): Acknowledgement {
  return how === 'synced' ? synced(before, now) : how === 'started' ? started(now) : resourceAvailable(now)
}

/** The Job controller has started the Job, whatever its result. */
function started(now: KubeObject): Acknowledgement {
  if (textAt(now, 'status.startTime') !== undefined || conditionsOf(now).size > 0) return { state: 'done' }
  return { state: 'waiting', message: 'the Job controller has not taken it up yet' }
}

/** External Secrets has synced since the write and reports success. */
function synced(before: KubeObject | undefined, now: KubeObject): Acknowledgement {
  const ready = conditionsOf(now).get('Ready')
  const fresh = ['status.syncedResourceVersion', 'status.refreshTime'].some(
    (path) => textAt(now, path) !== textAt(before, path),
  )
  const reported = ready ? `${ready.reason}: ${ready.message}` : 'it has said nothing yet'
  if (ready?.reason === 'SecretMissing') return { state: 'failed', message: 'its target Secret does not exist (Merge)' }
  if (ready?.status === 'True')
    return fresh ? { state: 'done' } : { state: 'waiting', message: 'it has not synced yet' }
  // Not Ready may predate our write; only a change from Ready to not Ready is an answer to it.
  const wasReady = before !== undefined && conditionsOf(before).get('Ready')?.status === 'True'
  return { state: ready && wasReady ? 'failed' : 'waiting', message: reported }
}

/** K-ORC: the resource is available, or K-ORC has given up. */
function resourceAvailable(now: KubeObject): Acknowledgement {
  const conditions = conditionsOf(now)
  const [available, progressing] = [conditions.get('Available'), conditions.get('Progressing')]
  if (!available || !progressing || available.stale || progressing.stale)
    return { state: 'waiting', message: 'K-ORC has not looked at it yet' }
  if (available.status === 'True') return { state: 'done' }
  if (progressing.status === 'False') return { state: 'failed', message: describeProgress(progressing) }
  return {
    state: 'waiting',
    message: describeProgress(progressing),
    ...(CREATED_EXTERNALLY.test(progressing.message) ? { isAbsent: true } : {}),
  }
}

/** The meaning first, then K-ORC's message without the HTML page that Keystone returned. */
function describeProgress({ reason, message }: Condition): string {
  const reported = `${reason}: ${message.replace(/ instead: .*/s, '')}`
  const meaning = MEANINGS.find(([pattern]) => pattern.test(message))?.[1]
  return meaning ? `${meaning} (${reported})` : reported
}

/** K-ORC's message for an import whose filter matches nothing. */
const CREATED_EXTERNALLY = /to be created externally/

const MEANINGS: readonly (readonly [RegExp, string])[] = [
  [CREATED_EXTERNALLY, 'nothing in OpenStack matches it yet'],
  [/authentication err: .*got 401/s, 'Keystone refuses the login in clouds.yaml'],
  [UNANSWERED, 'Keystone does not answer'],
]
