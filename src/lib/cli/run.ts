// SPDX-License-Identifier: Apache-2.0
import { Config } from '@oclif/core/config'
import pkg from '../../../package.json' with { type: 'json' }
import { EXIT } from '../model/errors.ts'
import { COMMANDS } from './commands.ts'
import { explainError, printError } from './error-output.ts'
import type { Io } from './io.ts'
import { type Manifest, type Package, staticPlugin } from './plugin.ts'
import { findCommand, helpWords, wantsHelp } from './words.ts'

/** Runs one command line and gives its exit code. Never throws. */
export async function runCli(argv: readonly string[], root: string, io: Io): Promise<number> {
  try {
    return await dispatch(argv, root)
  } catch (error) {
    return printError(await explainError(error, argv, io), argv, io)
  }
}

async function dispatch(argv: readonly string[], root: string): Promise<number> {
  const words = argv[0] === '--version' ? ['version', '--client'] : argv
  const ids = Object.keys(COMMANDS)
  if (wantsHelp(words)) {
    const subject = helpWords(words, ids)
    const { manifest } = await import('./manifest.ts')
    const { showHelp } = await import('./help.ts')
    await showHelp(await configOf(root, manifest), subject)
    return EXIT.ok
  }
  const { id, rest } = findCommand(words, ids)
  // only help needs to know what every command looks like, and that is half of what would be loaded
  const config = await configOf(root, { version: pkg.version, commands: {} })
  const result = await config.runCommand<number>(id, rest)
  return typeof result === 'number' ? result : EXIT.ok
}

function configOf(root: string, manifest: Manifest): Promise<Config> {
  const plugin = staticPlugin(root, pkg as unknown as Package, manifest)
  return Config.load({
    root,
    pjson: plugin.pjson,
    plugins: new Map([[plugin.name, plugin]]),
    userPlugins: false,
    devPlugins: false,
  })
}
