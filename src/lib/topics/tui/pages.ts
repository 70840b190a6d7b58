// SPDX-License-Identifier: Apache-2.0
import type { Fleet } from '../../fleet/member.ts'
import type { View } from '../../model/report/view.ts'
import { clockSkews } from '../../pipeline/clock-skew.ts'
import type { RequestedPage, ScreenPage, ViewName } from '../../render/tui/screen.ts'
import { checkReport } from '../../reports/check/report.ts'
import { checkTreeView } from '../../reports/check/tree-view.ts'
import { credentialsReport } from '../../reports/credentials/report.ts'
import { credentialsTreeView } from '../../reports/credentials/tree-view.ts'
import { eventsReport } from '../../reports/events/report.ts'
import { eventsForms } from '../../reports/events/view.ts'
import { gitopsReport } from '../../reports/gitops/report.ts'
import { gitopsForms } from '../../reports/gitops/view.ts'
import { hypervisorsReport } from '../../reports/hypervisors/report.ts'
import { hypervisorsForms } from '../../reports/hypervisors/view.ts'
import { poolsReport } from '../../reports/pools/report.ts'
import { poolsView } from '../../reports/pools/view.ts'
import { findSubject, overviewSubjects } from '../../reports/shared/find-subject.ts'
import { treeReport } from '../../reports/tree/report.ts'
import { treeView } from '../../reports/tree/view.ts'
import { agentKinds } from '../hypervisors/kinds.ts'
import type { CommandObservations } from './command-observations.ts'

/** What a view is made from. */
export interface Making {
  readonly sight: CommandObservations
  readonly fleet: Fleet
  /** A command of ours on the same landscape. */
  readonly command: (...words: readonly string[]) => string
}

type InView = Extract<RequestedPage, { view: ViewName }>

/** One of the views, from the report of its command. */
export function viewPage(wanted: InView, making: Making): ScreenPage {
  return PAGES[wanted.view](wanted, making)
}

const allowIncomplete = false

const rows = (title: string, view: View, command: string, enter: ScreenPage['enter'] = 'details'): ScreenPage => ({
  title,
  view,
  command,
  form: 'rows',
  enter,
})

const PAGES: Readonly<Record<ViewName, (wanted: InView, making: Making) => ScreenPage>> = {
  tree: ({ root, onlyProblems = false, reverse = false }, { sight, command }) => {
    const { snapshot, assessment, kinds, scope } = sight.of('tree')
    const { graph } = assessment
    const roots =
      root === undefined
        ? overviewSubjects(graph, scope, snapshot)
        : [findSubject(root, graph, kinds, snapshot, scope.namespace)]
    const report = treeReport(snapshot, assessment, {
      roots,
      reverse,
      depth: 100,
      kinds: [],
      onlyProblems,
      group: true,
      allowIncomplete,
      ...(root === undefined ? { scope } : {}),
    })
    const words = [
      ...(root === undefined ? [] : [root]),
      ...(reverse ? ['--reverse'] : []),
      ...(onlyProblems ? ['--only-problems'] : []),
    ]
    const what = root === undefined ? 'Tree of all clusters' : reverse ? `What stands on ${root}` : `Tree of ${root}`
    return rows(
      `${what}${onlyProblems ? ', only problems' : ''}`,
      treeView(report, { reverse }),
      command('tree', ...words),
    )
  },
  problems: (_, { sight, command }) => {
    const seen = sight.of('check')
    const found = sight.inspection('check')
    const report = checkReport({ ...seen, ...found, allowIncomplete, failOn: 'warning', suppressions: [] })
    return rows('Problems, causes first', checkTreeView(report), command('check'), 'why')
  },
  pools: (_, { sight, command }) => {
    const { snapshot, assessment, scope } = sight.of('pools')
    return rows('Pools', poolsView(poolsReport(snapshot, assessment, { scope, allowIncomplete })), command('pools'))
  },
  hypervisors: (_, { sight, fleet, command }) => {
    const { causes } = sight.inspection('hypervisors')
    const known = fleet.members.flatMap(({ cluster }) =>
      cluster.roles.flatMap(({ role, name }) => (role === 'hypervisor' ? [name] : [])),
    )
    const about = { causes, known, agents: agentKinds(fleet.profile?.agents) }
    const report = hypervisorsReport({ ...sight.of('hypervisors'), ...about, allowIncomplete })
    return rows('Hypervisors', hypervisorsForms(true).view(report), command('hypervisors', '-o', 'wide'))
  },
  secrets: (_, { sight, command }) => {
    const { causes } = sight.inspection('credentials')
    const report = credentialsReport({ ...sight.of('credentials'), causes, allowIncomplete })
    return rows('Secrets, hop by hop', credentialsTreeView(report), command('credentials', '-o', 'wide'))
  },
  gitops: (_, { sight, command }) => {
    const { causes } = sight.inspection('gitops')
    const report = gitopsReport({ ...sight.of('gitops'), causes, allowIncomplete })
    return rows('GitOps, in the order Flux gets to it', gitopsForms.view(report), command('gitops'))
  },
  events: (_, { sight, fleet, command }) => {
    const { snapshot, scope } = sight.of('events')
    const events = snapshot.events ?? []
    const report = eventsReport({ snapshot, events, skews: clockSkews(fleet), types: [], scope, allowIncomplete })
    return rows('Events of all clusters, newest last', eventsForms.view(report), command('events'))
  },
}
