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

/** The inputs of a view. */
export interface Making {
  readonly sight: CommandObservations
  readonly fleet: Fleet
  /** Formats a command of this tool for the same fleet. */
  readonly command: (...words: readonly string[]) => string
}

/** One of the views, from the report of its command. */
export function viewPage(requested: ViewRequest, making: Making): ScreenPage {
  return PAGES[requested.view](requested, making)
}

const allowIncomplete = false

const rowsPage = (title: string, view: View, command: string, enter: ScreenPage['enter'] = 'details'): ScreenPage => ({
  title,
  view,
  command,
  form: 'rows',
  enter,
})

const PAGES: Readonly<Record<ViewName, (requested: ViewRequest, making: Making) => ScreenPage>> = {
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
    const args = [
      ...(root === undefined ? [] : [root]),
      ...(reverse ? ['--reverse'] : []),
      ...(onlyProblems ? ['--only-problems'] : []),
    ]
    const what = root === undefined ? 'Tree of all clusters' : reverse ? `What stands on ${root}` : `Tree of ${root}`
    return rowsPage(
      `${what}${onlyProblems ? ', only problems' : ''}`,
      treeView(report, { reverse }),
      command('tree', ...args),
    )
  },
  problems: (_, { sight, command }) => {
    const seen = sight.of('check')
    const report = checkReport({ ...seen, allowIncomplete, failOn: 'warning', suppressions: [] })
    return rowsPage('Problems, causes first', checkTreeView(report), command('check'), 'why')
  },
  pools: (_, { sight, command }) => {
    const { snapshot, assessment, scope } = sight.of('pools')
    return rowsPage('Pools', poolsView(poolsReport(snapshot, assessment, { scope, allowIncomplete })), command('pools'))
  },
  hypervisors: (_, { sight, fleet, command }) => {
    const known = fleet.members.flatMap(({ cluster }) =>
      cluster.roles.flatMap(({ role, name }) => (role === 'hypervisor' ? [name] : [])),
    )
    const about = { known, agents: agentKinds(fleet.profile?.agents) }
    const report = hypervisorsReport({ ...sight.of('hypervisors'), ...about, allowIncomplete })
    return rowsPage('Hypervisors', hypervisorsForms(true).view(report), command('hypervisors', '-o', 'wide'))
  },
  secrets: (_, { sight, command }) => {
    const report = credentialsReport({ ...sight.of('credentials'), allowIncomplete })
    return rowsPage('Secrets, hop by hop', credentialsTreeView(report), command('credentials', '-o', 'wide'))
  },
  gitops: (_, { sight, command }) => {
    const report = gitopsReport({ ...sight.of('gitops'), allowIncomplete })
    return rowsPage('GitOps, in the order Flux gets to it', gitopsForms(true).view(report), command('gitops'))
  },
  events: (_, { sight, fleet, command }) => {
    const { snapshot, scope } = sight.of('events')
    const events = snapshot.events ?? []
    const report = eventsReport({ snapshot, events, skews: clockSkews(fleet), types: [], scope, allowIncomplete })
    return rowsPage('Events of all clusters, newest last', eventsForms.view(report), command('events'))
  },
}

type ViewRequest = Extract<RequestedPage, { view: ViewName }>
