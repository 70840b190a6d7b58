// SPDX-License-Identifier: Apache-2.0
import * as Args from '@oclif/core/args'
import * as Flags from '@oclif/core/flags'
import { outputFlag } from '../lib/cli/flags/output-flags.ts'
import { FleetCommand } from '../lib/cli/oclif/fleet-command.ts'
import { ERROR_FORMATS } from '../lib/render/formats.ts'

export default class Kubectl extends FleetCommand {
  static override summary = 'Run kubectl for one cluster of the fleet'
  static override description =
    'Also works for clusters without a context of your own: those found through ProviderConfigs, Flux, registrations or the garden. Commands that may change something require --allow-writes. The exit code is that of kubectl.'
  static override examples = [
    '# List the Pods of Rook in a storage pool\n<%= config.bin %> kubectl @storage/st-pool-a -- -n rook-ceph get pods',
    '# Run a command that changes an object\n<%= config.bin %> kubectl --allow-writes @management -- annotate pod nova-api-0 note=checked',
    '# Try it on a demo\n<%= config.bin %> kubectl --demo ceph-key-stale @storage/st-pool-a -- get cephclusters -A',
  ]
  static override formats = ERROR_FORMATS
  static override baseFlags = { ...FleetCommand.baseFlags, output: outputFlag(ERROR_FORMATS) }
  static override usage = 'kubectl [--allow-writes] @CLUSTER -- KUBECTL-COMMAND...'
  static override args = {
    cluster: Args.string({
      description: 'cluster as listed by contexts, such as @storage/st-pool-a',
      required: true,
      ignoreStdin: true,
    }),
  }
  static override flags = {
    'allow-writes': Flags.boolean({ summary: 'allow kubectl commands that may change the cluster, and plugins' }),
    'confirm-profile': Flags.string({
      summary: 'confirm the protected profile of this name non-interactively',
      helpValue: 'NAME',
    }),
  }

  async run(): Promise<number> {
    // oclif would treat a second --, as in exec POD -- COMMAND, as its own.
    const end = this.argv.includes('--') ? this.argv.indexOf('--') : this.argv.length
    const words = this.argv.slice(end + 1)
    const parsed = await this.parse(Kubectl, this.argv.slice(0, end))
    const { checkKubectlWords } = await import('../lib/topics/kubectl/run.ts')
    checkKubectlWords(words, parsed.flags['allow-writes'])
    // In a demo, controllers react to writes.
    const options = parsed.flags['allow-writes'] ? { controllers: true } : {}
    return this.answerFromFleet({ ...parsed, words }, () => import('../lib/topics/kubectl/answer.ts'), options)
  }
}
