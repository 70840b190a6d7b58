// SPDX-License-Identifier: Apache-2.0
import { Command } from '@oclif/core/command'
import * as Flags from '@oclif/core/flags'
import type { Report } from '../model/report.ts'
import type { View } from '../model/view.ts'
import { io } from './io.ts'

/** The shared end of all commands: output formats and exit code. Errors are left to the one place that explains them. */
export abstract class BaseCommand extends Command {
  static override baseFlags = {
    output: Flags.string({
      char: 'o',
      summary: 'table, wide, json, yaml or name',
      helpGroup: 'OUTPUT',
      helpValue: 'FORMAT',
    }),
    'no-headers': Flags.boolean({ summary: 'leave out the header line of tables', helpGroup: 'OUTPUT' }),
    color: Flags.string({
      summary: 'colour repeats what the words say',
      helpGroup: 'OUTPUT',
      options: ['auto', 'always', 'never'],
      default: 'auto',
    }),
    ascii: Flags.boolean({ summary: 'draw with ASCII characters only', helpGroup: 'OUTPUT' }),
    debug: Flags.boolean({ summary: 'say on stderr what is asked of which cluster', helpGroup: 'OUTPUT' }),
  }

  /** The result of run() is the exit code. */
  abstract override run(): Promise<number>

  /** oclif's own JSON mode stays off: it exits differently from text mode. */
  override jsonEnabled(): boolean {
    return false
  }

  protected override async catch(error: Error): Promise<never> {
    throw error
  }

  /** Prints a report in the format asked for and gives its exit code. */
  protected async finish<R extends Report>(report: R, show: Presentation<R>, flags: OutputFlags): Promise<number> {
    const { render } = await import('../render/index.ts')
    const world = io()
    // what was read until a signal came is no answer
    world.signal.throwIfAborted()
    const text = await render(report, show, {
      format: flags.output ?? 'table',
      headers: !flags['no-headers'],
      ascii: flags.ascii,
      color: wantsColor(flags.color, world.stdout.isTTY, world.env),
      columns: columnsOf(world),
    })
    await world.stdout.write(text.data)
    if (text.notes !== '') await world.stderr.write(text.notes)
    return report.exitCode
  }
}

/** How a report is shown to people and listed by name. */
export interface Presentation<R extends Report> {
  view(report: R): View
  /** -o name: one line each. */
  names?(report: R): readonly string[]
}

export interface OutputFlags {
  readonly output?: string | undefined
  readonly 'no-headers': boolean
  readonly color: string
  readonly ascii: boolean
}

/** The terminal's width, or what COLUMNS says where a terminal does not know it. Into a pipe nothing is ever cut. */
function columnsOf({ stdout, env }: ReturnType<typeof io>): number | undefined {
  if (!stdout.isTTY) return undefined
  const wished = Number(env['COLUMNS'])
  return stdout.columns || (Number.isInteger(wished) && wished > 0 ? wished : undefined)
}

/** NO_COLOR and FORCE_COLOR as their authors meant them; a flag beats both. */
export function wantsColor(flag: string, isTTY: boolean, env: Readonly<Record<string, string | undefined>>): boolean {
  if (flag === 'always') return true
  if (flag === 'never') return false
  if (env['NO_COLOR']) return false
  if (env['FORCE_COLOR'] && env['FORCE_COLOR'] !== '0') return true
  return isTTY && env['TERM'] !== 'dumb'
}
