// SPDX-License-Identifier: Apache-2.0
import { FleetCommand } from '../../lib/cli/fleet-command.ts'
import { outputFlag } from '../../lib/cli/output.ts'
import { readFlags, selectFlags } from '../../lib/cli/read-flags.ts'
import { LIST_FORMATS } from '../../lib/render/formats.ts'

export default class Hypervisors extends FleetCommand {
  static override summary = 'hypervisors by pool: node, chassis, agents, maintenance and evictions, problems first'
  static override examples = [
    '<%= config.bin %> hypervisors',
    '<%= config.bin %> hypervisors --pool hv-pool-a -o wide',
    '<%= config.bin %> hypervisors -l topology.kubernetes.io/zone=eu-de-1a',
  ]
  static override formats = LIST_FORMATS
  static override baseFlags = { ...FleetCommand.baseFlags, output: outputFlag(LIST_FORMATS) }
  static override flags = { ...readFlags, ...selectFlags }

  async run(): Promise<number> {
    const { flags } = await this.parse(Hypervisors)
    const { agentKinds, HYPERVISOR_CHECKS, HYPERVISOR_KINDS } = await import('../../lib/cli/hypervisor-kinds.ts')
    return this.withKinds(flags, HYPERVISOR_KINDS, async (seen, { members, profile }) => {
      const { inspect } = await import('../../lib/cli/inspect.ts')
      const { hypervisorsReport } = await import('../../lib/reports/hypervisors.ts')
      const { hypervisorsForms } = await import('../../lib/reports/hypervisors-view.ts')
      const { causes } = inspect(seen, HYPERVISOR_CHECKS)
      const roles = members.flatMap(({ cluster }) => cluster.roles)
      const known = roles.flatMap(({ role, name }) => (role === 'hypervisor' ? name : []))
      const about = { causes, known, agents: agentKinds(profile?.agents) }
      const report = hypervisorsReport({ ...seen, ...about, allowIncomplete: flags['allow-incomplete'] })
      return this.finish(report, hypervisorsForms((await this.formatOf(flags)) === 'wide'), flags)
    })
  }
}
