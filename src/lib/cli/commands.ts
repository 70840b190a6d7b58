// SPDX-License-Identifier: Apache-2.0
import type { Command } from '@oclif/core/command'

type Loader = () => Promise<{ default: Command.Class }>

/** Every command by its id, loaded only when it runs. A test compares this with the files of src/commands. */
export const COMMANDS: Readonly<Record<string, Loader>> = {
  version: () => import('../../commands/version.ts'),
}
