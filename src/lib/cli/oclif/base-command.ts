// SPDX-License-Identifier: Apache-2.0

import type { Interfaces } from '@oclif/core'
import { Command } from '@oclif/core/command'
import * as Flags from '@oclif/core/flags'
import { io } from '../../io/io.ts'
import type { Answer } from '../../model/report/presentation.ts'
import type { Report } from '../../model/report/report.ts'
import { FACT_FORMATS, type Format } from '../../render/formats.ts'
import { type OutputFlags, outputFlag, styleOf } from '../flags/output-flags.ts'
import type { LocalTopic } from './topic.ts'

/** The shared end of all commands: output formats and exit code. Errors are left to the one place that explains them. */
export abstract class BaseCommand extends Command {
  /** The output formats that make sense for this command, its default first. */
  static formats: readonly Format[] = FACT_FORMATS

  static override baseFlags = {
    output: outputFlag(FACT_FORMATS),
    'no-headers': Flags.boolean({ summary: 'leave out the header line of tables', helpGroup: 'OUTPUT' }),
    'sort-by': Flags.string({
      summary: 'sort by a column, or by a JSONPath of a row such as .name; states worst first',
      helpGroup: 'OUTPUT',
      helpValue: 'COLUMN|PATH',
    }),
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

  /** The words of the command line. A format the command does not have ends here, before any cluster is asked. */
  protected override async parse<
    F extends Interfaces.OutputFlags<Interfaces.FlagInput>,
    B extends Interfaces.OutputFlags<Interfaces.FlagInput>,
    A extends Interfaces.OutputArgs<Interfaces.ArgInput>,
  >(options?: Interfaces.Input<F, B, A>, argv?: string[]): Promise<Interfaces.ParserOutput<F, B, A>> {
    const parsed = await super.parse(options, argv)
    const { checkArgument } = await import('../../render/index.ts')
    await checkArgument(await this.#style(parsed.flags as unknown as OutputFlags))
    return parsed
  }

  /** Prints the answer of a topic that needs no cluster. */
  protected async answer<P extends { readonly flags: OutputFlags }, R extends Report>(
    parsed: P,
    load: () => Promise<LocalTopic<P & { readonly format: Format }, R>>,
  ): Promise<number> {
    const asked = { ...parsed, format: await this.formatOf(parsed.flags) }
    const topic = await load()
    const answer = await topic.answer(asked)
    return 'report' in answer ? this.print(answer, parsed.flags) : answer.exitCode
  }

  /** Prints an answer in the chosen format and returns its exit code. */
  protected async print<R extends Report>(answer: Answer<R>, flags: OutputFlags): Promise<number> {
    // an answer that a signal cut short may be wrong
    io().signal.throwIfAborted()
    return this.printResult(answer, flags)
  }

  /** The same after an interrupt, too: what was written to clusters must be reported. */
  protected async printResult<R extends Report>(answer: Answer<R>, flags: OutputFlags): Promise<number> {
    const world = io()
    const text = await this.draw(answer, flags)
    await world.stdout.write(text.data)
    if (text.notes !== '') await world.stderr.write(text.notes)
    return answer.report.exitCode
  }

  /** The text of an answer, unprinted. */
  protected async draw<R extends Report>({ report, presentation }: Answer<R>, flags: OutputFlags) {
    const { render } = await import('../../render/index.ts')
    return render(report, presentation, await this.#style(flags))
  }

  /** The format that was asked for. */
  protected async formatOf(flags: OutputFlags): Promise<Format> {
    return (await this.#style(flags)).format
  }

  #style(flags: OutputFlags) {
    return styleOf(flags, (this.constructor as typeof BaseCommand).formats, io())
  }
}
