// SPDX-License-Identifier: Apache-2.0
import type { CommandContext, Printed } from '../../cli/oclif/topic.ts'
import { runTui, type TuiOptions } from './run.ts'

export async function answer(context: CommandContext, { screen }: { readonly screen: TuiOptions }): Promise<Printed> {
  await runTui(context, screen)
  return { exitCode: 0 }
}
