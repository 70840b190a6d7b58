// SPDX-License-Identifier: Apache-2.0
import { Config } from '@oclif/core/config'
import pkg from '../../../package.json' with { type: 'json' }
import { EXIT } from '../model/errors.ts'
import { COMMANDS } from './commands.ts'
import { explainError, printError } from './error-output.ts'
import type { Io } from './io.ts'
import { type Manifest, type Package, staticPlugin } from './plugin.ts'
import { findCommand, helpWords, wantsHelp } from './words.ts'

/** What kubectl_complete-c5c3 and the shells' scripts say first; the words of the line follow, the unfinished one last. */
const COMPLETE = '__complete'

/** Runs one command line and gives its exit code. Never throws. */
export async function runCli(argv: readonly string[], root: string, io: Io): Promise<number> {
  try {
    return await dispatch(argv, root, io)
  } catch (error) {
    return printError(await explainError(error, argv, io), argv, io)
  }
}

async function dispatch(argv: readonly string[], root: string, io: Io): Promise<number> {
  if (argv[0] === COMPLETE) {
    const { complete } = await import('./complete.ts')
    await complete(argv.slice(1), root, io)
    return EXIT.ok
  }
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

/** oclif's configuration without the theme file that it would look for in the user's home at every start. */
class ConfigWithoutTheme extends Config {
  override async loadTheme(): Promise<undefined> {}
}

const loadAnew = Config.load.bind(Config)
// oclif loads the configuration that a command is given once more, theme and all
Config.load = async (options) => (options instanceof ConfigWithoutTheme ? options : loadAnew(options))

async function configOf(root: string, manifest: Manifest): Promise<Config> {
  const plugin = staticPlugin(root, pkg as unknown as Package, manifest)
  const config = new ConfigWithoutTheme({
    root,
    pjson: plugin.pjson,
    plugins: new Map([[plugin.name, plugin]]),
    userPlugins: false,
    devPlugins: false,
  })
  await withShellAndHome(() => config.load())
  return config
}

/**
 * oclif asks the system for the user's shell and home where the environment names none. A Pod's user that has no entry in
 * passwd has neither, and that would be the end; on Windows it would start PowerShell at every start. Nothing here uses them.
 */
async function withShellAndHome(load: () => Promise<void>): Promise<void> {
  const { env } = process
  const missing = ['SHELL', 'HOME'].filter((name) => !env[name])
  const before = missing.map((name) => [name, env[name]] as const)
  for (const name of missing) env[name] = 'unknown'
  try {
    await load()
  } finally {
    for (const [name, value] of before) {
      if (value === undefined) delete env[name]
      else env[name] = value
    }
  }
}
