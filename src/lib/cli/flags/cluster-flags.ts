// SPDX-License-Identifier: Apache-2.0
import { CLIError } from '@oclif/core/errors'
import * as Flags from '@oclif/core/flags'
import { C5c3Error } from '../../model/report/errors.ts'
import { safeLine } from '../../model/text/sanitize.ts'
import { parseDuration } from '../../model/text/time.ts'

const duration = Flags.custom<number>({
  parse: async (text) => {
    const ms = parseDuration(text)
    if (ms === undefined || ms <= 0) throw new CLIError(`"${text}" is no duration, write 15s, 500ms or 2m`)
    return ms
  },
})

/** The flags of every command that reads clusters, named as in kubectl where kubectl has them. */
export const fleetFlags = {
  demo: Flags.string({
    summary: 'run on a bundled scenario or a fleet folder, no cluster needed',
    helpGroup: 'CLUSTERS',
    helpValue: 'NAME|FOLDER',
  }),
  profile: Flags.string({ summary: 'profile of the config file, instead of its current one', helpGroup: 'CLUSTERS' }),
  kubeconfig: Flags.string({
    summary: 'kubeconfig file, instead of KUBECONFIG and ~/.kube/config',
    helpGroup: 'CLUSTERS',
    helpValue: 'FILE',
  }),
  context: Flags.string({ summary: 'context of the management cluster', helpGroup: 'CLUSTERS' }),
  'control-plane-context': Flags.string({
    summary: 'context of a control plane',
    helpGroup: 'CLUSTERS',
    helpValue: '[NAME=]CONTEXT',
    multiple: true,
  }),
  'hypervisor-context': Flags.string({
    summary: 'context of a hypervisor pool',
    helpGroup: 'CLUSTERS',
    helpValue: 'POOL=CONTEXT',
    multiple: true,
  }),
  'storage-context': Flags.string({
    summary: 'context of a storage pool',
    helpGroup: 'CLUSTERS',
    helpValue: 'POOL=CONTEXT',
    multiple: true,
  }),
  'arbiter-context': Flags.string({ summary: 'context of the arbiter', helpGroup: 'CLUSTERS' }),
  'garden-context': Flags.string({ summary: 'context of the Gardener garden', helpGroup: 'CLUSTERS' }),
  namespace: Flags.string({
    char: 'n',
    summary: 'only what is claimed in this namespace; also read where the whole cluster may not be',
    helpGroup: 'CLUSTERS',
  }),
  'all-namespaces': Flags.boolean({
    char: 'A',
    summary: 'all namespaces, which is the default',
    helpGroup: 'CLUSTERS',
  }),
  as: Flags.string({ summary: 'user to impersonate', helpGroup: 'CLUSTERS' }),
  'as-group': Flags.string({ summary: 'group to impersonate', helpGroup: 'CLUSTERS', multiple: true }),
  'as-uid': Flags.string({ summary: 'UID to impersonate', helpGroup: 'CLUSTERS' }),
  'request-timeout': duration({
    summary: 'longest wait for one answer (default 15s)',
    helpGroup: 'CLUSTERS',
    helpValue: 'DURATION',
  }),
  timeout: duration({
    summary: 'longest wait for the whole command (default 60s)',
    helpGroup: 'CLUSTERS',
    helpValue: 'DURATION',
  }),
  'allow-incomplete': Flags.boolean({
    summary: 'exit 0 instead of 3 when part of the answer is unknown',
    helpGroup: 'OUTPUT',
  }),
}

/** Throws a usage error for -n combined with -A and for invalid namespace names. */
export function checkNamespace({ namespace, 'all-namespaces': all }: Pick<FleetFlags, 'namespace' | 'all-namespaces'>) {
  if (namespace === undefined) return
  if (all) {
    const hint = '-A is the default; -n limits an answer to what is claimed in one namespace'
    throw new C5c3Error('USAGE', 'usage', `-A is all namespaces and -n ${safeLine(namespace)} is one: leave one out`, [
      hint,
    ])
  }
  if (!NAMESPACE.test(namespace))
    throw new C5c3Error('USAGE', 'usage', `-n "${safeLine(namespace)}" is no name of a namespace`)
}

const NAMESPACE = /^[a-z0-9](?:[-a-z0-9]{0,61}[a-z0-9])?$/

export interface FleetFlags {
  readonly demo?: string | undefined
  readonly profile?: string | undefined
  readonly kubeconfig?: string | undefined
  readonly context?: string | undefined
  readonly 'control-plane-context'?: readonly string[] | undefined
  readonly 'hypervisor-context'?: readonly string[] | undefined
  readonly 'storage-context'?: readonly string[] | undefined
  readonly 'arbiter-context'?: string | undefined
  readonly 'garden-context'?: string | undefined
  readonly namespace?: string | undefined
  readonly 'all-namespaces'?: boolean | undefined
  readonly as?: string | undefined
  readonly 'as-group'?: readonly string[] | undefined
  readonly 'as-uid'?: string | undefined
  readonly 'request-timeout'?: number | undefined
  readonly timeout?: number | undefined
  readonly 'allow-incomplete': boolean
  readonly debug: boolean
}
