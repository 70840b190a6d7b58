// SPDX-License-Identifier: Apache-2.0
import * as Args from '@oclif/core/args'
import { outputFlag } from '../lib/cli/flags/output-flags.ts'
import { applyFlags } from '../lib/cli/flags/write-flags.ts'
import { FleetCommand } from '../lib/cli/oclif/fleet-command.ts'
import { WriteCommand } from '../lib/cli/oclif/write-command.ts'
import { LIST_FORMATS } from '../lib/render/formats.ts'
import type { WriteSession } from '../lib/writes/run.ts'

export default class Apply extends WriteCommand {
  static override summary = 'Apply a saved plan (fails if anything has changed since)'
  static override examples = [
    '# Save a plan, review it, then apply exactly that plan\n<%= config.bin %> ceph-secrets sync --all --plan-out keys.plan\n<%= config.bin %> apply keys.plan --yes',
  ]
  static override formats = LIST_FORMATS
  static override args = { plan: Args.string({ description: 'plan file, as saved with --plan-out', required: true }) }
  static override baseFlags = {
    ...FleetCommand.baseFlags,
    ...applyFlags,
    output: outputFlag(LIST_FORMATS),
  } as unknown as typeof WriteCommand.baseFlags

  async run(): Promise<number> {
    const { args, flags } = await this.parse(Apply)
    const { loadPlan } = await import('../lib/writes/plan-file.ts')
    const { checkSavedClusters, checkSavedSteps, plannerOf } = await import('../lib/topics/apply/planners.ts')
    const saved = await loadPlan(args.plan, this.config.version)
    const { dryRunPlan } = await import('../lib/writes/run.ts')
    const use = async (prepared: WriteSession) => {
      checkSavedSteps(saved, prepared)
      return this.carryOut(await dryRunPlan(prepared, false), flags)
    }
    const check = checkSavedClusters(saved)
    return this.withPlan({ flags, planner: plannerOf(saved), salt: saved.salt, check, use })
  }
}
