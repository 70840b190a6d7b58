// SPDX-License-Identifier: Apache-2.0
import { C5c3Error } from '../../model/report/errors.ts'

/** An error in a fleet folder; place is FILE or FILE:LINE. */
export function badFleet(place: string, what: string, hints: readonly string[] = []): C5c3Error {
  return new C5c3Error('BAD_FLEET', 'usage', `${place}: ${what}`, hints)
}
