// SPDX-License-Identifier: Apache-2.0

import type { FindingEvidence } from '../../model/check/check.ts'
import type { GraphNode } from '../../model/graph/graph.ts'
import { hasReportedSuccess } from '../../model/object/conditions.ts'
import { textsAt } from '../../model/object/fields.ts'
import { Sealed } from '../../model/secret/sealed.ts'
import { holdsData } from '../../model/secret/secret-facts.ts'

export interface SecretProblem {
  /** Continues a sentence that begins with the Secret. */
  readonly message: string
  readonly evidence: FindingEvidence
}

/**
 * Why its readers cannot use a Secret that exists: it is being deleted, is empty, or lacks the key. No grace time
 * applies: its creator has already written it. Undefined also for a Secret that was not read.
 */
export function secretProblem(secret: GraphNode, key?: string): SecretProblem | undefined {
  const { object, source } = secret
  if (source !== 'live' || !object) return undefined
  const { deletionTimestamp } = object.metadata
  if (deletionTimestamp) {
    const finalizers = textsAt(object, 'metadata.finalizers')
    return {
      message: `is being deleted${finalizers.length > 0 ? `, blocked by the finalizers ${finalizers.join(', ')}` : ''}`,
      evidence: { on: secret, path: 'metadata.deletionTimestamp', value: deletionTimestamp },
    }
  }
  if (!holdsData(object)) return { message: 'is empty', evidence: { on: secret, path: 'data', value: 'empty' } }
  if (key === undefined || hasValue(object.data, key)) return undefined
  const keys = Object.keys(object.data ?? {}).join(', ')
  return { message: `has no key ${key}, only ${keys}`, evidence: { on: secret, path: 'data', value: keys } }
}

function hasValue(data: unknown, key: string): boolean {
  const value = Object.hasOwn((data ?? {}) as object, key)
    ? (data as Readonly<Record<string, unknown>>)[key]
    : undefined
  return value instanceof Sealed ? !value.isEmpty : value !== undefined && value !== ''
}

/** The reader reports success, so the Secret existed: if it is missing now, it was deleted. */
export const hasWorked = ({ object }: GraphNode): boolean => object !== undefined && hasReportedSuccess(object)
