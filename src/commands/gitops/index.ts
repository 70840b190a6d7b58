// SPDX-License-Identifier: Apache-2.0
import { FleetCommand } from '../../lib/cli/fleet-command.ts'
import { outputFlag } from '../../lib/cli/output.ts'
import { readFlags, selectFlags } from '../../lib/cli/read-flags.ts'
import { watchFlags } from '../../lib/cli/watch-flags.ts'
import { GRAPH_FORMATS } from '../../lib/render/formats.ts'

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
    const { GITOPS_CHECKS, GITOPS_KINDS } = await import('../../lib/cli/gitops-kinds.ts')
    return this.withKinds(flags, GITOPS_KINDS, async (seen) => {
      const { inspect } = await import('../../lib/cli/inspect.ts')
      const { gitopsReport } = await import('../../lib/reports/gitops.ts')
      const { gitopsForms } = await import('../../lib/reports/gitops-view.ts')
      const { causes } = inspect(seen, GITOPS_CHECKS)
      const report = gitopsReport({ ...seen, causes, allowIncomplete: flags['allow-incomplete'] })
      return this.finish(report, gitopsForms, flags)
    })
  }
}
