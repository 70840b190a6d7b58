// SPDX-License-Identifier: Apache-2.0
import type { Block, Cell, Tone, View } from '../../model/report/view.ts'
import { linesBlock, listFooter } from '../lists/list-footer.ts'
import { bytesText, countText } from '../shared/format-amount.ts'
import { gapNotes } from '../shared/gap-notes.ts'
import { stateCell } from '../shared/state-cell.ts'
import { tableOf } from '../shared/table.ts'
import type { PoolImpactReport } from './impact.ts'
import { type ImpactEffect, type ImpactOutcome, plural, type TenantImpact } from './impact-model.ts'
import type { QuorumAfter } from './quorum-after.ts'
import { kindOfPool } from './show-view.ts'

export function poolImpactView(report: PoolImpactReport): View {
  const { tenants, quorum, notes, completeness } = report
  return {
    blocks: [
      { type: 'lines', lines: heading(report) },
      ...(tenants.length > 0 ? [tenantsBlock(tenants)] : []),
      ...linesBlock(sharedReasons(tenants)),
      ...linesBlock([
        ...onlyCopies(tenants),
        ...(quorum ? [quorumCell(quorum)] : []),
        ...notes.map((text) => ({ text })),
      ]),
      listFooter(completeness),
    ],
    notes: gapNotes(completeness.gaps),
  }
}

function heading({ subject, load, tenants }: PoolImpactReport): readonly Cell[] {
  const { text, tone } = stateCell(subject.state)
  const pool = [kindOfPool(subject.type), subject.kind === 'node' ? subject.pool : undefined].filter(Boolean).join(' ')
  const what = [subject.kind === 'node' ? `node of ${pool}` : pool, ...(subject.region ? [subject.region] : [])]
  const usage = [
    ...(subject.kind === 'node' || load.nodes === undefined ? [] : [plural(load.nodes, 'node')]),
    ...(load.instances === undefined ? [] : [plural(load.instances, 'instance')]),
    ...(load.vcpus === undefined ? [] : [`${countText(load.vcpus)} vCPUs allocated`]),
    ...(load.memoryBytes === undefined ? [] : [`${bytesText(load.memoryBytes)} memory allocated`]),
    ...(load.cephBytes === undefined ? [] : [`${bytesText(load.cephBytes)} stored`]),
  ]
  return [
    { text: `${subject.name} (${what.join(', ')}): ${impactSentence(tenants)}` },
    { text: ['now: ', [text, ...usage].join(' · ')].join(''), ...(tone ? { tone } : {}) },
  ]
}

/** What a drain and a loss do, in one sentence if they do the same. */
function impactSentence(tenants: readonly TenantImpact[]): string {
  if (tenants.length === 0) return 'no tenant uses it'
  const [drained, lost] = [effectText(tenants.map((row) => row.drained)), effectText(tenants.map((row) => row.lost))]
  return drained === lost ? `draining or losing it ${lost}` : `draining it ${drained}; losing it ${lost}`
}

function effectText(outcomes: readonly ImpactOutcome[]): string {
  const parts = [
    ...countOf(outcomes, 'stops', 'takes down'),
    ...countOf(outcomes, 'unknown', 'has an unknown effect on'),
    ...countOf(outcomes, 'reduced', 'degrades'),
  ]
  return parts.join(', ') || 'affects no tenant'
}

function countOf(outcomes: readonly ImpactOutcome[], effect: ImpactEffect, verb: string): readonly string[] {
  const count = outcomes.filter((outcome) => outcome.effect === effect).length
  return count > 0 ? [`${verb} ${plural(count, 'tenant')}`] : []
}

const EFFECTS: Readonly<Record<ImpactEffect, { readonly text: string; readonly tone: Tone }>> = {
  nothing: { text: '✔ no impact', tone: 'good' },
  reduced: { text: '! degraded', tone: 'busy' },
  unknown: { text: '? unknown', tone: 'busy' },
  stops: { text: '✖ down', tone: 'bad' },
}

