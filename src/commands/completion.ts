// SPDX-License-Identifier: Apache-2.0
import * as Args from '@oclif/core/args'
import { outputFlag } from '../lib/cli/flags/output-flags.ts'
import { BaseCommand } from '../lib/cli/oclif/base-command.ts'
import { io } from '../lib/io/io.ts'
import { EXIT } from '../lib/model/report/errors.ts'
import { ERROR_FORMATS } from '../lib/render/formats.ts'

export default class Completion extends BaseCommand {
  static override summary = 'Generate a shell completion script'
  static override description =
    '"kubectl c5c3" itself is completed by kubectl_complete-c5c3, which is part of this plugin and must be on the PATH.'
  static override examples = [
    '# Complete in the current bash session\nsource <(<%= config.bin %> completion bash)',
    '# Install the completion for zsh\n<%= config.bin %> completion zsh > ~/.zfunc/_kubectl-c5c3',
    '# Complete in the current fish session\n<%= config.bin %> completion fish | source',
    '# Complete in the current PowerShell session\n<%= config.bin %> completion powershell | Out-String | Invoke-Expression',
  ]
  static override formats = ERROR_FORMATS
  static override baseFlags = { ...BaseCommand.baseFlags, output: outputFlag(ERROR_FORMATS) }
  static override args = {
    shell: Args.string({
      description: 'bash, zsh, fish or powershell',
      required: true,
      options: ['bash', 'zsh', 'fish', 'powershell'],
    }),
  }

  async run(): Promise<number> {
    const { args } = await this.parse(Completion)
    const { SCRIPTS } = await import('../lib/cli/completion/shell-scripts.ts')
    await io().stdout.write(SCRIPTS[args.shell] ?? '')
    return EXIT.ok
  }
}
