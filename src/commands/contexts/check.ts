// SPDX-License-Identifier: Apache-2.0

import { outputFlag } from '../../lib/cli/flags/output-flags.ts'
import { FleetCommand } from '../../lib/cli/oclif/fleet-command.ts'
import { LIST_FORMATS } from '../../lib/render/formats.ts'

export default class ContextsCheck extends FleetCommand {
  static override summary = 'Check access to each cluster: permissions, identity, clock skew'
  static override examples = [
    '# Check every cluster\n<%= config.bin %> contexts check',
    '# Try it on a demo\n<%= config.bin %> contexts check --demo healthy',
  ]
  static override formats = LIST_FORMATS
  static override baseFlags = { ...FleetCommand.baseFlags, output: outputFlag(LIST_FORMATS) }

  async run(): Promise<number> {
    const parsed = await this.parse(ContextsCheck)
    const { prefetchAccess } = await import('../../lib/pipeline/open/prefetch-access.ts')
    return this.answerFromFleet(parsed, () => import('../../lib/topics/contexts/check.ts'), { ahead: prefetchAccess })
  }
}
