// SPDX-License-Identifier: Apache-2.0
import type { Interfaces } from '@oclif/core'
import type { Io } from '../../io/io.ts'
import { EXIT } from '../../model/report/errors.ts'
import { setKubectlName } from '../../model/text/kubectl-name.ts'
import { findCommand, helpWords, wantsHelp, withFlagsLast } from './argv.ts'
import type { BaseCommand } from './base-command.ts'
import { oclifConfig } from './config.ts'
import { explainError, printError } from './errors.ts'
import { refuseLoginFlags } from './login-flags.ts'
import { COMMANDS } from './registry.ts'

/** Runs one command line and returns its exit code. Never throws. */
export async function runCli(argv: readonly string[], root: string, io: Io): Promise<number> {
  setKubectlName(io.env['KUBECTL_PATH'])
  try {
    return await dispatch(argv, root, io)
  } catch (error) {
    return printError(await explainError(error, argv, io), argv, io)
  }
}

async function dispatch(argv: readonly string[], root: string, io: Io): Promise<number> {
  if (argv[0] === COMPLETE) {
    const { complete } = await import('../completion/complete.ts')
    await complete(argv.slice(1), root, io)
    return EXIT.ok
  }
  refuseLoginFlags(argv)
  const words = argv[0] === '--version' ? ['version', '--client'] : await commandFirst(argv)
  const ids = Object.keys(COMMANDS)
  if (wantsHelp(words)) {
    const subject = helpWords(words, ids)
    const { manifest } = await import('./manifest.ts')
    const { showHelp } = await import('./help.ts')
    await showHelp(oclifConfig(root, manifest.commands), subject)
    return EXIT.ok
  }
  const { id, rest } = findCommand(words, ids)
  const command = await loadCommand(id)
  return new command(rest, oclifConfig(root)).run()
}

async function loadCommand(id: string): Promise<new (argv: string[], config: Interfaces.Config) => BaseCommand> {
  const load = COMMANDS[id]
  if (!load) throw new Error(`command ${id} is not registered`)
  const command = (await load()).default
  command.id = id
  return command as unknown as new (
    argv: string[],
    config: Interfaces.Config,
  ) => BaseCommand
}

/** Global flags may precede the command, as in kubectl; only then the manifest is needed to tell flags from values. */
async function commandFirst(argv: readonly string[]): Promise<readonly string[]> {
  if (!argv[0]?.startsWith('-')) return argv
  const { manifest } = await import('./manifest.ts')
  return withFlagsLast(argv, manifest.commands)
}

/** Hidden completion entry point of kubectl_complete-c5c3 and the shell scripts: __complete ARGS... PARTIAL. */
const COMPLETE = '__complete'
