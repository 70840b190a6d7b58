// SPDX-License-Identifier: Apache-2.0
import { CLIError } from '@oclif/core/errors'
import * as Flags from '@oclif/core/flags'
import { C5c3Error } from '../../model/report/errors.ts'
import { safeLine } from '../../model/text/sanitize.ts'
import { parseDuration } from '../../model/text/time.ts'

const duration = Flags.custom<number>({
  parse: async (text) => {
    const ms = parseDuration(text)
    if (ms === undefined || ms <= 0)
      throw new CLIError(`invalid duration "${safeLine(text)}" (examples: 500ms, 15s, 2m)`)
    return ms
  },
})

/** The flags of every command that reads clusters, named as in kubectl where kubectl has them. */
export const fleetFlags = {
  demo: Flags.string({
    summary: 'use a bundled scenario or a fleet folder; needs no cluster',
    helpGroup: 'CLUSTERS',
    helpValue: 'NAME|FOLDER',
  }),
  profile: Flags.string({ summary: 'profile to use (default: the current one)', helpGroup: 'CLUSTERS' }),
  kubeconfig: Flags.string({
    summary: 'kubeconfig file (default: KUBECONFIG or ~/.kube/config)',
    helpGroup: 'CLUSTERS',
    helpValue: 'FILE',
  }),
  context: Flags.string({ summary: 'context of the management cluster', helpGroup: 'CLUSTERS' }),
  'control-plane-context': Flags.string({
    summary: 'context of a control plane (repeatable)',
    helpGroup: 'CLUSTERS',
    helpValue: '[NAME=]CONTEXT',
    multiple: true,
    multipleNonGreedy: true,
  }),
  'hypervisor-context': Flags.string({
    summary: 'context of a hypervisor pool (repeatable)',
    helpGroup: 'CLUSTERS',
    helpValue: 'POOL=CONTEXT',
    multiple: true,
    multipleNonGreedy: true,
  }),
  'storage-context': Flags.string({
    summary: 'context of a storage pool (repeatable)',
    helpGroup: 'CLUSTERS',
    helpValue: 'POOL=CONTEXT',
    multiple: true,
    multipleNonGreedy: true,
  }),
  'arbiter-context': Flags.string({ summary: 'context of the arbiter', helpGroup: 'CLUSTERS' }),
  'garden-context': Flags.string({ summary: 'context of the Gardener garden', helpGroup: 'CLUSTERS' }),
  namespace: Flags.string({
    char: 'n',
    summary: 'limit to this namespace (also works without cluster-wide permissions)',
    helpGroup: 'CLUSTERS',
  }),
  'all-namespaces': Flags.boolean({
    char: 'A',
    summary: 'all namespaces (default)',
    helpGroup: 'CLUSTERS',
  }),
  as: Flags.string({ summary: 'user to impersonate', helpGroup: 'CLUSTERS' }),
  'as-group': Flags.string({
    summary: 'group to impersonate (repeatable)',
    helpGroup: 'CLUSTERS',
    multiple: true,
    multipleNonGreedy: true,
  }),
  'as-uid': Flags.string({ summary: 'UID to impersonate', helpGroup: 'CLUSTERS' }),
  'request-timeout': duration({
    summary: 'timeout per API request (default 15s)',
    helpGroup: 'CLUSTERS',
    helpValue: 'DURATION',
  }),
  timeout: duration({
    summary: 'overall timeout (default 60s)',
    helpGroup: 'CLUSTERS',
    helpValue: 'DURATION',
  }),
  'allow-incomplete': Flags.boolean({
    summary: 'exit 0 instead of 3 if some data is unavailable',
    helpGroup: 'OUTPUT',
  }),
}

/** Throws a usage error for -n combined with -A and for invalid namespace names. */
export function checkNamespace({ namespace, 'all-namespaces': all }: Pick<FleetFlags, 'namespace' | 'all-namespaces'>) {
  if (namespace === undefined) return
  if (all) {
    const hint = '-A is the default; -n limits the output to one namespace'
    throw new C5c3Error('USAGE', 'usage', `-A and -n ${safeLine(namespace)} are mutually exclusive`, [hint])
  }
  if (!NAMESPACE.test(namespace)) throw new C5c3Error('USAGE', 'usage', `invalid namespace "${safeLine(namespace)}"`)
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
