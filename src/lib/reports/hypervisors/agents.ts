// SPDX-License-Identifier: Apache-2.0
import type { Assessment } from '../../model/graph/assessment.ts'
import type { GraphNode } from '../../model/graph/graph.ts'
import { worse } from '../../model/graph/health.ts'
import { countAt, entriesAt, labelAt, listAt, textAt } from '../../model/object/fields.ts'
import type { State } from '../../model/report/report.ts'
import { hiddenIn, membersOf, type PoolContext, type PoolSite } from '../pools/sites.ts'
import { objectAddress } from '../shared/object-row.ts'

/** An agent that every hypervisor needs, and how to recognise its DaemonSets. */
export interface AgentKind {
  readonly name: string
  isIt(daemons: GraphNode): boolean
}

export interface PoolAgent {
  readonly name: string
  readonly state: State
  readonly ready: number
  readonly wanted: number
  /** Image tags in use. */
  readonly versions: readonly string[]
  /** KIND/NAMESPACE/NAME@CLUSTER of its DaemonSets; several may cover different nodes. */
  readonly daemonSets: readonly string[]
}

/** The agents of a pool, counted by their DaemonSets. */
export function agentsOf(
  { own }: Assessment,
  context: PoolContext,
  site: PoolSite,
  kinds: readonly AgentKind[],
): readonly PoolAgent[] {
  const all = membersOf(context, site, 'DaemonSet.apps')
  const hidden = hiddenIn(context, site, 'DaemonSet.apps') !== undefined
  return kinds.map((kind) => {
    const daemonSets = all.filter((one) => kind.isIt(one))
    const sum = (path: string) => daemonSets.reduce((total, { object }) => total + (countAt(object, path) ?? 0), 0)
    const states = daemonSets.map(({ id }) => own(id).state)
    const none: State = hidden ? 'unknown' : 'not installed'
    return {
      name: kind.name,
      state: daemonSets.length === 0 ? none : states.reduce<State>(worse, 'healthy'),
      ready: sum('status.numberReady'),
      wanted: sum('status.desiredNumberScheduled'),
      versions: [...new Set(daemonSets.flatMap(versionsOf))].sort(),
      daemonSets: daemonSets.map(objectAddress),
    }
  })
}

function versionsOf({ object }: GraphNode): readonly string[] {
  const [image] = listAt(object, 'spec.template.spec.containers').map((one) => textAt(one, 'image') ?? '')
  const version = image === undefined ? undefined : tagOf(image)
  return version === undefined ? [] : [version]
}

/** The tag of an image, or a short digest; a colon before a slash belongs to a registry port. */
export function tagOf(image: string): string | undefined {
  const [name = '', digest] = image.split('@')
  const [, tag] = /:([^:/]+)$/.exec(name) ?? []
  return tag ?? digest?.replace(/^(\w+:[0-9a-f]{8}).*$/, '$1')
}

/** Whether the node selector of a DaemonSet matches a node; ignores affinity. */
export const selects = (daemons: GraphNode, node: GraphNode | undefined): boolean =>
  entriesAt(daemons.object, 'spec.template.spec.nodeSelector').every(
    ([key, value]) => labelAt(node?.object, key) === value,
  )
