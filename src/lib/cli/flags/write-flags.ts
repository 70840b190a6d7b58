// SPDX-License-Identifier: Apache-2.0
import { CLIError } from '@oclif/core/errors'
import * as Flags from '@oclif/core/flags'
import { parseDuration } from '../../model/text/time.ts'

const duration = Flags.custom<number>({
  parse: async (text) => {
    const ms = parseDuration(text)
    if (ms === undefined || ms <= 0) throw new CLIError(`"${text}" is no duration, write 30s or 2m`)
    return ms
  },
})

/** The flags of every command that applies a plan. */
export const applyFlags = {
  yes: Flags.boolean({ char: 'y', summary: 'write without asking', helpGroup: 'WRITE' }),
  'confirm-profile': Flags.string({
    summary: 'name of the protected profile that is meant, instead of typing it',
    helpGroup: 'WRITE',
    helpValue: 'NAME',
  }),
  'fail-fast': Flags.boolean({ summary: 'stop at the first object that fails', helpGroup: 'WRITE' }),
  /** Unset: wait for what must come, but not for resources that need not exist yet. */
  wait: Flags.boolean({
    summary: 'wait for the controllers that must answer',
    helpGroup: 'WRITE',
    allowNo: true,
  }),
  'wait-timeout': duration({
    summary: 'longest wait for a controller (default 2m)',
    helpGroup: 'WRITE',
    helpValue: 'DURATION',
  }),
  'allow-insecure-tls': Flags.boolean({
    summary: 'write to clusters whose certificate is not verified',
    helpGroup: 'WRITE',
  }),
}

/** Additional flags of commands that make a plan. */
export const writeFlags = {
  ...applyFlags,
  'dry-run': Flags.string({
    summary: 'only show the plan; server: also ask the servers whether they would take it',
    helpGroup: 'WRITE',
    options: ['client', 'server', 'none'],
    default: 'none',
  }),
  'plan-out': Flags.string({
    summary: 'save the plan for `apply` instead of carrying it out; it holds no secret',
    helpGroup: 'WRITE',
    helpValue: 'FILE',
  }),
  adopt: Flags.boolean({ summary: 'take over fields that were written by hand', helpGroup: 'WRITE' }),
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
