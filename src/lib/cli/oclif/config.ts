// SPDX-License-Identifier: Apache-2.0
import type { Interfaces } from '@oclif/core'
import type { Command } from '@oclif/core/command'
import pkg from '../../../../package.json' with { type: 'json' }
import { COMMANDS } from './registry.ts'

export interface CommandManifest {
  readonly version: string
  readonly commands: Readonly<Record<string, Command.Cached>>
}

/**
 * The part of oclif's configuration that its Command and Help classes read. oclif's own Config would look for plugins,
 * hooks, a theme and the user's shell on each start; this tool has none of them. `described` is needed only for help.
 */
export function oclifConfig(root: string, described: CommandManifest['commands'] = {}): Interfaces.Config {
  // Help mutates the commands it shows.
  const commands = Object.values(described).map((command) => ({ ...command })) as unknown as Command.Loadable[]
  const topics = topicsOf(Object.keys(COMMANDS))
  const config = {
    name: pkg.name,
    bin: pkg.oclif.bin,
    version: pkg.version,
    root,
    pjson: pkg as unknown as Interfaces.PJSON,
    userAgent: `${pkg.name}/${pkg.version} ${process.platform}-${process.arch} node-${process.version}`,
    topicSeparator: ' ' as const,
    flexibleTaxonomy: false,
    isSingleCommandCLI: false,
    plugins: new Map(),
    commandIDs: Object.keys(COMMANDS),
    commands,
    topics,
    findCommand: (id: string) => commands.find((command) => command.id === id),
    findTopic: (name: string) => topics.find((topic) => topic.name === name),
    runHook: async () => ({ successes: [], failures: [] }),
  }
  return config as unknown as Interfaces.Config
}

/** Help shows the commands of a topic only if their names are topics, too. */
function topicsOf(ids: readonly string[]): Interfaces.Topic[] {
  const described = new Map(Object.entries(pkg.oclif.topics))
  return [...new Set([...described.keys(), ...ids])].map((name) => ({ name, ...described.get(name) }))
}
