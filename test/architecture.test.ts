// SPDX-License-Identifier: Apache-2.0
// The dependency rule as a table: every import in src is parsed and compared with it.
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseSync } from 'rolldown/utils'
import { describe, expect, it } from 'vitest'
import { CHECKS } from '../src/lib/checks/index.ts'
import { COMMANDS } from '../src/lib/cli/oclif/registry.ts'
import { KINDS } from '../src/lib/kinds/index.ts'
import { inputsOf } from '../src/lib/model/check/check.ts'
import { kindName } from '../src/lib/model/graph/kind.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

interface Allowed {
  readonly lib: readonly string[]
  /** Folders from which only types may be imported. */
  readonly types?: readonly string[]
  readonly npm: readonly string[]
}

/** Folder of src/lib → folders and packages it may import. A package name ending in : is a prefix. */
const MAY: Readonly<Record<string, Allowed>> = {
  model: { lib: [], npm: [] },
  kinds: { lib: ['model'], npm: ['@kubernetes/client-node'] },
  graph: { lib: ['model'], npm: [] },
  checks: { lib: ['model', 'kinds'], npm: [] },
  // The graph distinguishes unread objects from missing ones.
  assess: { lib: ['model', 'graph'], npm: [] },
  plans: { lib: ['model', 'kinds'], npm: ['@kubernetes/client-node'] },
  // Reports name the root cause that assess finds.
  reports: { lib: ['model', 'kinds', 'assess'], npm: [] },
  cluster: { lib: ['model'], npm: ['@kubernetes/client-node', 'ws', 'yaml', 'node:'] },
  // Parses the output of Tempest; subunit has CRC-32 checksums.
  tempest: { lib: ['model'], npm: ['node:zlib'] },
  // Manifests that are not applied to a cluster yet.
  manifests: { lib: ['model', 'kinds'], npm: ['yaml'] },
  // Discovery opens clusters, so fleet depends on cluster (docs/adr/0002).
  fleet: { lib: ['model', 'kinds', 'cluster'], npm: ['yaml', 'node:'] },
  embedded: { lib: ['model'], npm: ['@kubernetes/client-node', 'yaml', 'selfsigned', 'ws', 'node:'] },
  // sarif: types only, so that the compiler checks the output against the published format.
  render: { lib: ['model'], npm: ['chalk', 'listr2', 'yaml', 'fast-string-width', 'sarif', 'ink', 'react'] },
  // Runs in a browser; columns sort like --sort-by.
  page: { lib: ['model', 'render'], npm: ['@dagrejs/dagre', 'd3-selection', 'd3-zoom'] },
  // Runs before anything else is loaded.
  launch: { lib: [], npm: ['node:'] },
  // The process as the code sees it: streams, environment, signals.
  io: { lib: [], types: ['cluster', 'embedded'], npm: ['node:'] },
  // Runs the stages in order: open, read, link, assess, check.
  pipeline: {
    lib: ['io', 'model', 'kinds', 'cluster', 'fleet', 'graph', 'assess', 'checks', 'reports'],
    types: ['cli'],
    npm: ['node:'],
  },
  // Executes plans and shows their progress.
  writes: {
    lib: ['io', 'model', 'cluster', 'fleet', 'plans', 'pipeline', 'reports', 'render'],
    types: ['cli'],
    npm: ['node:'],
  },
  // Combines the stages into the result of a command whose flags are parsed.
  topics: { lib: ['*'], npm: ['yaml', 'node:'] },
  cli: { lib: ['*'], npm: ['@oclif/core', 'yaml', 'node:'] },
  commands: { lib: ['*'], npm: ['@oclif/core', 'node:'] },
}

const COMMAND_TABLE = 'src/lib/cli/oclif/registry.ts'

const CLIENT_NODE = '@kubernetes/client-node'
/** The modules of client-node that may be loaded, and from which folder (docs/adr/0003). */
const CLIENT_NODE_AT_RUN_TIME = /^cluster:@kubernetes\/client-node\/dist\/(exec|portforward)\.js$/

interface Imported {
  readonly file: string
  readonly folder: string
  readonly specifier: string
  /** Erased at run time. */
  readonly isType: boolean
}

function sources(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    .sort()
}

const EXPORTED = /^export (?:async )?(?:abstract )?(?:const|function\*?|class|interface|type) (\w+)/gm

const folderOf = (file: string) => (file.startsWith('src/commands/') ? 'commands' : (file.split('/')[2] ?? ''))

