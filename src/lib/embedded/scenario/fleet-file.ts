// SPDX-License-Identifier: Apache-2.0

import { isRole, ROLES } from '../../model/landscape/role.ts'
import { closestMatches } from '../../model/text/closest-matches.ts'
import { parseDuration } from '../../model/text/time.ts'
import { isObject } from '../json.ts'
import { badFleet } from './bad-fleet.ts'
import { isJsonFile, readJsonFile, yamlValue } from './document-files.ts'

/** The rules of one cluster in fleet.yaml. */
export interface RawRules {
  readonly roles?: readonly string[]
  readonly unreachable?: boolean
  readonly unauthorized?: boolean
  /** milliseconds */
  readonly slow?: number
  readonly forbidden?: readonly string[]
  readonly notServed?: readonly string[]
  readonly served?: readonly string[]
  /** Objects of the base to remove: 'Kind.group namespace/name' or 'Kind.group *'. */
  readonly absent?: readonly string[]
}

/** An entry of the timeline; its changes are in its own folder. */
interface RawStep {
  /** milliseconds */
  readonly after: number
  readonly title: string
}

export interface FleetFile {
  readonly now?: number
  readonly extends?: string
  /** null removes a cluster of the base. */
  readonly clusters: ReadonlyMap<string, RawRules | null>
  readonly timeline: readonly RawStep[]
}

const TOP = ['now', 'extends', 'clusters', 'title', 'teaches', 'try', 'timeline']
const LISTS = ['roles', 'forbidden', 'notServed', 'served', 'absent'] as const
const FLAGS = ['unreachable', 'unauthorized'] as const
const RULES = [...LISTS, ...FLAGS, 'slow']

/** Throws BAD_FLEET with file and line for an unknown key or a value of the wrong type. */
export async function parseFleetFile(file: string, text: string): Promise<FleetFile> {
  const parse = () => parseYamlFleetFile(file, text)
  return isJsonFile(file) ? readJsonFile(file, text, (value) => fleetFileOf(value, () => file), parse) : parse()
}

async function parseYamlFleetFile(file: string, text: string): Promise<FleetFile> {
  const { LineCounter, isNode, parseDocument } = await import('yaml')
  const lines = new LineCounter()
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false })
  const lineOf = (path: readonly string[]) => {
    const node: unknown = document.getIn(path, true)
    const offset = isNode(node) ? (node.range?.[0] ?? 0) : 0
    return `${file}:${lines.linePos(offset).line}`
  }
  const [error] = document.errors
  if (error !== undefined) throw badFleet(`${file}:${lines.linePos(error.pos[0]).line}`, error.message)
  return fleetFileOf(yamlValue(document, lineOf([])) ?? {}, lineOf)
}

function fleetFileOf(value: unknown, lineOf: (path: readonly string[]) => string): FleetFile {
  if (!isObject(value)) throw badFleet(lineOf([]), 'is not a mapping')
  for (const key of Object.keys(value)) known(lineOf([key]), key, TOP)

  const { now, clusters = {}, extends: base, timeline = [] } = value
  const time = now === undefined ? undefined : Date.parse(String(now))
  if (time !== undefined && Number.isNaN(time)) throw badFleet(lineOf(['now']), `now is no time: ${String(now)}`)
  if (base !== undefined && typeof base !== 'string') throw badFleet(lineOf(['extends']), 'extends is no name')
  if (!isObject(clusters)) throw badFleet(lineOf(['clusters']), 'clusters is not a mapping')
  return {
    ...(time === undefined ? {} : { now: time }),
    ...(base === undefined ? {} : { extends: base }),
    clusters: new Map(
      Object.entries(clusters).map(([key, rules]) => [
        key,
        rulesOf((field) => lineOf(field === undefined ? ['clusters', key] : ['clusters', key, field]), rules),
      ]),
    ),
    timeline: stepsOf(lineOf(['timeline']), timeline),
  }
}

function stepsOf(line: string, value: unknown): readonly RawStep[] {
  if (!Array.isArray(value)) throw badFleet(line, 'timeline is no list')
  return value.map((step: unknown) => {
    const after = isObject(step) ? parseDuration(String(step['after'])) : undefined
    if (!isObject(step) || after === undefined || typeof step['title'] !== 'string')
      throw badFleet(line, 'a step of the timeline has a duration and a title', ['try: { after: 5s, title: "…" }'])
    return { after, title: step['title'] }
  })
}

function rulesOf(line: (field?: string) => string, value: unknown): RawRules | null {
  if (value === null) return null
  if (!isObject(value)) throw badFleet(line(), 'the rules of a cluster are a mapping')
  const rules: Record<string, unknown> = {}
  for (const [field, setting] of Object.entries(value)) {
    known(line(field), field, RULES)
    if (field === 'slow') rules[field] = durationOf(line(field), setting)
    else if ((FLAGS as readonly string[]).includes(field)) {
      if (typeof setting !== 'boolean') throw badFleet(line(field), `${field} is true or false`)
      rules[field] = setting
    } else {
      if (!Array.isArray(setting) || !setting.every((item) => typeof item === 'string'))
        throw badFleet(line(field), `${field} is a list of names`)
      rules[field] = setting
    }
  }
  for (const entry of (rules['roles'] as readonly string[] | undefined) ?? []) {
    const role = entry.split('=')[0] ?? ''
    if (!isRole(role)) throw badFleet(line('roles'), `there is no role ${role}`, hintsFor(role, ROLES))
  }
  return rules
}

function durationOf(line: string, value: unknown): number {
  const ms = parseDuration(String(value))
  if (ms === undefined) throw badFleet(line, `slow is no duration: ${String(value)}`, ['try: slow: 2s'])
  return ms
}

function known(line: string, key: string, names: readonly string[]): void {
  if (!names.includes(key)) throw badFleet(line, `unknown key ${key}`, hintsFor(key, names))
}

const hintsFor = (key: string, names: readonly string[]) => {
  const close = closestMatches(key, names)
  return [`known: ${(close.length === 0 ? names : close).join(', ')}`]
}
