// SPDX-License-Identifier: Apache-2.0
import { FleetCommand } from '../lib/cli/fleet-command.ts'
import { later } from '../lib/cli/later.ts'
import { outputFlag } from '../lib/cli/output.ts'
import { readFlags } from '../lib/cli/read-flags.ts'
import { LIST_FORMATS } from '../lib/render/formats.ts'

const parts = later(() => import('../lib/cli/operator-kinds.ts'))
const inspection = later(() => import('../lib/cli/inspect.ts'))
const reports = later(() => import('../lib/reports/operators.ts'))
const views = later(() => import('../lib/reports/operators-view.ts'))

export default class Operators extends FleetCommand {
  static override summary =
    'every operator in every cluster: ready, version, versions elsewhere, when it was last at work'
  static override examples = [
    '<%= config.bin %> operators',
    '<%= config.bin %> operators --region eu-de-1 -o wide',
    '<%= config.bin %> operators -o custom-columns=NAME:.operator,CLUSTER:.cluster,VERSION:.versions',
  ]
  static override formats = LIST_FORMATS
  static override baseFlags = { ...FleetCommand.baseFlags, output: outputFlag(LIST_FORMATS) }
  static override flags = { ...readFlags }

  async run(): Promise<number> {
    const { flags } = await this.parse(Operators)
    const kinds = async () => (await parts()).OPERATOR_KINDS
    return this.withKinds(flags, kinds, async (seen) => {
      const { OPERATOR_CHECKS } = await parts()
      const { inspect } = await inspection()
      const { operatorsReport } = await reports()
      const { operatorsForms } = await views()
      const { causes } = inspect(seen, OPERATOR_CHECKS)
      const report = operatorsReport({ ...seen, causes, allowIncomplete: flags['allow-incomplete'] })
      return this.finish(report, operatorsForms((await this.formatOf(flags)) === 'wide'), flags)
    })
  }
}
