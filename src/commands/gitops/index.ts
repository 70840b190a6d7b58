// SPDX-License-Identifier: Apache-2.0
import { FleetCommand } from '../../lib/cli/fleet-command.ts'
import { later } from '../../lib/cli/later.ts'
import { outputFlag } from '../../lib/cli/output.ts'
import { readFlags, selectFlags } from '../../lib/cli/read-flags.ts'
import { watchFlags } from '../../lib/cli/watch-flags.ts'
import { GRAPH_FORMATS } from '../../lib/render/formats.ts'

const parts = later(() => import('../../lib/cli/gitops-kinds.ts'))
const inspection = later(() => import('../../lib/cli/inspect.ts'))
const reports = later(() => import('../../lib/reports/gitops.ts'))
const views = later(() => import('../../lib/reports/gitops-view.ts'))

export default class Gitops extends FleetCommand {
  static override summary =
    'what Flux applies, in the order in which it does: what fails first, what is suspended, what is behind'
  static override examples = [
    '<%= config.bin %> gitops',
    '<%= config.bin %> gitops --pool hv-pool-a -o wide',
    '<%= config.bin %> gitops -o mermaid',
  ]
  static override formats = GRAPH_FORMATS
  static override baseFlags = { ...FleetCommand.baseFlags, output: outputFlag(GRAPH_FORMATS) }
  static override flags = { ...readFlags, ...selectFlags, ...watchFlags }

  async run(): Promise<number> {
    const { flags } = await this.parse(Gitops)
    const kinds = async () => (await parts()).GITOPS_KINDS
    return this.withKinds(flags, kinds, async (seen) => {
      const { GITOPS_CHECKS } = await parts()
      const { inspect } = await inspection()
      const { gitopsReport } = await reports()
      const { gitopsForms } = await views()
      const { causes } = inspect(seen, GITOPS_CHECKS)
      const report = gitopsReport({ ...seen, causes, allowIncomplete: flags['allow-incomplete'] })
      return this.finish(report, gitopsForms, flags)
    })
  }
}
