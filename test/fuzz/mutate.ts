// SPDX-License-Identifier: Apache-2.0
// Objects that no API server should send: fields that are missing, of another type, huge, hostile or cyclic.
import { project } from '../../src/lib/cluster/read/project.ts'
import { type KindSpec, kindName } from '../../src/lib/model/graph/kind.ts'
import type { Gap } from '../../src/lib/model/landscape/gap.ts'
import type { Snapshot } from '../../src/lib/model/landscape/snapshot.ts'
import { groupOf } from '../../src/lib/model/object/reference.ts'
import type { KubeObject, Resource } from '../../src/lib/model/object/resource.ts'
import type { Dice } from '../lib/graph/random.ts'

type Json = Record<string, unknown>

/** Values of unexpected types. */
const ODD: readonly unknown[] = [
  null,
  true,
  false,
  0,
  1,
  -1,
  0.5,
  1e308,
  Number.MAX_SAFE_INTEGER,
  '',
  'x',
  '0',
  '-1',
  '3',
  'True',
  'Maybe',
  'Ready',
  [],
  [null],
  ['x', 1, {}],
  {},
  { a: { b: [] } },
  { type: 'Ready', status: 'True' },
  { name: 'x', kind: 'y' },
  [{ type: 'Ready' }, { status: 'True' }, { type: 1, status: 2 }],
  '9999-12-31T23:59:59Z',
  'yesterday',
]

/** Strings that repaint a terminal, reorder text, or imitate our output. */
const HOSTILE: readonly string[] = [
  '\u001b[32mhealthy\u001b[0m',
  '\u009b31m',
  '\u202egnp.exe',
  'a\u0000b',
  'line\nbreak\ttab\rreturn',
  '\u2028\u2029\u200b\ufeff',
  '\ud800',
  '</script><b>&amp;"\'`$(x)',
  '../../etc/passwd',
  'a/b@c',
  '__proto__',
  'constructor',
  '| | |',
  '%s%n',
]

/** Changes one value somewhere below the given path. */
export function mutated(dice: Dice, value: Json, under: readonly string[] = []): Json {
  const copy = structuredClone(value)
  let parent: Json | unknown[] = copy
  for (const key of under) {
    const below = (parent as Json)[key]
    if (typeof below !== 'object' || below === null) (parent as Json)[key] = {}
    parent = (parent as Json)[key] as Json
  }
  for (;;) {
    const keys = Object.keys(parent)
    const key = dice.pick(keys.length > 0 ? keys : ['new'])
    const here = (parent as Json)[key]
    if (typeof here === 'object' && here !== null && dice.chance(0.75)) {
      parent = here as Json
      continue
    }
    change(dice, parent as Json, key, copy)
    return copy
  }
}

function change(dice: Dice, parent: Json, key: string, whole: Json): void {
  const here = parent[key]
  const how = dice.below(7)
  // JSON has no sparse arrays.
  if (how === 0 && Array.isArray(parent)) parent.splice(Number(key), 1)
  else if (how === 0) delete parent[key]
  else if (how === 1) parent[key] = structuredClone(dice.pick(ODD))
  else if (how === 2) parent[key] = dice.pick(HOSTILE)
  else if (how === 3) parent[key] = huge(dice, here)
  else if (how === 4) parent[key] = retyped(here)
  // A reference to the object itself.
  else if (how === 5) parent[key] = (whole['metadata'] as Json | undefined)?.['name'] ?? 'x'
  else if (Array.isArray(parent)) parent.push(structuredClone(dice.pick(ODD)))
  else
    parent[dice.pick(['__proto__x', 'constructor', 'name', 'status', 'conditions'])] = structuredClone(dice.pick(ODD))
}

function huge(dice: Dice, here: unknown): unknown {
  if (Array.isArray(here)) return Array.from({ length: 300 }, () => structuredClone(here[0] ?? {}))
  if (typeof here === 'number') return dice.pick([1e21, -1e21, 2 ** 53 + 2, 1e308])
  if (typeof here === 'object' && here !== null)
    return { ...here, ...Object.fromEntries(Array.from({ length: 200 }, (_, i) => [`key-${i}`, i])) }
  return 'long '.repeat(2000)
}

function retyped(here: unknown): unknown {
  if (typeof here === 'string') return [here]
  if (typeof here === 'number') return String(here)
  if (typeof here === 'boolean') return String(here)
  if (Array.isArray(here)) return Object.fromEntries(Array.from(here, (item, i) => [String(i), item]))
  if (typeof here === 'object' && here !== null) return Object.entries(here)
  return {}
}

/** A snapshot with some objects mutated and read as a list is: what is no object becomes a gap. */
export function mutatedSnapshot(dice: Dice, snapshot: Snapshot, specs: ReadonlyMap<string, KindSpec>): Snapshot {
  const share = dice.pick([0.02, 0.1, 0.5, 1])
  return admittedSnapshot(snapshot, specs, ({ object }) => {
    if (!dice.chance(share)) return undefined
    let changed = object as unknown as Json
    for (let i = dice.below(3); i >= 0; i--) changed = mutated(dice, changed)
    return changed
  })
}

const NO_OBJECTS: readonly unknown[] = ['text', '', 7, 0, true, false, null, [], [{ type: 'Ready', status: 'True' }]]

/** A snapshot in which some objects have a spec or a status that is no object; undefined if none has. */
export function garbledSnapshot(
  dice: Dice,
  snapshot: Snapshot,
  specs: ReadonlyMap<string, KindSpec>,
  isChosen: (resource: Resource) => boolean,
): Snapshot | undefined {
  let count = 0
  const garbled = admittedSnapshot(snapshot, specs, (resource) => {
    const fields = ['spec', 'status'].filter((field) => field in resource.object)
    if (fields.length === 0 || !isChosen(resource)) return undefined
    count++
    return { ...resource.object, [dice.pick(fields)]: dice.pick(NO_OBJECTS) }
  })
  return count > 0 ? garbled : undefined
}

/** The snapshot with changed objects, read like a list: objects with a problem are gaps of their kind. */
function admittedSnapshot(
  snapshot: Snapshot,
  specs: ReadonlyMap<string, KindSpec>,
  change: (resource: Resource) => Json | undefined,
): Snapshot {
  const gaps: Gap[] = []
  const labels = new Map(snapshot.clusters.map(({ cluster, label }) => [cluster.uid, label]))
  const resources = snapshot.resources.flatMap((resource) => {
    const raw = change(resource)
    if (!raw) return [resource]
    const through = admitted(resource, raw, specs)
    if (through && !through.object.malformed) return [through]
    const { apiVersion, kind } = resource.object
    const name = kindName({ group: groupOf(apiVersion), kind })
    gaps.push({ cluster: labels.get(resource.cluster.uid) ?? '', kind: name, fault: 'malformed', message: 'malformed' })
    return through ? [through] : []
  })
  return { ...snapshot, resources, gaps: [...snapshot.gaps, ...gaps] }
}

function admitted(
  { cluster, object }: Resource,
  raw: Json,
  specs: ReadonlyMap<string, KindSpec>,
): Resource | undefined {
  const { apiVersion, kind } = object
  const spec = specs.get(kindName({ group: groupOf(apiVersion), kind })) ?? { kind, keep: ['spec', 'status'] }
  try {
    return { cluster, object: project(raw, spec, apiVersion).object }
  } catch {
    return undefined
  }
}

/** The object with a mutated status. */
export function withOddStatus(dice: Dice, object: KubeObject): KubeObject {
  return mutated(dice, object as unknown as Json, ['status']) as unknown as KubeObject
}
