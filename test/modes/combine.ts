// SPDX-License-Identifier: Apache-2.0
// Fleets with several failures at once and with other names, made from the folders of single failure modes.

import type { Manifest } from '../../src/lib/embedded/json.ts'
import type { FleetFolder, FleetMember } from '../../src/lib/embedded/scenario/fleet-folder.ts'
import { identityOf } from '../../src/lib/embedded/scenario/fleet-overlay.ts'

/** The changes of one failure in a fleet. */
export interface Fault {
  readonly mode: string
  /** By cluster: changed or new objects, by their identity. */
  readonly changed: ReadonlyMap<string, ReadonlyMap<string, Manifest>>
  readonly gone: ReadonlyMap<string, ReadonlySet<string>>
}

/** The difference between a fleet and the same with a failure; undefined if the clusters themselves differ. */
export function faultOf(mode: string, base: FleetFolder, broken: FleetFolder): Fault | undefined {
  const keys = ({ members }: FleetFolder) => members.map(({ key }) => key).join()
  if (keys(base) !== keys(broken)) return undefined
  const changed = new Map<string, ReadonlyMap<string, Manifest>>()
  const gone = new Map<string, ReadonlySet<string>>()
  for (const after of broken.members) {
    const before = base.members.find(({ key }) => key === after.key)
    if (!before || JSON.stringify(before.rules) !== JSON.stringify(after.rules)) return undefined
    const old = byIdentity(before)
    const now = byIdentity(after)
    changed.set(
      after.key,
      new Map([...now].filter(([id, object]) => JSON.stringify(old.get(id)) !== JSON.stringify(object))),
    )
    gone.set(after.key, new Set([...old.keys()].filter((id) => !now.has(id))))
  }
  return { mode, changed, gone }
}

const byIdentity = ({ objects }: FleetMember) => new Map(objects.map((object) => [identityOf(object), object]))

/** Whether the failures change no object in common. */
export function areApart(faults: readonly Fault[]): boolean {
  const touched = faults.flatMap(({ changed, gone }) => [
    ...[...changed].flatMap(([key, objects]) => [...objects.keys()].map((id) => `${key} ${id}`)),
    ...[...gone].flatMap(([key, ids]) => [...ids].map((id) => `${key} ${id}`)),
  ])
  return new Set(touched).size === touched.length
}

export function withFaults(base: FleetFolder, faults: readonly Fault[]): FleetFolder {
  return {
    ...base,
    members: base.members.map((member) => {
      const objects = byIdentity(member)
      for (const { changed, gone } of faults) {
        for (const id of gone.get(member.key) ?? []) objects.delete(id)
        for (const [id, object] of changed.get(member.key) ?? []) objects.set(id, object)
      }
      return { ...member, objects: [...objects.values()] }
    }),
  }
}

/** Forbids listing a kind in one cluster. */
export function withGap(fleet: FleetFolder, key: string, resource: string): FleetFolder {
  return {
    ...fleet,
    members: fleet.members.map((member) =>
      member.key === key
        ? { ...member, rules: { ...member.rules, forbidden: [...member.rules.forbidden, resource] } }
        : member,
    ),
  }
}

/** The same fleet with other names: each name is replaced everywhere, in Secrets and messages too. */
export function renamed(fleet: FleetFolder, names: Readonly<Record<string, string>>): FleetFolder {
  const pattern = new RegExp(
    Object.keys(names)
      .map((name) => name.replaceAll('.', '\\.'))
      .join('|'),
    'g',
  )
  const change = (text: string) => text.replace(pattern, (name) => names[name] ?? name)
  return {
    ...fleet,
    members: fleet.members.map((member) => ({
      ...member,
      key: change(member.key),
      roles: member.roles.map(({ role, name }) => ({ role, name: change(name) })),
      objects: member.objects.map((object) =>
        inSecrets(JSON.parse(change(JSON.stringify(object))) as Manifest, change),
      ),
    })),
  }
}

function inSecrets(object: Manifest, change: (text: string) => string): Manifest {
  const { data } = object as { data?: Record<string, string> }
  if (object.kind !== 'Secret' || !data) return object
  const decoded = Object.entries(data).map(([key, value]) => {
    const text = Buffer.from(value, 'base64').toString('utf8')
    const isText = Buffer.from(text, 'utf8').toString('base64') === value
    return [key, isText ? Buffer.from(change(text)).toString('base64') : value]
  })
  return { ...object, data: Object.fromEntries(decoded) } as Manifest
}
