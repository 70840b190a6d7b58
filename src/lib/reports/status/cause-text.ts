// SPDX-License-Identifier: Apache-2.0

import { firstSentence } from '../../model/text/first-sentence.ts'
import type { NodeReport } from '../shared/object-row.ts'
import { nameOf } from '../shared/object-row.ts'
import type { UnreachableCluster } from '../shared/unreachable.ts'
import type { StatusRow } from './report.ts'

/** The root cause of an OpenStack cluster on one line: the object and the first sentence of its message. */
export function causeText({ blocker, unreachable, rootCause }: StatusRow): string {
  if (unreachable) return unreachableText(unreachable)
  if (!blocker) return ''
  return `${objectText(blocker)}: ${problemSentence(blocker, rootCause?.message)}`
}

/** The same with the namespace, the cluster and the whole message. */
export function fullCauseText({ blocker, unreachable, rootCause }: StatusRow): string {
  if (unreachable) return `cannot tell: ${unreachable.cluster} is ${unreachable.reason}`
  if (!blocker) return ''
  const { reason, own, cluster } = blocker
  const message = (rootCause?.message ?? blocker.message ?? '').replace(/\s+/g, ' ')
  const parts = message.startsWith(reason ?? '') ? [message] : [reason, message]
  return `${nameOf(blocker)} @${cluster}: ${parts.filter(Boolean).join(': ') || own}`
}

/** For example "storage cluster st-pool-a is unreachable (connection refused)". */
export function unreachableText({ cluster, reason }: UnreachableCluster): string {
  return `${memberText(cluster)} is ${shortReason(reason)}`
}

/** The label of a member in words: storage/st-pool-a is "storage cluster st-pool-a". */
export function memberText(label: string): string {
  const [role, ...name] = label.split('/')
  return name.length === 0 ? `the ${role} cluster` : `${role} cluster ${name.join('/')}`
}

/** What a connection error of Node means, without its code and address. */
const ERRORS: readonly (readonly [RegExp, string])[] = [
  [/ECONNREFUSED/, 'connection refused'],
  [/ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|no TCP connection/, 'no connection'],
  [/ENOTFOUND|EAI_AGAIN/, 'host name not found'],
  [/ECONNRESET/, 'connection reset'],
]

function shortReason(reason: string): string {
  const words = ERRORS.find(([pattern]) => pattern.test(reason))?.[1]
  return words === undefined ? firstSentence(reason) : `${reason.replace(/ \(.*$/s, '')} (${words})`
}

/** Kind/name: the namespace and the cluster are in `why` and wide. */
export const objectText = ({ kind, name }: Pick<NodeReport, 'kind' | 'name'>): string =>
  name.startsWith('*') ? kind : `${kind}/${name}`

type Problem = Pick<NodeReport, 'source' | 'own' | 'reason' | 'message'>

/** What is wrong with an object, in one sentence. */
export function problemSentence({ source, own, reason, message }: Problem, found = message): string {
  if (source === 'missing') return 'does not exist'
  // only the field errors of a rejected apply say what is wrong
  const rejected = /failed to create typed patch object [^:]*: errors:\s*([^\n]+)/.exec(found ?? '')?.[1]
  return firstSentence(rejected ?? found ?? reason ?? own)
}

/** For example "Keystone and 7 other services". */
export function servicesText(services: readonly string[]): string {
  const [first = '', second = ''] = services
  if (services.length < 3) return services.length < 2 ? first : `${first} and ${second}`
  return `${first} and ${services.length - 1} other services`
}
