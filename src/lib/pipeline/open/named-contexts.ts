// SPDX-License-Identifier: Apache-2.0

import type { FleetFlags } from '../../cli/flags/cluster-flags.ts'
import type { NamedContexts } from '../../fleet/kubeconfig-candidates.ts'
import type { Role } from '../../model/landscape/role.ts'
import { C5c3Error } from '../../model/report/errors.ts'
import { safeLine } from '../../model/text/sanitize.ts'

/** Parses the context flags. POOL=CONTEXT splits at the first =, as context names may contain more of them. */
export function namedContexts(flags: FleetFlags): NamedContexts {
  return {
    ...(flags.context ? { management: flags.context } : {}),
    others: [
      ...pairs('control-plane', flags['control-plane-context'], true),
      ...pairs('hypervisor', flags['hypervisor-context'], false),
      ...pairs('storage', flags['storage-context'], false),
      ...single('arbiter', flags['arbiter-context']),
      ...single('garden', flags['garden-context']),
    ],
  }
}

function pairs(role: Role, values: readonly string[] | undefined, nameOptional: boolean): NamedContexts['others'] {
  return (values ?? []).map((value) => {
    const split = value.indexOf('=')
    if (split === -1 && nameOptional) return { role: { role, name: value }, context: value }
    const [name, context] = [value.slice(0, split), value.slice(split + 1)]
    if (split < 1 || context === '') {
      throw new C5c3Error('USAGE', 'usage', `--${role}-context=${safeLine(value)}: expected POOL=CONTEXT`)
    }
    return { role: { role, name }, context }
  })
}

function single(role: Role, context: string | undefined): NamedContexts['others'] {
  return context ? [{ role: { role, name: role }, context }] : []
}
