// SPDX-License-Identifier: Apache-2.0

import * as Args from '@oclif/core/args'
import { FleetCommand } from '../lib/cli/fleet-command.ts'
import { later } from '../lib/cli/later.ts'
import { outputFlag } from '../lib/cli/output.ts'
import { readFlags, refuseSelector, selectFlags } from '../lib/cli/read-flags.ts'
import { watchFlags } from '../lib/cli/watch-flags.ts'
import { operands } from '../lib/model/command.ts'
import { STATUS_FORMATS } from '../lib/render/formats.ts'

const subjectsOf = later(() => import('../lib/reports/subject.ts'))
const forms = later(() => import('../lib/reports/status-forms.ts'))
const reports = later(() => import('../lib/reports/status.ts'))
const views = later(() => import('../lib/reports/status-view.ts'))

export default class Status extends FleetCommand {
  static override summary = 'all OpenStack clusters: phases, state, what blocks first, and how complete the answer is'
  static override examples = [
    '<%= config.bin %> status',
    '<%= config.bin %> status --demo healthy -o json',
    '<%= config.bin %> status -o junit > status.xml',
    '<%= config.bin %> status -o html > status.html',
  ]
  static override formats = STATUS_FORMATS
  static override baseFlags = { ...FleetCommand.baseFlags, output: outputFlag(STATUS_FORMATS) }
  static override args = { name: Args.string({ description: 'one OpenStack cluster' }) }
  static override flags = {
    ...readFlags,
    ...selectFlags,
    ...watchFlags,
  }

  async run(): Promise<number> {
    const { args, flags } = await this.parse(Status)
    refuseSelector(args.name, flags)
    return this.withObservation(flags, async ({ snapshot, assessment, kinds, scope }) => {
      const { findSubject, overviewSubjects } = await subjectsOf()
      const { statusForms } = await forms()
      const { graph } = assessment
      const allowIncomplete = flags['allow-incomplete']
      const acceptCached = flags['accept-cached']
      const about = { title: 'Status', takenAt: snapshot.takenAt }
      if (args.name) {
        const { statusPageReport } = await import('../lib/reports/status-page.ts')
        const { statusPageView } = await import('../lib/reports/status-page-view.ts')
        const subject = findSubject(args.name, graph, kinds, snapshot, scope.namespace)
        const page = statusPageReport(snapshot, assessment, subject, { allowIncomplete, acceptCached })
        const show = {
          ...statusForms(snapshot, assessment, [subject]),
          view: statusPageView,
          page: async (one: typeof page) => {
            const { pageOf } = await import('../lib/reports/page.ts')
            const words = ['status', ...operands(args.name ?? '')]
            return pageOf(one, statusPageView(one), { ...about, words }, { assessment, roots: [subject] })
          },
        }
        return this.finish(page, show, flags)
      }
      const { statusReport } = await reports()
      const { statusView } = await views()
      const subjects = overviewSubjects(graph, scope, snapshot)
      const report = statusReport(snapshot, assessment, { subjects, allowIncomplete, acceptCached, scope })
      const show = {
        ...statusForms(snapshot, assessment, subjects),
        view: statusView,
        page: async (all: typeof report) => {
          const { pageOf } = await import('../lib/reports/page.ts')
          return pageOf(all, statusView(all), { ...about, words: ['status'] }, { assessment, roots: subjects })
        },
      }
      return this.finish(report, show, flags)
    })
  }
}
