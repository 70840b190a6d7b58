// SPDX-License-Identifier: Apache-2.0
import * as Args from '@oclif/core/args'
import * as Flags from '@oclif/core/flags'
import { outputFlag } from '../lib/cli/flags/output-flags.ts'
import { readFlags, refuseSelector, selectFlags } from '../lib/cli/flags/read-flags.ts'
import { watchFlags } from '../lib/cli/flags/watch-flags.ts'
import { FleetCommand } from '../lib/cli/oclif/fleet-command.ts'
import { TREE_FORMATS } from '../lib/render/formats.ts'

export default class Tree extends FleetCommand {
  static override summary = 'Show the dependency tree of an object across clusters'
  static override examples = [
    '# Show the tree of one OpenStack cluster\n<%= config.bin %> tree customer-a-prod',
    '# Show everything that depends on a CephCluster\n<%= config.bin %> tree CephCluster/rook-ceph@st-pool-a --reverse',
    '# Show only unhealthy objects\n<%= config.bin %> tree --only-problems',
    '# Draw the tree with Graphviz\n<%= config.bin %> tree customer-a-prod -o dot | dot -Tsvg > customer-a-prod.svg',
    '# Write the tree as an HTML page\n<%= config.bin %> tree customer-a-prod -o html > customer-a-prod.html',
  ]
  static override formats = TREE_FORMATS
  static override baseFlags = { ...FleetCommand.baseFlags, output: outputFlag(TREE_FORMATS) }
  static override args = { object: Args.string({ description: 'OpenStack cluster (NAME), or KIND/NAME[@CLUSTER]' }) }
  static override flags = {
    reverse: Flags.boolean({ summary: 'show dependents instead of dependencies' }),
    depth: Flags.integer({ summary: 'maximum depth', default: 100, min: 0 }),
    kinds: Flags.string({
      summary: 'only these kinds below the root',
      multiple: true,
      multipleNonGreedy: true,
      delimiter: ',',
      helpValue: 'KIND,…',
    }),
    'only-problems': Flags.boolean({ summary: 'show only unhealthy objects' }),
    'no-group': Flags.boolean({ summary: 'do not collapse healthy siblings' }),
    ...readFlags,
    ...selectFlags,
    ...watchFlags,
  }

  async run(): Promise<number> {
    const parsed = await this.parse(Tree)
    refuseSelector(parsed.args.object, parsed.flags)
    return this.observe(parsed, () => import('../lib/topics/tree/answer.ts'))
  }
}
