// SPDX-License-Identifier: Apache-2.0
import { CLIError } from '@oclif/core/errors'
import * as Flags from '@oclif/core/flags'
import { safeLine } from '../../model/text/sanitize.ts'
import { parseDuration } from '../../model/text/time.ts'
import { DRY_RUNS } from './dry-run-flag.ts'

const duration = Flags.custom<number>({
  parse: async (text) => {
    const ms = parseDuration(text)
    if (ms === undefined || ms <= 0) throw new CLIError(`invalid duration "${safeLine(text)}" (examples: 30s, 2m)`)
    return ms
  },
})

/** The flags of every command that applies a plan. */
export const applyFlags = {
  yes: Flags.boolean({ char: 'y', summary: 'do not ask for confirmation', helpGroup: 'WRITE' }),
  'confirm-profile': Flags.string({
    summary: 'confirm the protected profile of this name non-interactively',
    helpGroup: 'WRITE',
    helpValue: 'NAME',
  }),
  'fail-fast': Flags.boolean({ summary: 'stop at the first object that fails', helpGroup: 'WRITE' }),
  /** Unset: wait for what must come, but not for resources that need not exist yet. */
  wait: Flags.boolean({
    summary: 'wait for controllers to reconcile',
    helpGroup: 'WRITE',
    allowNo: true,
  }),
  'wait-timeout': duration({
    summary: 'how long to wait for a controller (default 2m)',
    helpGroup: 'WRITE',
    helpValue: 'DURATION',
  }),
  'allow-insecure-tls': Flags.boolean({
    summary: 'write to clusters whose certificate cannot be verified',
    helpGroup: 'WRITE',
  }),
}

/** Additional flags of commands that make a plan. */
export const writeFlags = {
  ...applyFlags,
  'dry-run': Flags.string({
    summary: 'show the plan only; server: also submit a server-side dry run',
    helpGroup: 'WRITE',
    options: DRY_RUNS,
    default: 'none',
  }),
  'plan-out': Flags.string({
    summary: 'save the plan for `apply` instead of applying it (contains no secrets)',
    helpGroup: 'WRITE',
    helpValue: 'FILE',
  }),
  adopt: Flags.boolean({ summary: 'take ownership of fields set manually', helpGroup: 'WRITE' }),
}

export interface ApplyFlags {
  readonly yes: boolean
  readonly 'confirm-profile'?: string | undefined
  readonly 'fail-fast': boolean
  readonly wait?: boolean | undefined
  readonly 'wait-timeout'?: number | undefined
  readonly 'allow-insecure-tls': boolean
}

export interface WriteFlags extends ApplyFlags {
  readonly 'dry-run': string
  readonly 'plan-out'?: string | undefined
  readonly adopt: boolean
}
