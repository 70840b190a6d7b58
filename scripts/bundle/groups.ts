// SPDX-License-Identifier: Apache-2.0
import { join } from 'node:path'
import type { OutputOptions, Plugin } from 'rolldown'
import { LAZY_CHUNK } from './lazy-chunks.ts'
import { ROOT } from './root.ts'

/**
 * Modules that are always loaded together, by entry: each group is a chunk with all imports that no earlier group
 * contains. Each chunk is a script to compile, and a start would otherwise need a hundred of them.
 */
const GROUPS: Readonly<Record<string, readonly string[]>> = {
  start: [
    'cli/main.ts',
    'cli/oclif/base-command.ts',
    'cli/oclif/fleet-command.ts',
    'cli/flags/read-flags.ts',
    'cli/flags/watch-flags.ts',
    '../commands/version.ts',
    'topics/version/client.ts',
  ],
  print: ['render/index.ts', 'render/text.ts'],
  clusters: [
    'pipeline/open/plan-fleet.ts',
    'pipeline/open/cluster-opener.ts',
    'fleet/fleet.ts',
    'fleet/client-leases.ts',
  ],
  look: ['pipeline/observe.ts', 'reports/shared/find-subject.ts'],
}

/** Measures text that is not plain: compiling its patterns takes as long as printing a page. */
const WIDTH = /\/node_modules\/fast-string-/

/** Puts modules that are loaded together into one chunk, and rarely used ones into separate chunks. */
export function grouped(): { readonly plugin: Plugin; readonly groups: NonNullable<OutputOptions['codeSplitting']> } {
  const group = new Map<string, string>()
  const plugin: Plugin = {
    name: 'groups',
    buildEnd() {
      for (const [name, roots] of Object.entries(GROUPS)) {
        const left = roots.map((root) => join(ROOT, 'src/lib', root))
        for (let id = left.pop(); id !== undefined; id = left.pop()) {
          if (group.has(id) || WIDTH.test(id)) continue
          const module = this.getModuleInfo(id)
          if (!module) continue
          group.set(id, name)
          left.push(...module.importedIds)
        }
      }
    },
  }
  const groups = {
    includeDependenciesRecursively: false,
    groups: [
      { name: `${LAZY_CHUNK}width`, test: WIDTH, priority: 2 },
      { debugName: 'together', name: (id: string) => group.get(id) ?? null, priority: 1 },
    ],
  }
  return { plugin, groups }
}
