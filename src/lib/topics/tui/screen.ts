// SPDX-License-Identifier: Apache-2.0
import type { CommandContext, Printed } from '../../cli/oclif/topic.ts'
import { runTui, type TuiOptions } from './run.ts'

/** Shows the full screen until it is left. */
export async function answer(landscape: CommandContext, { screen }: { readonly screen: TuiOptions }): Promise<Printed> {
  await runTui(landscape, screen)
  return { exitCode: 0 }
}
