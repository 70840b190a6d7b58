// SPDX-License-Identifier: Apache-2.0
import { C5c3Error } from '../../model/report/errors.ts'

/** A fault of a fleet folder; place is file or file:line. */
export function badFleet(place: string, what: string, hints: readonly string[] = []): C5c3Error {
  return new C5c3Error('BAD_FLEET', 'usage', `${place}: ${what}`, hints)
}
