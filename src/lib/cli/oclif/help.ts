// SPDX-License-Identifier: Apache-2.0
import type { Interfaces } from '@oclif/core'
import { CommandHelp, Help } from '@oclif/core/help'
import { io } from '../../io/io.ts'
import { kubectlName } from '../../model/text/kubectl-name.ts'

/** Prints the help of one command, or of all. */
export async function showHelp(config: Interfaces.Config, words: readonly string[]): Promise<void> {
  const help = new PluginHelp(config, { ...config.pjson.oclif.helpOptions, stripAnsi: !io().stdout.isTTY })
  await help.showHelp([...words])
  await io().stdout.write(`${asTyped(help.lines.join('\n')).trimEnd()}\n`)
}

/** Users type "kubectl c5c3"; the binary's name has a dash so that kubectl finds the plugin. File names keep it. */
const asTyped = (text: string) => text.replaceAll(/(?<![\w/])kubectl-c5c3\b/g, `${kubectlName()} c5c3`)

class PluginCommandHelp extends CommandHelp {
  override generate(): string {
    return asTyped(super.generate())
  }

  /** As kubectl prints examples: the comment directly above the command, which can be copied as it is. */
  protected override examples(examples: Parameters<CommandHelp['examples']>[0]): string | undefined {
    const texts = typeof examples === 'string' ? [examples] : (examples ?? [])
    const lines = texts.flatMap((each) => (typeof each === 'string' ? [this.render(each)] : []))
    return lines.length === 0 ? undefined : lines.join('\n\n')
  }
}

/** oclif's help with the names of a kubectl plugin, collected for our own output. */
class PluginHelp extends Help {
  readonly lines: string[] = []
  protected override CommandHelpClass = PluginCommandHelp

  protected override log(...args: string[]): void {
    this.lines.push(args.join(' '))
  }
}
