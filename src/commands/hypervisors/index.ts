// SPDX-License-Identifier: Apache-2.0
import { FleetCommand } from '../../lib/cli/fleet-command.ts'
import { later } from '../../lib/cli/later.ts'
import { outputFlag } from '../../lib/cli/output.ts'
import { readFlags, selectFlags } from '../../lib/cli/read-flags.ts'
import { watchFlags } from '../../lib/cli/watch-flags.ts'
import { LANDSCAPE_FORMATS } from '../../lib/render/formats.ts'

const parts = later(() => import('../../lib/cli/hypervisor-kinds.ts'))
const inspection = later(() => import('../../lib/cli/inspect.ts'))
const reports = later(() => import('../../lib/reports/hypervisors.ts'))
const views = later(() => import('../../lib/reports/hypervisors-view.ts'))

export default class Hypervisors extends FleetCommand {
  static override summary = 'hypervisors by pool: node, chassis, agents, maintenance and evictions, problems first'
  static override examples = [
    '<%= config.bin %> hypervisors',
    '<%= config.bin %> hypervisors --pool hv-pool-a -o wide',
    '<%= config.bin %> hypervisors -l topology.kubernetes.io/zone=eu-de-1a',
  ]
  static override formats = LANDSCAPE_FORMATS
  static override baseFlags = { ...FleetCommand.baseFlags, output: outputFlag(LANDSCAPE_FORMATS) }
  static override flags = { ...readFlags, ...selectFlags, ...watchFlags }

  async run(): Promise<number> {
    const { flags } = await this.parse(Hypervisors)
    const kinds = async () => (await parts()).HYPERVISOR_KINDS
    return this.withKinds(flags, kinds, async (seen, { members, profile }) => {
      const { agentKinds, HYPERVISOR_CHECKS } = await parts()
      const { inspect } = await inspection()
      const { hypervisorsReport } = await reports()
      const { hypervisorsForms } = await views()
      const { causes } = inspect(seen, HYPERVISOR_CHECKS)
      const roles = members.flatMap(({ cluster }) => cluster.roles)
      const known = roles.flatMap(({ role, name }) => (role === 'hypervisor' ? name : []))
      const about = { causes, known, agents: agentKinds(profile?.agents) }
      const report = hypervisorsReport({ ...seen, ...about, allowIncomplete: flags['allow-incomplete'] })
      const forms = hypervisorsForms(['wide', 'html'].includes(await this.formatOf(flags)))
      const page = async (hosts: typeof report) => {
        const { pageOf } = await import('../../lib/reports/page.ts')
        const { poolRoots } = await import('../../lib/reports/page-roots.ts')
        const about = { title: 'Hypervisors', words: ['hypervisors'], takenAt: seen.snapshot.takenAt }
        const { assessment } = seen
        const drawn = { assessment, causes, roots: poolRoots(assessment.graph), all: true }
        return pageOf(hosts, forms.view(hosts), about, drawn)
      }
      return this.finish(report, { ...forms, page }, flags)
    })
  }
}
