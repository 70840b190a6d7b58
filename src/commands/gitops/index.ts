// SPDX-License-Identifier: Apache-2.0

import { outputFlag } from '../../lib/cli/flags/output-flags.ts'
import { readFlags, selectFlags } from '../../lib/cli/flags/read-flags.ts'
import { watchFlags } from '../../lib/cli/flags/watch-flags.ts'
import { FleetCommand } from '../../lib/cli/oclif/fleet-command.ts'
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
    const parsed = await this.parse(Gitops)
    return this.observe(parsed, () => import('../../lib/topics/gitops/list.ts'))
  }
}
