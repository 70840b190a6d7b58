// SPDX-License-Identifier: Apache-2.0
/**
 * A secret value that cannot be shown by accident: JSON, console, templates and util.inspect only see the fingerprint.
 * Equal fingerprints mean equal values (same run, same salt). Only cluster/ may unseal; the architecture test enforces
 * it.
 */
export class Sealed {
  readonly #value: string
  declare readonly fingerprint: string

  /** fingerprint: the value, or a function that computes it on first use. Most values are only passed on. */
  constructor(value: string, fingerprint: string | (() => string)) {
    this.#value = value
    let computed: string | undefined
    const getFingerprint = () => {
      computed ??= typeof fingerprint === 'string' ? fingerprint : fingerprint()
      return computed
    }
    // an own property: otherwise two different values look equal to a comparison of fields
    Object.defineProperty(this, 'fingerprint', { get: getFingerprint, enumerable: true })
    Object.freeze(this)
  }

  get isEmpty(): boolean {
    return this.#value === ''
  }

  unseal(): string {
    return this.#value
  }

  toString(): string {
    return `sealed:${this.fingerprint}`
  }

  toJSON(): string {
    return this.toString()
  }

  [Symbol.for('nodejs.util.inspect.custom')](): string {
    return this.toString()
  }
}
