// SPDX-License-Identifier: Apache-2.0
import * as Args from '@oclif/core/args'
import * as Flags from '@oclif/core/flags'
import { outputFlag } from '../lib/cli/flags/output-flags.ts'
import { readFlags, refuseSelector, selectFlags } from '../lib/cli/flags/read-flags.ts'
import { watchFlags } from '../lib/cli/flags/watch-flags.ts'
import { FleetCommand } from '../lib/cli/oclif/fleet-command.ts'
import { TREE_FORMATS } from '../lib/render/formats.ts'

export default class Tree extends FleetCommand {
  static override summary = 'one dependency tree over all clusters'
  static override examples = [
    '<%= config.bin %> tree customer-a-prod',
    '<%= config.bin %> tree CephCluster/rook-ceph@st-pool-a --reverse',
    '<%= config.bin %> tree --only-problems',
    '<%= config.bin %> tree customer-a-prod -o dot | dot -Tsvg > customer-a-prod.svg',
    '<%= config.bin %> tree customer-a-prod -o html > customer-a-prod.html',
  ]
  static override formats = TREE_FORMATS
  static override baseFlags = { ...FleetCommand.baseFlags, output: outputFlag(TREE_FORMATS) }
  static override args = { object: Args.string({ description: 'NAME of a claim, or KIND/NAME[@CLUSTER]' }) }
  static override flags = {
    reverse: Flags.boolean({ summary: 'what stands on it, instead of what it stands on' }),
    depth: Flags.integer({ summary: 'how deep to go', default: 100, min: 0 }),
    kinds: Flags.string({
      summary: 'only these kinds, below the root',
      multiple: true,
      delimiter: ',',
      helpValue: 'KIND,…',
    }),
    'only-problems': Flags.boolean({ summary: 'leave out what is well' }),
    'no-group': Flags.boolean({ summary: 'list healthy siblings instead of counting them' }),
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
