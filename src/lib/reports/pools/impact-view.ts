// SPDX-License-Identifier: Apache-2.0
import type { Block, Cell, Tone, View } from '../../model/report/view.ts'
import { completenessText } from '../shared/completeness.ts'
import { bytesText, countText } from '../shared/format-amount.ts'
import { gapNotes } from '../shared/gap-notes.ts'
import { stateCell } from '../shared/state-cell.ts'
import type { PoolImpactReport } from './impact.ts'
import { type ImpactEffect, plural, type TenantImpact } from './impact-model.ts'
import type { QuorumAfter } from './quorum-after.ts'
import { kindOfPool } from './show-view.ts'

export function poolImpactView(report: PoolImpactReport): View {
  const { tenants, quorum, notes, completeness, exitCode, verdict } = report
  const unreplicated = tenants.filter(({ notReplicated }) => notReplicated.length > 0)
  const lines: readonly Cell[] = [...(quorum ? [quorumCell(quorum)] : []), ...notes.map((text) => ({ text }))]
  return {
    blocks: [
      { type: 'lines', lines: heading(report) },
      ...(tenants.length > 0 ? [tenantsBlock(tenants)] : [NO_TENANTS]),
      ...sharedReasons(tenants),
      ...(unreplicated.length > 0 ? [unreplicatedBlock(unreplicated)] : []),
      ...(lines.length > 0 ? [{ type: 'lines', lines } as const] : []),
      {
        type: 'lines',
        lines: [{ text: `${completenessText(completeness, 'read in full')} · now ${verdict} · exit ${exitCode}` }],
      },
    ],
    notes: gapNotes(completeness.gaps),
  }
}

const NO_TENANTS: Block = { type: 'lines', lines: [{ text: 'no tenant uses it' }] }

function heading({ subject, load }: PoolImpactReport): readonly Cell[] {
  const { text, tone } = stateCell(subject.state)
  const pool = [kindOfPool(subject.type), subject.kind === 'node' ? subject.pool : undefined].filter(Boolean).join(' ')
  const what = subject.kind === 'node' ? `node of ${pool}` : pool
  const usage = [
    ...(subject.kind === 'node' || load.nodes === undefined ? [] : [plural(load.nodes, 'node')]),
    ...(load.instances === undefined ? [] : [plural(load.instances, 'instance')]),
    ...(load.vcpus === undefined ? [] : [`${countText(load.vcpus)} vCPU given`]),
    ...(load.memoryBytes === undefined ? [] : [`${bytesText(load.memoryBytes)} memory given`]),
    ...(load.cephBytes === undefined ? [] : [`${bytesText(load.cephBytes)} stored`]),
  ]
  return [
    {
      text: `${subject.name}: ${what}${subject.region ? `, ${subject.region}` : ''} · now ${text}`,
      ...(tone ? { tone } : {}),
    },
    ...(usage.length > 0 ? [{ text: `there now: ${usage.join(', ')}` }] : []),
  ]
}

const EFFECTS: Readonly<Record<ImpactEffect, { readonly symbol: string; readonly tone: Tone }>> = {
  nothing: { symbol: '✔', tone: 'good' },
  reduced: { symbol: '!', tone: 'busy' },
  unknown: { symbol: '?', tone: 'busy' },
  stops: { symbol: '✖', tone: 'bad' },
}

const effectCell = (effect: ImpactEffect): Cell => ({
  text: `${EFFECTS[effect].symbol} ${effect}`,
  tone: EFFECTS[effect].tone,
})

const tenantText = ({ namespace, name }: TenantImpact) => (namespace === undefined ? name : `${namespace}/${name}`)

function tenantsBlock(tenants: readonly TenantImpact[]): Block {
  return {
    type: 'table',
    columns: [
      { title: 'TENANT' },
      { title: 'IF DRAINED' },
      { title: 'IF LOST' },
      { title: 'SERVICES', drop: 2 },
      { title: 'INSTANCES', drop: 1 },
      { title: 'WHY', flexible: true, drop: 3 },
    ],
    rows: tenants.map((tenant) => [
      { text: tenantText(tenant) },
      effectCell(tenant.drained.effect),
      effectCell(tenant.lost.effect),
      { text: servicesText(tenant) },
      { text: tenant.instances === undefined ? '' : String(tenant.instances) },
      { text: hasSharedReason(tenants) ? '' : [...new Set([tenant.drained.why, tenant.lost.why])].join('; ') },
    ]),
  }
}

/** A reason that all tenants share is printed once, below the table. */
const hasSharedReason = ([first, ...others]: readonly TenantImpact[]) =>
  others.every(({ drained, lost }) => drained.why === first?.drained.why && lost.why === first?.lost.why)

function sharedReasons(tenants: readonly TenantImpact[]): readonly Block[] {
  const [first] = tenants
  if (!first || !hasSharedReason(tenants)) return []
  const { drained, lost } = first
  const total = new Set(tenants.flatMap(({ notReplicated }) => notReplicated)).size
  if (tenants.length > 1 && total > 0 && drained.why === lost.why)
    return [
      {
        type: 'lines',
        lines: [
          {
            text: `if drained or lost: the data in ${plural(total, 'RBD pool')} is nowhere else`,
          },
        ],
      },
    ]
  const lines =
    drained.why === lost.why
      ? [{ text: `if drained or lost: ${lost.why}` }]
      : [{ text: `if drained: ${drained.why}` }, { text: `if lost: ${lost.why}` }]
  return [{ type: 'lines', lines }]
}

/** Adds the effect where it differs from the tenant's. */
function servicesText({ services, lost }: TenantImpact): string {
  return services
    .map(({ service, effect, of }) => {
      const cells = service === 'Nova' && of && !of.some((name) => name.includes('-')) ? of : []
      const details = [...cells, ...(effect === lost.effect ? [] : [effect])]
      return details.length > 0 ? `${service} (${details.join(', ')})` : service
    })
    .join(', ')
}

function unreplicatedBlock(tenants: readonly TenantImpact[]): Block {
  return {
    type: 'table',
    columns: [
      { title: 'NOT REPLICATED ELSEWHERE', flexible: true },
      { title: 'OF', drop: 1 },
    ],
    rows: tenants.flatMap((tenant) =>
      tenant.notReplicated.map((name) => [{ text: `RBD pool ${name}` }, { text: tenantText(tenant) }]),
    ),
  }
}

function quorumCell({ total, needed, before, after, kept, assumed }: QuorumAfter): Cell {
  const text = `monitors: ${before} of ${total} now, ${after} after the loss, ${needed} needed: quorum ${kept ? 'kept' : 'LOST'}`
  return { text: assumed ? `${text} (${assumed})` : text, tone: kept ? 'plain' : 'bad' }
}

export const poolImpactNames = ({ tenants }: PoolImpactReport): readonly string[] =>
  tenants.map((tenant) => `${tenant.kind.toLowerCase()}/${tenantText(tenant)}`)
