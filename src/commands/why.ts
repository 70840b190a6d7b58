// SPDX-License-Identifier: Apache-2.0
import * as Args from '@oclif/core/args'
import { FleetCommand } from '../lib/cli/fleet-command.ts'
import { readFlags } from '../lib/cli/read-flags.ts'

export default class Why extends FleetCommand {
  static override summary = 'what broke first, where, how we know, what follows from it, and what to type next'
  static override examples = [
    '<%= config.bin %> why customer-a-prod',
    '<%= config.bin %> why keystone/keystone@eu-de-1',
    '<%= config.bin %> why customer-a-prod --demo database-down',
  ]
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
        return this.finish(report, { view: whyView }, flags)
      },
      demandedKinds(CHECKS),
    )
  }
}
