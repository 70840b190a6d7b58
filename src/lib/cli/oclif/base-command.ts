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

/** Shared by all commands: output formats and exit code. explainError() handles all errors. */
export abstract class BaseCommand extends Command {
  /** The output formats of this command, its default first. */
  static formats: readonly Format[] = FACT_FORMATS

  static override baseFlags = {
    output: outputFlag(FACT_FORMATS),
    'no-headers': Flags.boolean({ summary: 'omit the header line of tables', helpGroup: 'OUTPUT' }),
    'sort-by': Flags.string({
      summary: 'sort by a column, or by a JSONPath such as .name; states sort worst first',
      helpGroup: 'OUTPUT',
      helpValue: 'COLUMN|PATH',
    }),
    color: Flags.string({
      summary: 'when to use colour',
      helpGroup: 'OUTPUT',
      options: ['auto', 'always', 'never'],
      default: 'auto',
    }),
    ascii: Flags.boolean({ summary: 'use ASCII characters only', helpGroup: 'OUTPUT' }),
    debug: Flags.boolean({ summary: 'log API requests to stderr', helpGroup: 'OUTPUT' }),
    v: Flags.integer({
      char: 'v',
      summary: 'verbosity, as in kubectl: 6 and higher are --debug',
      helpGroup: 'OUTPUT',
      helpValue: 'N',
      min: 0,
    }),
  }

  /** Returns the exit code. */
  abstract override run(): Promise<number>

  /** oclif's own JSON mode stays disabled: it exits differently from text mode. */
  override jsonEnabled(): boolean {
    return false
  }

  protected override async catch(error: Error): Promise<never> {
    throw error
  }

  /** Rejects a format that the command does not have before any cluster is contacted. */
  protected override async parse<
    F extends Interfaces.OutputFlags<Interfaces.FlagInput>,
    B extends Interfaces.OutputFlags<Interfaces.FlagInput>,
    A extends Interfaces.OutputArgs<Interfaces.ArgInput>,
  >(options?: Interfaces.Input<F, B, A>, argv?: string[]): Promise<Interfaces.ParserOutput<F, B, A>> {
    const parsed = await super.parse(options, [...(await this.prepareArgs(argv ?? this.argv))])
    if (Number(parsed.flags['v'] ?? 0) >= DEBUG_VERBOSITY) Object.assign(parsed.flags, { debug: true })
    const { checkArgument } = await import('../../render/index.ts')
    await checkArgument(await this.#style(parsed.flags as unknown as OutputFlags))
    return parsed
  }

  /** Rewrites arguments that oclif cannot parse. */
  protected async prepareArgs(argv: readonly string[]): Promise<readonly string[]> {
    return argv
  }

  /** Prints the answer of a topic that needs no cluster. */
  protected async answer<P extends { readonly flags: OutputFlags }, R extends Report>(
    parsed: P,
    load: () => Promise<LocalTopic<P & { readonly format: Format }, R>>,
  ): Promise<number> {
    const input = { ...parsed, format: await this.formatOf(parsed.flags) }
    const topic = await load()
    const answer = await topic.answer(input)
    return 'report' in answer ? this.print(answer, parsed.flags) : answer.exitCode
  }

  /** Prints an answer in the requested format and returns its exit code. */
  protected async print<R extends Report>(answer: Answer<R>, flags: OutputFlags): Promise<number> {
    // An interrupted answer may be wrong.
    io().signal.throwIfAborted()
    return this.printResult(answer, flags)
  }

  /** Prints also after an interrupt: what was written to clusters must be reported. */
  protected async printResult<R extends Report>(answer: Answer<R>, flags: OutputFlags): Promise<number> {
    const cliIo = io()
    const text = await this.draw(answer, flags)
    await cliIo.stdout.write(text.data)
    if (text.notes !== '') await cliIo.stderr.write(text.notes)
    return answer.report.exitCode
  }

  /** Renders an answer without printing it. */
  protected async draw<R extends Report>({ report, presentation }: Answer<R>, flags: OutputFlags) {
    const { render } = await import('../../render/index.ts')
    return render(report, presentation, await this.#style(flags))
  }

  protected async formatOf(flags: OutputFlags): Promise<Format> {
    return (await this.#style(flags)).format
  }

  #style(flags: OutputFlags) {
    return styleOf(flags, (this.constructor as typeof BaseCommand).formats, io())
  }
}

/** From this level on kubectl logs each request. */
const DEBUG_VERBOSITY = 6
