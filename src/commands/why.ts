// SPDX-License-Identifier: Apache-2.0

import * as Args from '@oclif/core/args'
import { FleetCommand } from '../lib/cli/fleet-command.ts'
import { outputFlag } from '../lib/cli/output.ts'
import { readFlags } from '../lib/cli/read-flags.ts'
import { operands } from '../lib/model/command.ts'
import { WHY_FORMATS } from '../lib/render/formats.ts'
import type { WhyReport } from '../lib/reports/why.ts'

export default class Why extends FleetCommand {
  static override summary = 'what broke first, where, how we know, what follows from it, and what to type next'
  static override examples = [
    '<%= config.bin %> why customer-a-prod',
    '<%= config.bin %> why keystone/keystone@eu-de-1',
    '<%= config.bin %> why customer-a-prod --demo database-down',
  ]
  static override formats = WHY_FORMATS
  static override baseFlags = { ...FleetCommand.baseFlags, output: outputFlag(WHY_FORMATS) }
  static override args = {
    object: Args.string({ description: 'KIND/NAME[@CLUSTER], or the NAME of an OpenStack cluster', required: true }),
  }
  static override flags = { ...readFlags }

  async run(): Promise<number> {
    const { args, flags } = await this.parse(Why)
    const { CHECKS } = await import('../lib/checks/index.ts')
    const { demandedKinds, inspectAll } = await import('../lib/cli/inspect.ts')
    return this.withObservation(
      flags,
      async (seen) => {
        const { findSubject } = await import('../lib/reports/subject.ts')
        const { whyReport } = await import('../lib/reports/why.ts')
        const { whyView } = await import('../lib/reports/why-view.ts')
        const { snapshot, assessment, kinds } = seen
        const subject = findSubject(args.object, assessment.graph, kinds, snapshot)
        const { causes } = inspectAll(seen, CHECKS)
        const allowIncomplete = flags['allow-incomplete']
        const report = whyReport({ snapshot, assessment, causes, subject, allowIncomplete })
        const page = async (why: WhyReport) => {
          const { pageOf } = await import('../lib/reports/page.ts')
          const about = { title: 'Why', words: ['why', ...operands(args.object)], takenAt: snapshot.takenAt }
          return pageOf(why, whyView(why), about, { assessment, roots: [subject], causes })
        }
        return this.finish(report, { view: whyView, page }, flags)
      },
      demandedKinds(CHECKS),
    )
  }
}
