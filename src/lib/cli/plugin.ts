// SPDX-License-Identifier: Apache-2.0

import type { Interfaces } from '@oclif/core'
import type { Command } from '@oclif/core/command'
import { COMMANDS } from './commands.ts'

export interface Package {
  readonly name: string
  readonly version: string
  readonly oclif: { readonly bin: string; readonly topics?: Readonly<Record<string, { description?: string }>> }
}

export interface Manifest {
  readonly version: string
  readonly commands: Readonly<Record<string, Command.Cached>>
}

const bare = (id: string) => ({ id, args: {}, flags: {}, aliases: [], hiddenAliases: [], hidden: false })

/**
 * The one oclif plugin this tool is made of, given instead of found: oclif then reads no file, loads no hook and no
 * user plugin, and works the same from sources, from a bundle and inside an executable. Commands that the manifest does not describe
 * run all the same.
 */
export function staticPlugin(root: string, pkg: Package, manifest: Manifest): Interfaces.Plugin {
  const load = async (id: string): Promise<Command.Class> => {
    const loader = COMMANDS[id]
    if (!loader) throw new Error(`command ${id} not found`)
    const command = (await loader()).default
    command.id = id
    return command
  }
  const plugin: Interfaces.Plugin = {
    _base: 'kubectl-c5c3',
    alias: pkg.name,
    name: pkg.name,
    version: pkg.version,
    pjson: pkg as unknown as Interfaces.PJSON,
    root,
    type: 'core',
    moduleType: 'module',
    isRoot: true,
    valid: true,
    hasManifest: true,
    hooks: {},
    options: { root },
    commandsDir: undefined,
    commandIDs: Object.keys(COMMANDS),
    topics: Object.entries(pkg.oclif.topics ?? {}).map(([name, topic]) => ({ name, ...topic })),
    commands: Object.keys(COMMANDS).map((id) => ({
      ...(manifest.commands[id] ?? bare(id)),
      pluginAlias: pkg.name,
      pluginType: 'core',
      load: () => load(id),
    })),
    async load() {},
    findCommand: load,
  }
  return plugin
}
