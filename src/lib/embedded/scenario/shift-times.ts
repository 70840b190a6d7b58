// SPDX-License-Identifier: Apache-2.0
import type { FleetFolder } from './fleet-folder.ts'

/**
 * Moves a fleet to another time: every timestamp keeps its distance to `now`. A scenario served to tools that read the
 * clock of the machine says the same on every day. Dates inside Secrets (certificates) do not move.
 */
export function shiftFleet(fleet: FleetFolder, to: number): FleetFolder {
  const delta = to - fleet.now
  return {
    ...fleet,
    now: to,
    members: fleet.members.map((member) => ({ ...member, objects: member.objects.map((one) => shifted(one, delta)) })),
  }
}

const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/

function shifted<T>(value: T, delta: number): T
function shifted(value: unknown, delta: number): unknown {
  if (typeof value === 'string') return shiftedText(value, delta)
  if (Array.isArray(value)) return value.map((one) => shifted(one, delta))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, shifted(one, delta)]))
}

/** Kubernetes writes seconds, or microseconds in Leases and events: the form stays. */
function shiftedText(text: string, delta: number): string {
  const match = TIMESTAMP.exec(text)
  const time = match ? Date.parse(text) : Number.NaN
  if (!match || Number.isNaN(time)) return text
  const iso = new Date(time + delta).toISOString()
  const [, fraction] = match
  return fraction ? iso.replace(/\.\d+Z$/, `${fraction}Z`) : iso.replace(/\.\d+Z$/, 'Z')
}
