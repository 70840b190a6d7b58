// SPDX-License-Identifier: Apache-2.0

import type { KubeObject } from '../../model/object/resource.ts'
import type { CopiedValue } from '../../model/plan/plan.ts'
import { Sealed } from '../../model/secret/sealed.ts'
import { fingerprintOf } from './fingerprint.ts'
import type { ReadSecret } from './read-secrets.ts'

/** Secrets that values come from, by cluster and place. */
export interface Sources {
  secret(from: CopiedValue['from']): ReadSecret | undefined
}

/** The value is not what it was when the plan was made: rotated, gone, or of another Secret. */
export class ValueChanged extends Error {
  /** It could not be looked at: nobody knows whether it changed. */
  readonly unseen: boolean

  constructor(message: string, unseen = false) {
    super(message)
    this.unseen = unseen
  }
}

/** The values of a step by their keys, exactly those that were planned. Throws ValueChanged. */
export function valuesFrom(
  sources: Sources,
  values: readonly CopiedValue[],
  salt: string,
): ReadonlyMap<string, Sealed> {
  return new Map(
    values.map((value) => {
      const { from } = value
      const where = `Secret ${from.namespace}/${from.name} on ${from.cluster}`
      const read = sources.secret(from)
      if (!read || 'failure' in read) throw new ValueChanged(`${where} could not be read again`, true)
      if ('missing' in read) throw new ValueChanged(`${where} is gone`)
      const sealed = read.object.data?.[from.key]
      if (read.object.metadata.uid !== from.uid) throw new ValueChanged(`${where} is another Secret by now`)
      if (!(sealed instanceof Sealed)) throw new ValueChanged(`${where} has no ${from.key} any more`)
      if (fingerprintOf(sealed, salt) !== value.fingerprint)
        throw new ValueChanged(`${from.key} of ${where} was rotated meanwhile`)
      return [value.key, sealed] as const
    }),
  )
}

/** Whether a Secret holds these values and this plain data. */
export function holdsValues(
  secret: KubeObject,
  values: readonly CopiedValue[],
  salt: string,
  plain: Readonly<Record<string, unknown>> = {},
): boolean {
  const copied = values.every(({ key, fingerprint }) => {
    const found = secret.data?.[key]
    return found instanceof Sealed && fingerprintOf(found, salt) === fingerprint
  })
  return copied && Object.entries(plain).every(([key, text]) => holdsText(secret.data?.[key], text))
}

const holdsText = (found: unknown, base64: unknown) => found instanceof Sealed && found.unseal() === base64
