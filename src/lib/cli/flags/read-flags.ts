// SPDX-License-Identifier: Apache-2.0
import { CLIError } from '@oclif/core/errors'
import * as Flags from '@oclif/core/flags'
import type { Scope } from '../../model/landscape/scope.ts'
import { type LabelSelector, parseSelector, SelectorError } from '../../model/object/label-selector.ts'
import { C5c3Error } from '../../model/report/errors.ts'
import { safeLine } from '../../model/text/sanitize.ts'

/** The flags of every command that reads the whole fleet: they limit what is read, not only what is shown. */
export const readFlags = {
  region: Flags.string({ summary: 'only this region', helpGroup: 'READ' }),
  tenant: Flags.string({ summary: 'only this OpenStack cluster, by name or namespace', helpGroup: 'READ' }),
  pool: Flags.string({ summary: 'only objects that use this pool', helpGroup: 'READ' }),
  'accept-cached': Flags.boolean({ summary: 'treat state cached by Crossplane as current', helpGroup: 'READ' }),
}

const selector = Flags.custom<LabelSelector>({
  parse: async (text) => {
    try {
      return parseSelector(text)
    } catch (error) {
      if (!(error instanceof SelectorError)) throw error
      throw new CLIError(`invalid selector "${safeLine(text)}": ${error.message}`)
    }
  },
})

/** For commands that list claims, ControlPlanes or pools. */
export const selectFlags = {
  selector: selector({
    char: 'l',
    summary: 'label selector, as in kubectl: a=b, a!=b, a in (b,c), a notin (b,c), a, !a',
    helpGroup: 'READ',
    helpValue: 'SELECTOR',
  }),
}

/** A name and a selector together are ambiguous. */
export function refuseSelector(name: string | undefined, { selector }: ReadFlags): void {
  if (name === undefined || selector === undefined) return
  throw new C5c3Error('USAGE', 'usage', `a name ("${safeLine(name)}") and -l are mutually exclusive`)
}

export interface ReadFlags {
  readonly region?: string | undefined
  readonly tenant?: string | undefined
  readonly pool?: string | undefined
  readonly 'accept-cached'?: boolean
  readonly namespace?: string | undefined
  readonly selector?: LabelSelector | undefined
}

export function scopeOf({ region, tenant, pool, namespace, selector }: ReadFlags): Scope {
  return {
    ...(region ? { region } : {}),
    ...(tenant ? { tenant } : {}),
    ...(pool ? { pool } : {}),
    ...(namespace ? { namespace } : {}),
    ...(selector?.text.trim() ? { selector } : {}),
  }
}
