// SPDX-License-Identifier: Apache-2.0

import { outputFlag } from '../../lib/cli/flags/output-flags.ts'
import { readFlags, selectFlags } from '../../lib/cli/flags/read-flags.ts'
import { watchFlags } from '../../lib/cli/flags/watch-flags.ts'
import { FleetCommand } from '../../lib/cli/oclif/fleet-command.ts'
import { GRAPH_FORMATS } from '../../lib/render/formats.ts'

export default class Gitops extends FleetCommand {
  static override summary = 'Show Flux resources in dependency order, failures first'
  static override examples = [
    '# Show all Flux resources\n<%= config.bin %> gitops',
    '# Show all columns of what one pool uses\n<%= config.bin %> gitops --pool hv-pool-a -o wide',
    '# Draw the dependencies as a Mermaid diagram\n<%= config.bin %> gitops -o mermaid',
  ]
  static override formats = GRAPH_FORMATS
  static override baseFlags = { ...FleetCommand.baseFlags, output: outputFlag(GRAPH_FORMATS) }
  static override flags = { ...readFlags, ...selectFlags, ...watchFlags }

  async run(): Promise<number> {
    const parsed = await this.parse(Gitops)
    return this.observe(parsed, () => import('../../lib/topics/gitops/list.ts'))
  }
}
