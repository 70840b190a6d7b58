// SPDX-License-Identifier: Apache-2.0
import * as Args from '@oclif/core/args'
import { FleetCommand } from '../lib/cli/fleet-command.ts'
import { readFlags } from '../lib/cli/read-flags.ts'
import { statusReport } from '../lib/reports/status.ts'
import { statusNames, statusView } from '../lib/reports/status-view.ts'

export default class Status extends FleetCommand {
  static override summary = 'all OpenStack clusters: phases, state, what blocks first, and how complete the answer is'
  static override examples = ['<%= config.bin %> status', '<%= config.bin %> status --demo healthy -o json']
  static override args = { name: Args.string({ description: 'one OpenStack cluster' }) }
  static override flags = {
    ...readFlags,
  }

  async run(): Promise<number> {
    const { args, flags } = await this.parse(Status)
    return this.withObservation(flags, async ({ snapshot, assessment, kinds, scope }) => {
      const { findSubject, overviewSubjects } = await import('../lib/reports/subject.ts')
      const { graph } = assessment
      const allowIncomplete = flags['allow-incomplete']
      if (args.name) {
        const { statusPageReport } = await import('../lib/reports/status-page.ts')
        const { statusPageView } = await import('../lib/reports/status-page-view.ts')
        const page = statusPageReport(snapshot, assessment, findSubject(args.name, graph, kinds), allowIncomplete)
        return this.finish(page, { view: statusPageView, names: statusNames }, flags)
      }
      const report = statusReport(snapshot, assessment, {
        subjects: overviewSubjects(graph, scope),
        allowIncomplete,
        scope,
      })
      return this.finish(report, { view: statusView, names: statusNames }, flags)
    })
  }
}
