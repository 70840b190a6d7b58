// SPDX-License-Identifier: Apache-2.0
import * as Args from '@oclif/core/args'
import { wantsColor } from '../lib/cli/flags/output-flags.ts'
import { readFlags } from '../lib/cli/flags/read-flags.ts'
import { FleetCommand } from '../lib/cli/oclif/fleet-command.ts'
import { io } from '../lib/io/io.ts'

/** A full-screen view has no output formats. */
const { output: _, 'no-headers': __, 'sort-by': ___, ...baseFlags } = FleetCommand.baseFlags

export default class Tui extends FleetCommand {
  static override summary = 'Open the live terminal UI'
  static override description =
    'Read-only: changes are shown as commands to run. The last lines show the keys and the command that prints the same view.'
  static override examples = [
    '# Open the terminal UI\n<%= config.bin %> tui',
    '# Open the problems of a demo\n<%= config.bin %> tui problems --demo database-down',
  ]
  static override args = {
    view: Args.string({ description: 'tree (default), problems, pools, hypervisors, secrets, gitops or events' }),
  }
  static override baseFlags = baseFlags as typeof FleetCommand.baseFlags
  static override flags = { ...readFlags }

  async run(): Promise<number> {
    const { args, flags, raw } = await this.parse(Tui)
    const { equivalentCommand, viewOf, withoutTerminal } = await import('../lib/topics/tui/equivalent-command.ts')
    const view = viewOf(args.view)
    const command = equivalentCommand(raw, Tui)
    const { terminal, stdout, env, clock } = io()
    if (!terminal || env['TERM'] === 'dumb') throw withoutTerminal(view, command)
    const look = { color: wantsColor(flags.color, stdout.isTTY, env), ascii: flags.ascii }
    const screen = { flags, terminal, look, start: { view }, command, clock }
    const options = { timeout: Number.POSITIVE_INFINITY, clock: 'running' } as const
    return this.answerFromFleet({ flags, screen }, () => import('../lib/topics/tui/screen.ts'), options)
  }
}