/** Every static, re-exported and literal dynamic import of a file; a non-literal dynamic import is an error. */
function importsOf(file: string, text: string): Imported[] {
  const { module, errors } = parseSync(file, text)
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`)
  const found = [
    ...module.staticImports.map((i) => ({
      specifier: i.moduleRequest.value,
      isType: i.entries.length > 0 && i.entries.every((entry) => entry.isType),
    })),
    ...module.staticExports.flatMap((e) =>
      e.entries.flatMap((entry) =>
        entry.moduleRequest ? [{ specifier: entry.moduleRequest.value, isType: entry.isType }] : [],
      ),
    ),
    ...module.dynamicImports.map((i) => ({
      specifier: text.slice(i.moduleRequest.start, i.moduleRequest.end).replace(/^['"]|['"]$/g, ''),
      isType: false,
    })),
  ]
  return found.map((each) => ({ file, folder: folderOf(file), ...each }))
}

/** Why this import violates the rule; undefined if it does not. */
function breach({ file, folder, specifier, isType }: Imported): string | undefined {
  const may = MAY[folder]
  if (!may) return `${file}: folder ${folder} is not in the table`
  if (specifier.startsWith('.')) {
    const target = relative(root, resolve(root, dirname(file), specifier))
    if (target === 'package.json' || target === 'oclif.manifest.json')
      return folder === 'cli' ? undefined : `${file} imports ${target}`
    if (!target.startsWith('src/')) return `${file} imports ${target}, outside of src`
    const to = folderOf(target)
    if (to === 'commands' && !(folder === 'cli' && file === COMMAND_TABLE)) return `${file} imports a command`
    if (folder === 'cli' && to === 'topics' && !isType) return `${file}: only commands name their topic (${specifier})`
    if (to === folder || may.lib.includes('*') || may.lib.includes(to)) return undefined
    if (isType && may.types?.includes(to)) return undefined
    return `${file}: ${folder} may not import ${to} (${specifier})`
  }
  // The index of client-node loads 1.3 MB and its own HTTP client; types cost nothing.
  if (specifier.startsWith(CLIENT_NODE) && !isType && !CLIENT_NODE_AT_RUN_TIME.test(`${folder}:${specifier}`))
    return `${file} imports ${specifier} at run time`
  const allowed = may.npm.some(
    (name) => specifier === name || specifier.startsWith(name.endsWith(':') ? name : `${name}/`),
  )
  return allowed ? undefined : `${file}: ${folder} may not import ${specifier}`
}

const COMMAND = /\bkubectl \S*|\bopenstack (?:server|compute)\b/

/** Lines that build a command from a template or a concatenation, where an inserted value could end its argument. */
function builtCommands(file: string, text: string): string[] {
  if (!COMMAND.test(text)) return []
  const found: string[] = []
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(visit)
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return
    const node = value as { readonly type?: string; readonly start?: number } & Record<string, unknown>
    const parts =
      node.type === 'TemplateLiteral' && (node['expressions'] as unknown[]).length > 0
        ? (node['quasis'] as { value: { raw: string } }[]).map((quasi) => quasi.value.raw)
        : node.type === 'BinaryExpression' && node['operator'] === '+'
          ? [node['left'], node['right']].map((side) => String((side as { value?: unknown }).value ?? ''))
          : []
    if (parts.some((part) => COMMAND.test(part)))
      found.push(`${file}:${text.slice(0, node.start).split('\n').length} builds a command: use model/command.ts`)
    Object.values(node).forEach(visit)
  }
  visit(parseSync(file, text).program)
  return found
}

const files = sources('src')
const texts = new Map(files.map((file) => [file, readFileSync(join(root, file), 'utf8')]))

describe('architecture', () => {
  it('imports only what the table allows', () => {
    const breaches = [...texts]
      .flatMap(([file, text]) => importsOf(file, text).map(breach))
      .filter((b) => b !== undefined)
    expect(breaches).toEqual([])
  })

  it.each([
    ['src/lib/model/x.ts', "import fs from 'node:fs'"],
    ['src/lib/reports/x.ts', "import { openFleet } from '../fleet/fleet.ts'"],
    ['src/lib/kinds/x.ts', "export { list } from '../cluster/list.ts'"],
    ['src/lib/embedded/x.ts', "const y = await import('chalk')"],
    ['src/lib/cli/x.ts', "import type { A } from '../../../test/a.ts'"],
    ['src/lib/cluster/x.ts', "import { fetch } from 'undici'"],
    ['src/lib/cluster/x.ts', "import { KubeConfig } from '@kubernetes/client-node'"],
    ['src/lib/cluster/x.ts', "import { type V1Job, Exec } from '@kubernetes/client-node/dist/exec_auth.js'"],
    ['src/lib/embedded/x.ts', "import { Exec } from '@kubernetes/client-node/dist/exec.js'"],
    ['src/lib/graph/x.ts', "import type { V1Job } from '@kubernetes/client-node'"],
    ['src/lib/cluster/x.ts', 'const name = 1; await import(name)'],
    ['src/lib/topics/why/x.ts', "import * as Flags from '@oclif/core/flags'"],
    ['src/lib/topics/why/x.ts', "import Why from '../../../commands/why.ts'"],
    ['src/lib/cli/x.ts', "import { answer } from '../topics/why/answer.ts'"],
  ])('detects that %s may not %s', (file, text) => {
    expect(importsOf(file, text).map(breach).filter(Boolean)).toHaveLength(1)
  })

  it('builds no command from strings', () => {
    expect([...texts].flatMap(([file, text]) => builtCommands(file, text))).toEqual([])
  })

  it.each([
    `const text = \`next: kubectl -n \${namespace} get pods\``,
    "const text = 'kubectl c5c3 why ' + name",
    `const text = \`openstack server show \${instance}\``,
  ])('detects a command built from strings: %s', (text) => {
    expect(builtCommands('x.ts', text)).toHaveLength(1)
  })

  it('unseals secrets only in cluster', () => {
    const found = [...texts].filter(([file, text]) => /\.unseal\(/.test(text) && !file.startsWith('src/lib/cluster/'))
    expect(found.map(([file]) => file)).toEqual([])
  })

  it('starts every file with its licence header', () => {
    const wrong = [...texts].filter(([, text]) => !text.startsWith('// SPDX-License-Identifier: Apache-2.0\n'))
    expect(wrong.map(([file]) => file)).toEqual([])
  })

  it('registers every check under the name of its file, with its folder as category', () => {
    const files = [...texts.keys()].filter((file) => /^src\/lib\/checks\/(?!shared\/)[^/]+\//.test(file))
    // A subfolder of a category is not part of the name.
    const named = files.map((file) => file.split('/')).map((path) => `${path[3]} ${path.at(-1)?.replace(/\.ts$/, '')}`)
    const ids = CHECKS.map(({ category, id }) => `${category} ${id}`)
    expect(ids.sort()).toEqual(named.sort())
    expect(new Set(ids).size).toBe(CHECKS.length)
    const kinds = new Set([...KINDS.map(kindName), 'Event'])
    expect(CHECKS.flatMap((check) => inputsOf(check).filter((input) => !kinds.has(input)))).toEqual([])
  })

  it('registers every kind and every command', () => {
    const registered = new Set(KINDS.map(kindName))
    const declared = files
      .filter((file) => /^src\/lib\/kinds\/(?!index)/.test(file))
      .flatMap((file) =>
        [...(texts.get(file) ?? '').matchAll(/^export const (\w+): KindSpec/gm)].map(([, name]) => `${file} ${name}`),
      )
    const index = texts.get('src/lib/kinds/index.ts') ?? ''
    expect(declared.filter((entry) => !new RegExp(`^  ${entry.split(' ')[1]},$`, 'm').test(index))).toEqual([])
    expect(registered.size).toBe(KINDS.length)
    const ids = files
      .filter((file) => file.startsWith('src/commands/'))
      .map((file) =>
        file
          .replace(/^src\/commands\//, '')
          .replace(/(\/index)?\.ts$/, '')
          .replaceAll('/', ':'),
      )
    expect(Object.keys(COMMANDS).sort()).toEqual(ids.sort())
  })

  it('limits commands to flags and a line that names the topic', () => {
    const commands = [...texts].filter(([file]) => file.startsWith('src/commands/'))
    const long = commands.filter(([, text]) => text.trimEnd().split('\n').length > 60)
    expect(long.map(([file]) => file)).toEqual([])
    // Reports, views and checks are loaded with the topic, while requests are in flight.
    const stages = /lib\/(?:assess|checks|graph|kinds|plans|reports)\//
    const early = commands.filter(([file, text]) => importsOf(file, text).some((each) => stages.test(each.specifier)))
    expect(early.map(([file]) => file)).toEqual([])
  })

  it('has a topic folder only for a command', () => {
    const topics = new Set([...texts.keys()].flatMap((file) => /^src\/lib\/topics\/([^/]+)\//.exec(file)?.[1] ?? []))
    const commands = new Set(Object.keys(COMMANDS).map((id) => id.split(':')[0]))
    expect([...topics].filter((topic) => !commands.has(topic))).toEqual([])
  })

  it('has no import for side effects', () => {
    const queued = [...texts].filter(([, text]) => /^(?:export )?const \w+ = \w+\(\(\) => import\(/m.test(text))
    expect(queued.map(([file]) => file)).toEqual([])
  })

  it('has at most 30 files in a folder', () => {
    const all = [...files, ...['test', 'scripts', 'bench'].flatMap(sources)]
    const folders = Map.groupBy(all, (file) => dirname(file))
    const full = [...folders]
      .filter(([, inside]) => inside.length > 30)
      .map(([name, { length }]) => `${name}: ${length}`)
    expect(full).toEqual([])
  })

  it('exports each name from one file', () => {
    // Every topic module exports these names.
    const contract = new Set(['answer', 'reads'])
    const homes = new Map<string, string[]>()
    for (const [file, text] of texts)
      for (const [, name = ''] of text.matchAll(EXPORTED)) homes.set(name, [...(homes.get(name) ?? []), file])
    const shared = [...homes].filter(([name, found]) => !contract.has(name) && new Set(found).size > 1)
    expect(Object.fromEntries(shared)).toEqual({})
  })

  it('keeps files short', () => {
    const long = [...texts]
      .map(([file, text]) => ({ file, lines: text.split('\n').length }))
      .filter(({ lines }) => lines > 300)
    expect(long).toEqual([])
  })
})
