// SPDX-License-Identifier: Apache-2.0
import { dirname, join, resolve } from 'node:path'
import { isRole, ROLES, type RoleName } from '../../model/landscape/role.ts'
import { closestMatches } from '../../model/text/closest-matches.ts'
import type { Manifest } from '../json.ts'
import { badFleet } from './bad-fleet.ts'
import { documentFiles, isJsonFile } from './document-files.ts'
import { type FleetFile, parseFleetFile, type RawRules } from './fleet-file.ts'
import { fleetText, isFolder, namesIn } from './fleet-files.ts'
import { absentMatcher, identityOf, overlay } from './fleet-overlay.ts'
import { parseClusterManifests } from './manifest-file.ts'
import type { TimelineStep } from './timeline.ts'

/** Simulated faults of one cluster, and the resources it serves besides those of its objects. */
interface ClusterRules {
  readonly unreachable: boolean
  readonly unauthorized: boolean
  /** Delay of every response in milliseconds. */
  readonly slow: number
  /** plural.group of resources that are forbidden for all users. */
  readonly forbidden: readonly string[]
  readonly notServed: readonly string[]
  readonly served: readonly string[]
}

export interface FleetMember {
  /** The file name without extension: management, storage.st-pool-a */
  readonly key: string
  readonly roles: readonly RoleName[]
  readonly rules: ClusterRules
  readonly objects: readonly Manifest[]
  /** Folders with <namespace>/<pod>[.<container>].log, the overlay's first. */
  readonly logFolders: readonly string[]
  /** Folders with scripted responses of exec and port-forward, the overlay's first. */
  readonly channelFolders: readonly string[]
}

export interface FleetFolder {
  /** Milliseconds since 1970: the clock all ages are computed from. */
  readonly now: number
  readonly members: readonly FleetMember[]
  readonly timeline?: readonly TimelineStep[]
}

/** Reads a fleet folder with all that it extends. Throws BAD_FLEET with file and line for anything invalid. */
export async function loadFleetFolder(folder: string): Promise<FleetFolder> {
  const layers = await readLayers(resolve(folder), [])
  const rules = mergedRules(layers)
  const keys = [...new Set(layers.flatMap((layer) => [...layer.clusters.keys()]))].filter(
    (key) => rules.get(key) !== null,
  )
  const order = (key: string) => ROLES.findIndex((role) => key === role || key.startsWith(`${role}.`))
  keys.sort((a, b) => order(a) - order(b) || (a < b ? -1 : 1))
  const members = keys.map((key) => memberOf(key, layers, rules.get(key) ?? {}))
  if (members.length === 0)
    throw badFleet(folder, 'has no cluster: expected files such as management.yaml or storage.st-pool-a.yaml')
  const now = layers.map((layer) => layer.fleet.now).findLast((time) => time !== undefined)
  const timeline = await timelineOf(layers)
  return { now: now ?? newestTime(members), members, ...(timeline.length > 0 ? { timeline } : {}) }
}

/** Steps are not inherited. Their files are timeline/<step>/<cluster>.yaml or .json. */
async function timelineOf(layers: readonly Layer[]): Promise<readonly TimelineStep[]> {
  const own = layers.at(-1)
  if (own === undefined) return []
  return Promise.all(
    own.fleet.timeline.map(async ({ after, title }, i) => {
      const folder = join(own.folder, 'timeline', String(i + 1))
      const names = await namesIn(folder).catch(() => {
        throw badFleet(own.file, `step ${i + 1} of the timeline has no folder timeline/${i + 1}`)
      })
      const changes = await Promise.all(
        [...documentFiles(folder, names)].map(
          async ([key, file]) => [key, await parseClusterManifests(file, await fleetText(file))] as const,
        ),
      )
      return { after, title, changes: new Map(changes) }
    }),
  )
}

interface Layer {
  readonly folder: string
  /** Its fleet.yaml or fleet.json, for messages. */
  readonly file: string
  readonly fleet: FleetFile
  readonly clusters: ReadonlyMap<string, readonly Manifest[]>
}

/** Base layers first, the folder's own layer last. */
async function readLayers(folder: string, seen: readonly string[]): Promise<readonly Layer[]> {
  const names = await namesIn(folder).catch(() => {
    throw badFleet(folder, 'no such fleet folder', [
      'a fleet folder holds one <role>[.<name>].yaml or .json per cluster',
    ])
  })
  const { fleetFile, clusterFiles } = filesOf(folder, names)
  const file = fleetFile ?? join(folder, 'fleet.yaml')
  if (seen.includes(folder)) throw badFleet(file, 'extends itself')
  const fleet =
    fleetFile === undefined
      ? { clusters: new Map<string, RawRules | null>(), timeline: [] }
      : await parseFleetFile(fleetFile, await fleetText(fleetFile))
  const below = fleet.extends === undefined ? [] : await readLayers(baseOf(file, fleet.extends), [...seen, folder])
  const clusters = new Map<string, readonly Manifest[]>()
  for (const [key, clusterFile] of clusterFiles)
    clusters.set(key, await parseClusterManifests(clusterFile, await fleetText(clusterFile)))
  const known = new Set([...clusters.keys(), ...below.flatMap((layer) => [...layer.clusters.keys()])])
  for (const key of fleet.clusters.keys())
    if (!known.has(key)) throw badFleet(file, `names cluster ${key}, but there is no ${key}.yaml or ${key}.json`)
  return [...below, { folder, file, fleet, clusters }]
}

