// SPDX-License-Identifier: Apache-2.0
/**
 * A secret value that cannot be shown by accident: JSON, console, templates and util.inspect only ever see the
 * fingerprint. Two values are equal when their fingerprints are (same run, same salt).
 * Only cluster/ may unseal; the architecture test enforces it.
 */
export class Sealed {
  readonly #value: string
  declare readonly fingerprint: string

  /** fingerprint: or how to make it, when somebody first asks. Most values are only passed on. */
  constructor(value: string, fingerprint: string | (() => string)) {
    this.#value = value
    let known: string | undefined
    const get = () => {
      known ??= typeof fingerprint === 'string' ? fingerprint : fingerprint()
      return known
    }
    // of its own, or two that differ would look alike to who compares fields
    Object.defineProperty(this, 'fingerprint', { get, enumerable: true })
    Object.freeze(this)
  }

  /** Whether there is anything in it at all, which is no secret. */
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
