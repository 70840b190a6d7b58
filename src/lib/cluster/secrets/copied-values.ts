// SPDX-License-Identifier: Apache-2.0

import type { KubeObject } from '../../model/object/resource.ts'
import type { CopiedValue } from '../../model/plan/plan.ts'
import { Sealed } from '../../model/secret/sealed.ts'
import { fingerprintOf } from './fingerprint.ts'
import type { ReadSecret } from './read-secrets.ts'

export interface Sources {
  secret(from: CopiedValue['from']): ReadSecret | undefined
}

/** The value changed since the plan was created: rotated, deleted, or of another Secret. */
export class ValueChanged extends Error {
  /** The Secret could not be read, so whether the value changed is unknown. */
  readonly unseen: boolean

  constructor(message: string, unseen = false) {
    super(message)
    this.unseen = unseen
  }
}

/** The planned values by key. Throws ValueChanged. */
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

export function holdsValues(
  secret: KubeObject,
  values: readonly CopiedValue[],
  salt: string,
  plain: Readonly<Record<string, unknown>> = {},
): boolean {
  const hasValues = values.every(({ key, fingerprint }) => {
    const actual = secret.data?.[key]
    return actual instanceof Sealed && fingerprintOf(actual, salt) === fingerprint
  })
  return hasValues && Object.entries(plain).every(([key, text]) => holdsText(secret.data?.[key], text))
}

const holdsText = (actual: unknown, base64: unknown) => actual instanceof Sealed && actual.unseal() === base64
