// SPDX-License-Identifier: Apache-2.0
import { C5c3Error } from '../../model/report/errors.ts'

/**
 * Refuses kubectl's flags for the address and credentials of a single cluster. Their values are never repeated, so this
 * runs before anything else that could quote the command line.
 */
export function refuseLoginFlags(argv: readonly string[]): void {
  const end = argv.indexOf('--')
  const words = end === -1 ? argv : argv.slice(0, end)
  const flag = words
    .map((word) => /^(?:-s(?=$|=|https?:)|--[\w-]+)/.exec(word)?.[0] ?? '')
    .find((name) => name in INSTEAD)
  if (flag === undefined) return
  throw new C5c3Error('USAGE', 'usage', `${flag} is not supported: it addresses one cluster, and c5c3 reads many`, [
    INSTEAD[flag] ?? CONTEXT,
  ])
}

const CONTEXT = 'use --context NAME, or --kubeconfig FILE with a context for it'
const USER = 'use --context NAME, whose user has the credentials; --as NAME impersonates another user'
const TRUST = 'set it for the cluster in the kubeconfig, then use --kubeconfig FILE or --context NAME'

const INSTEAD: Readonly<Record<string, string>> = {
  '--cluster': CONTEXT,
  '--server': CONTEXT,
  '-s': CONTEXT,
  '--user': USER,
  '--token': USER,
  '--username': USER,
  '--password': USER,
  '--client-certificate': USER,
  '--client-key': USER,
  '--certificate-authority': TRUST,
  '--insecure-skip-tls-verify': TRUST,
  '--tls-server-name': TRUST,
}