const EFFECT_ORDER: readonly ImpactEffect[] = ['stops', 'unknown', 'reduced', 'nothing']

const rank = ({ lost, drained }: TenantImpact) =>
  EFFECT_ORDER.indexOf(lost.effect) * EFFECT_ORDER.length + EFFECT_ORDER.indexOf(drained.effect)

const tenantText = ({ namespace, name }: TenantImpact) => (namespace === undefined ? name : `${namespace}/${name}`)

function tenantsBlock(tenants: readonly TenantImpact[]): Block {
  const hasOwnReasons = !hasSharedReason(tenants)
  return tableOf(
    tenants.toSorted((a, b) => rank(a) - rank(b)),
    [
      { title: 'TENANT', cell: tenantText },
      { title: 'DRAINED', cell: ({ drained }) => EFFECTS[drained.effect] },
      { title: 'LOST', cell: ({ lost }) => EFFECTS[lost.effect] },
      { title: 'INSTANCES', drop: 1, cell: ({ instances }) => String(instances ?? '') },
      { title: 'SERVICES', flexible: true, cell: servicesText },
      { title: 'WHY', flexible: true, cell: (row) => (hasOwnReasons ? reasonsText(row) : '') },
    ],
  )
}

const reasonsText = ({ drained, lost }: TenantImpact) => [...new Set([drained.why, lost.why])].join('; ')

/** A reason that all tenants share is printed once, below the table. */
const hasSharedReason = ([first, ...others]: readonly TenantImpact[]) =>
  others.every(({ drained, lost }) => drained.why === first?.drained.why && lost.why === first?.lost.why)

function sharedReasons(tenants: readonly TenantImpact[]): readonly Cell[] {
  const [first] = tenants
  if (!first || !hasSharedReason(tenants)) return []
  const { drained, lost } = first
  // the list of only copies says the same with their names
  if (drained.why === lost.why) return first.notReplicated.length > 0 ? [] : [{ text: `drained or lost: ${lost.why}` }]
  return [{ text: `drained: ${drained.why}` }, { text: `lost: ${lost.why}` }]
}

/** Names what is only degraded while its tenant is down. */
function servicesText({ services, lost }: TenantImpact): string {
  return services
    .map(({ service, effect, of }) => {
      const cells = service === 'Nova' && of && !of.some((name) => name.includes('-')) ? of : []
      const other = effect === lost.effect ? [] : [EFFECTS[effect].text.slice(2)]
      const details = [...cells, ...other]
      return details.length > 0 ? `${service} (${details.join(', ')})` : service
    })
    .join(', ')
}

function onlyCopies(tenants: readonly TenantImpact[]): readonly Cell[] {
  const rows = tenants.filter(({ notReplicated }) => notReplicated.length > 0)
  const total = new Set(rows.flatMap(({ notReplicated }) => notReplicated)).size
  if (total === 0) return []
  return [
    { text: `data loss: ${plural(total, 'RBD pool')} ${total === 1 ? 'exists' : 'exist'} only here`, tone: 'bad' },
    ...rows.map((tenant) => ({ text: `  ${tenantText(tenant)}: ${tenant.notReplicated.join(', ')}` })),
  ]
}

function quorumCell({ total, needed, before, after, kept, assumed }: QuorumAfter): Cell {
  const left = `${after} of ${total} monitors would remain, ${needed} needed`
  const text = `Ceph quorum ${kept ? 'kept' : 'lost'}: ${left}${before < total ? ` (${before} up now)` : ''}`
  return { text: assumed ? `${text} (${assumed})` : text, tone: kept ? 'plain' : 'bad' }
}

export const poolImpactNames = ({ tenants }: PoolImpactReport): readonly string[] =>
  tenants.map((tenant) => `${tenant.kind.toLowerCase()}/${tenantText(tenant)}`)
