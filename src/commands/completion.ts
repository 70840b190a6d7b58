// SPDX-License-Identifier: Apache-2.0
import * as Args from '@oclif/core/args'
import { outputFlag } from '../lib/cli/flags/output-flags.ts'
import { BaseCommand } from '../lib/cli/oclif/base-command.ts'
import { io } from '../lib/io/io.ts'
import { EXIT } from '../lib/model/report/errors.ts'
import { ERROR_FORMATS } from '../lib/render/formats.ts'

export default class Completion extends BaseCommand {
  static override summary =
    'the script that lets a shell complete kubectl-c5c3: commands, flags, and names from clusters'
  static override description =
    'For "kubectl c5c3 …" kubectl asks kubectl_complete-c5c3, which comes with this tool: put it on the PATH.'
  static override examples = [
    'source <(<%= config.bin %> completion bash)',
    '<%= config.bin %> completion zsh > ~/.zfunc/_kubectl-c5c3',
    '<%= config.bin %> completion fish | source',
    '<%= config.bin %> completion powershell | Out-String | Invoke-Expression',
  ]
  static override formats = ERROR_FORMATS
  static override baseFlags = { ...BaseCommand.baseFlags, output: outputFlag(ERROR_FORMATS) }
  static override args = {
    shell: Args.string({ description: 'the shell', required: true, options: ['bash', 'zsh', 'fish', 'powershell'] }),
  }

  async run(): Promise<number> {
    const { args } = await this.parse(Completion)
    const { SCRIPTS } = await import('../lib/cli/completion/shell-scripts.ts')
    await io().stdout.write(SCRIPTS[args.shell] ?? '')
    return EXIT.ok
  }
}