/**
 * The fleet file, if there is one, and the files of its clusters by key. Ignores other JSON files, unless the name looks
 * like a misspelled role.
 */
function filesOf(folder: string, names: readonly string[]) {
  const files = documentFiles(folder, names)
  const clusterFiles = [...files].filter(([key, file]) => {
    const [role = ''] = key.split('.')
    if (key === 'fleet' || isRole(role)) return key !== 'fleet'
    if (isJsonFile(file) && closestMatches(role, ROLES).length === 0) return false
    const expected = `<role>[.<name>].yaml or .json with a role of ${ROLES.join(', ')}`
    throw badFleet(file, `is named after no role: expected ${expected}`)
  })
  return { fleetFile: files.get('fleet'), clusterFiles }
}

/** A sibling scenario of that name, or a relative folder. */
function baseOf(fleetFile: string, name: string): string {
  const folder = dirname(fleetFile)
  const candidates = [resolve(dirname(folder), name), resolve(folder, name)]
  const found = (name.startsWith('.') ? candidates.slice(1) : candidates).find(isFolder)
  if (found !== undefined) return found
  throw badFleet(fleetFile, `extends ${name}, which is no folder beside it`)
}

/** Later layers override earlier ones; null removes the cluster. */
function mergedRules(layers: readonly Layer[]): ReadonlyMap<string, RawRules | null> {
  const rules = new Map<string, RawRules | null>()
  for (const layer of layers)
    for (const [key, own] of layer.fleet.clusters)
      rules.set(key, own === null ? null : { ...(rules.get(key) ?? {}), ...own })
  return rules
}

function memberOf(key: string, layers: readonly Layer[], rules: RawRules): FleetMember {
  let objects: readonly Manifest[] = []
  for (const layer of layers) {
    objects = overlay(objects, layer.clusters.get(key) ?? [])
    const absent = absentMatcher(layer.fleet.clusters.get(key)?.absent ?? [])
    objects = objects.filter((object) => !absent(object))
  }
  return {
    key,
    roles: rolesOf(key, rules.roles),
    rules: {
      unreachable: rules.unreachable ?? false,
      unauthorized: rules.unauthorized ?? false,
      slow: rules.slow ?? 0,
      forbidden: rules.forbidden ?? [],
      notServed: rules.notServed ?? [],
      served: rules.served ?? [],
    },
    objects: unique(objects),
    logFolders: layers.map((layer) => join(layer.folder, `${key}.logs`)).reverse(),
    channelFolders: layers.map((layer) => join(layer.folder, `${key}.channels`)).reverse(),
  }
}

function rolesOf(key: string, declared: readonly string[] | undefined): readonly RoleName[] {
  const [own = '', ...rest] = key.split('.')
  const fileName = rest.length === 0 ? undefined : rest.join('.')
  return (declared ?? [own]).map((entry) => {
    const [role = '', name] = entry.split('=')
    if (!isRole(role)) throw badFleet(key, `there is no role ${role}`)
    return { role, name: name ?? (role === own ? fileName : undefined) ?? role }
  })
}

/** The last document of an object wins, like with kubectl apply. */
function unique(objects: readonly Manifest[]): readonly Manifest[] {
  return [...new Map(objects.map((object) => [identityOf(object), object])).values()]
}

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/

/** Status fields with times in the future. */
const FUTURE = /notAfter|renewal|expir|next/i

function newestTime(members: readonly FleetMember[]): number {
  let newest = 0
  const look = (value: unknown): void => {
    if (typeof value === 'string') {
      if (value.length < 40 && TIME.test(value)) newest = Math.max(newest, Date.parse(value) || 0)
    } else if (typeof value === 'object' && value !== null) {
      for (const [key, child] of Object.entries(value)) if (!FUTURE.test(key)) look(child)
    }
  }
  // Only metadata and status: a spec may contain future times (expiry, schedules).
  for (const { metadata, status } of members.flatMap((member) => member.objects)) {
    look(metadata)
    look(status)
  }
  return newest === 0 ? Date.parse('2026-11-16T12:00:00Z') : newest
}
