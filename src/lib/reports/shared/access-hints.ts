// SPDX-License-Identifier: Apache-2.0
import { CLUSTER_FAULTS, type Fault } from '../../model/landscape/fault.ts'
import type { Gap } from '../../model/landscape/gap.ts'
import { isRole, type Role } from '../../model/landscape/role.ts'
import type { Cell } from '../../model/report/view.ts'

/** How to make the next report more complete, most useful cluster first; empty without gaps. */
export function accessHints(gaps: readonly Gap[]): readonly Cell[] {
  const order = ({ cluster }: Gap) => {
    const place = ROLES.indexOf(cluster.split('/')[0] ?? '')
    return place < 0 ? ROLES.length : place
  }
  const [unreachable] = gaps.filter(({ kind }) => kind === undefined).sort((a, b) => order(a) - order(b))
  if (unreachable) {
    const [role = '', name = ''] = unreachable.cluster.split('/')
    const flag = isRole(role) ? `, or name another way in: ${FLAGS[role].replace('NAME', name)}` : ''
    return [hint(`to see more, open ${unreachable.cluster} first: ${remedy(unreachable.fault)}${flag}`)]
  }
  if (gaps.some(({ fault }) => fault === 'forbidden'))
    return [hint('to see more: kubectl c5c3 contexts check lists the permissions that are missing')]
  return []
}

/** The flag that names a cluster of each role, in the order in which access is most useful. */
const FLAGS: Readonly<Record<Role, string>> = {
  management: '--context CONTEXT',
  'control-plane': '--control-plane-context NAME=CONTEXT',
  storage: '--storage-context NAME=CONTEXT',
  hypervisor: '--hypervisor-context NAME=CONTEXT',
  arbiter: '--arbiter-context CONTEXT',
  garden: '--garden-context CONTEXT',
}

const ROLES = Object.keys(FLAGS)

const hint = (text: string): Cell => ({ text: `hint: ${text}`, tone: 'dim' })

function remedy(fault: Fault): string {
  if (fault === 'unauthorized') return 'log in to it again'
  if (fault === 'tls') return 'check its certificate with kubectl c5c3 contexts'
  return CLUSTER_FAULTS.has(fault)
    ? 'check VPN and network with kubectl c5c3 contexts'
    : 'kubectl c5c3 contexts says why'
}
