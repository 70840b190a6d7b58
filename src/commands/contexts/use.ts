// SPDX-License-Identifier: Apache-2.0
import * as Args from '@oclif/core/args'
import { outputFlag } from '../../lib/cli/flags/output-flags.ts'
import { BaseCommand } from '../../lib/cli/oclif/base-command.ts'
import { io } from '../../lib/io/io.ts'
import { EXIT } from '../../lib/model/report/errors.ts'
import { ERROR_FORMATS } from '../../lib/render/formats.ts'

export default class ContextsUse extends BaseCommand {
  static override summary = 'Switch the current profile'
  static override examples = ['# Make prod the current profile\n<%= config.bin %> contexts use prod']
  static override formats = ERROR_FORMATS
  static override baseFlags = { ...BaseCommand.baseFlags, output: outputFlag(ERROR_FORMATS) }
  static override args = {
    profile: Args.string({ description: 'profile of the config file', required: true }),
  }

  async run(): Promise<number> {
    const { args } = await this.parse(ContextsUse)
    const { loadProfile, profileFile } = await import('../../lib/fleet/profile.ts')
    const { withCurrent } = await import('../../lib/fleet/profile-text.ts')
    const { readConfigFile, writeConfigFile } = await import('../../lib/topics/contexts/profile-file.ts')
    const cliIo = io()
    const file = profileFile(cliIo.env, cliIo.home)
    const profile = await loadProfile(file, args.profile)
    await writeConfigFile(file, await withCurrent(await readConfigFile(file), args.profile))
    const count = profile?.clusters.length ?? 0
    await cliIo.stderr.write(`profile "${args.profile}" (${count} clusters) is now current in ${file}\n`)
    return EXIT.ok
  }
}
