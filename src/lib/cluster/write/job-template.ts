// SPDX-License-Identifier: Apache-2.0
// A Job template exactly as the server has it. It is not sanitized, because it goes back to the same server; it may
// contain secrets, so only its fingerprint and the names in it leave this folder.
import { createHmac } from 'node:crypto'
import type { ObjectAt } from '../../model/plan/plan.ts'
import { isRecord, own, ownText } from '../read/json-shape.ts'
import { resourceRequest } from '../read/path.ts'
import { requestError } from '../read/response.ts'
import type { ClusterClient } from '../types.ts'

/** A template with the UID of the object that contains it. */
export interface JobTemplate {
  readonly uid: string
  /** JobTemplateSpec: metadata and spec. */
  readonly value: Readonly<Record<string, unknown>>
}

/** Undefined when there is no template at the path. Throws ClusterError. */
export async function readJobTemplate(
  client: Pick<ClusterClient, 'raw'>,
  at: ObjectAt,
  path: string,
  signal?: AbortSignal,
): Promise<JobTemplate | undefined> {
  const resource = { ...at, namespaced: at.namespace !== undefined, verbs: [] }
  const request = { ...resourceRequest('get', resource, at), sealed: true, ...(signal ? { signal } : {}) } as const
  const object = await client.raw(request)
  const uid = ownText(own(object, 'metadata'), 'uid')
  if (uid === undefined) throw requestError(request, 'malformed', 'answered with something that has no UID')
  const value = path.split('.').reduce<unknown>((node, field) => own(node, field), object)
  return isRecord(value) ? { uid, value } : undefined
}

/** HMAC-SHA-256 in hex, independent of the order of fields. */
export const templateFingerprint = ({ value }: JobTemplate, salt: string): string =>
  createHmac('sha256', salt)
    .update(JSON.stringify(sorted(value)))
    .digest('hex')

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (!isRecord(value)) return value
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, inner]) => [key, sorted(inner)]),
  )
}

/** Also accepts a Pod template, which becomes a Job without retries. */
export function jobSpecOf({ value }: JobTemplate): Readonly<Record<string, unknown>> {
  const spec = own(value, 'spec')
  if (isRecord(spec) && isRecord(own(spec, 'template'))) return spec
  return { backoffLimit: 0, template: value }
}
