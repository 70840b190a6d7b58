// SPDX-License-Identifier: Apache-2.0
import { readFile } from 'node:fs/promises'
import { dirname, isAbsolute, join } from 'node:path'
import type { RoleName } from '../model/landscape/role.ts'
import { parseSelector, SelectorError } from '../model/object/label-selector.ts'
import { C5c3Error } from '../model/report/errors.ts'
import { closestMatches } from '../model/text/closest-matches.ts'
import { safeLine } from '../model/text/sanitize.ts'
import { labelOf, parseRole, sameRole } from './parse-role.ts'
import { type LocatedYaml, parseLocated } from './yaml-with-positions.ts'

/** One cluster of a profile: a kubeconfig file and context, or the object of the management cluster to read it from. */
export interface ProfileCluster {
  readonly roles: readonly RoleName[]
  readonly kubeconfig?: string
  readonly context?: string
  /** Such as `ProviderConfig st-pool-a`: the kubeconfig is read from the management cluster at each run. */
  readonly from?: string
  /** Pinned UID of namespace kube-system. */
  readonly uid?: string
  /** Pinned trust anchors: sha256:… of each certificate authority, or system:HOST. */
  readonly ca?: readonly string[]
}

export interface Profile {
  readonly name: string
  readonly file: string
  readonly protected: boolean
  readonly readOnly: boolean
  readonly clusters: readonly ProfileCluster[]
  /** Label selectors of node agent DaemonSets by agent name, for those that name and image do not identify. */
  readonly agents?: Readonly<Record<string, string>>
}

export const AGENT_NAMES = [
  'nova-compute',
  'ovn-controller',
  'ovs-vswitchd',
  'ovs-agent',
  'ha-agent',
  'kvm-node-agent',
] as const

type Env = Readonly<Record<string, string | undefined>>

export function profileFile(env: Env, home: string): string {
  return env['C5C3_CONFIG'] || join(env['XDG_CONFIG_HOME'] || join(home, '.config'), 'c5c3', 'config.yaml')
}

/**
 * The profile of this name, else the file's current one; undefined if there is no file and no name.
 * A malformed file is a usage error with line and column.
 */
export async function loadProfile(file: string, name: string | undefined): Promise<Profile | undefined> {
  const text = await readIfExists(file)
  if (text === undefined) {
    if (name === undefined) return undefined
    throw new C5c3Error('BAD_CONFIG', 'usage', `profile "${safeLine(name)}" not found: ${file} does not exist`, [
      'create it with: kubectl c5c3 contexts discover',
    ])
  }
  const yaml = await parseLocated(text, file)
  const profiles = profilesOf(yaml)
  const selected = name ?? currentOf(yaml)
  if (selected === undefined) return undefined
  if (!Object.hasOwn(profiles, selected)) {
    const close = closestMatches(selected, Object.keys(profiles))
    const message = `profile "${safeLine(selected)}" not found in ${file}`
    throw new C5c3Error('BAD_CONFIG', 'usage', message, [
      close.length > 0
        ? `did you mean: ${close.join(', ')}?`
        : `profiles: ${Object.keys(profiles).join(', ') || 'none'}`,
    ])
  }
  return readProfile(yaml, selected, profiles[selected], file)
}

/** Every profile of the file, in its order; none if there is no file. */
export async function loadProfiles(file: string) {
  const text = await readIfExists(file)
  if (text === undefined) return []
  const yaml = await parseLocated(text, file)
  const current = currentOf(yaml)
  return Object.entries(profilesOf(yaml)).map(([name, value]) => {
    const { clusters, protected: isProtected, readOnly } = readProfile(yaml, name, value, file)
    return { name, current: name === current, clusters: clusters.length, protected: isProtected, readOnly }
  })
}

export async function profileNames(file: string): Promise<readonly string[]> {
  const text = await readIfExists(file)
  return text === undefined ? [] : Object.keys(profilesOf(await parseLocated(text, file)))
}

async function readIfExists(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined
    throw new C5c3Error('BAD_CONFIG', 'usage', `cannot read ${file}: ${code}`)
  }
}

const isMap = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function profilesOf(yaml: LocatedYaml): Record<string, unknown> {
  const { value } = yaml
  if (value === null || value === undefined) return {}
  if (!isMap(value)) throw yaml.wrong([], 'expected a map with "current" and "profiles"')
  onlyKeys(yaml, [], value, ['current', 'profiles'])
  const profiles = value['profiles'] ?? {}
  if (!isMap(profiles)) throw yaml.wrong(['profiles'], 'profiles: expected a map from name to profile')
  return profiles
}

function currentOf(yaml: LocatedYaml): string | undefined {
  const current = isMap(yaml.value) ? yaml.value['current'] : undefined
  if (current === undefined || current === null) return undefined
  if (typeof current !== 'string') throw yaml.wrong(['current'], 'current: expected the name of a profile')
  return current
}

function readProfile(yaml: LocatedYaml, name: string, value: unknown, file: string): Profile {
  const path = ['profiles', name]
  if (!isMap(value)) throw yaml.wrong(path, `profile ${name}: expected a map with "clusters"`)
  onlyKeys(yaml, path, value, ['protected', 'readOnly', 'clusters', 'agents'])
  const clusters = value['clusters']
  if (!Array.isArray(clusters) || clusters.length === 0) {
    throw yaml.wrong([...path, 'clusters'], `profile ${name}: clusters: expected a list with at least one cluster`)
  }
  const read = clusters.map((cluster, i) => readCluster(yaml, [...path, 'clusters', i], cluster, dirname(file)))
  rejectDuplicateRoles(yaml, [...path, 'clusters'], read)
  return {
    name,
    file,
    protected: flag(yaml, path, value, 'protected'),
    readOnly: flag(yaml, path, value, 'readOnly'),
    clusters: read,
    ...agentsOf(yaml, path, value['agents']),
  }
}

/** agents: { nova-compute: app=nova } */
function agentsOf(yaml: LocatedYaml, path: (string | number)[], value: unknown): Pick<Profile, 'agents'> {
  if (value === undefined || value === null) return {}
  const here = [...path, 'agents']
  if (!isMap(value)) throw yaml.wrong(here, 'agents: expected a map from the name of an agent to a label selector')
  onlyKeys(yaml, here, value, AGENT_NAMES)
  const agents: Record<string, string> = {}
  for (const name of Object.keys(value)) {
    const text = optionalText(yaml, here, value, name)
    if (text === undefined) continue
    try {
      parseSelector(text)
    } catch (error) {
      if (!(error instanceof SelectorError)) throw error
      throw yaml.wrong([...here, name], `${name}: cannot read "${safeLine(text)}": ${error.message}`)
    }
    agents[name] = text
  }
  return { agents }
}

function readCluster(yaml: LocatedYaml, path: (string | number)[], value: unknown, folder: string): ProfileCluster {
  if (!isMap(value)) throw yaml.wrong(path, 'expected a cluster with "roles" and "context"')
  onlyKeys(yaml, path, value, ['roles', 'kubeconfig', 'context', 'from', 'uid', 'ca'])
  const text = (key: string) => optionalText(yaml, path, value, key)
  const [kubeconfig, context, from, uid] = [text('kubeconfig'), text('context'), text('from'), text('uid')]
  if (!context && !from)
    throw yaml.wrong(path, 'a cluster needs "context" (and "kubeconfig", if it is not the usual one) or "from"')
  const roles = value['roles']
  if (!Array.isArray(roles) || roles.length === 0) {
    throw yaml.wrong([...path, 'roles'], 'roles: expected a list such as [management] or [hypervisor=hv-pool-a]')
  }
  return {
    roles: roles.map((role, i) => {
      const parsed = parseRole(String(role), context ?? from ?? '')
      if ('wrong' in parsed) throw yaml.wrong([...path, 'roles', i], `roles: ${parsed.wrong}`)
      return parsed
    }),
    ...(kubeconfig ? { kubeconfig: isAbsolute(kubeconfig) ? kubeconfig : join(folder, kubeconfig) } : {}),
    ...(context ? { context } : {}),
    ...(from ? { from } : {}),
    ...(uid ? { uid } : {}),
    ...caOf(yaml, path, value['ca']),
  }
}

const ANCHOR = /^(sha256:[0-9a-f]{64}|system:\S+)$/

function caOf(yaml: LocatedYaml, path: (string | number)[], value: unknown): Pick<ProfileCluster, 'ca'> {
  if (value === undefined || value === null) return {}
  const anchors = Array.isArray(value) ? value : [value]
  if (anchors.length > 0 && anchors.every((anchor) => typeof anchor === 'string' && ANCHOR.test(anchor)))
    return { ca: anchors }
  throw yaml.wrong([...path, 'ca'], 'ca: expected sha256: and 64 hexadecimal digits, system:HOST, or a list of them')
}

function rejectDuplicateRoles(yaml: LocatedYaml, path: (string | number)[], clusters: readonly ProfileCluster[]): void {
  const seen: RoleName[] = []
  for (const [i, cluster] of clusters.entries()) {
    for (const role of cluster.roles) {
      if (seen.some((other) => sameRole(other, role)))
        throw yaml.wrong([...path, i], `two clusters for ${labelOf(role)}`)
      seen.push(role)
    }
  }
}

function onlyKeys(
  yaml: LocatedYaml,
  path: (string | number)[],
  value: Record<string, unknown>,
  known: readonly string[],
): void {
  for (const key of Object.keys(value)) {
    if (known.includes(key)) continue
    const close = closestMatches(key, known)
    throw yaml.wrongKey([...path, key], `unknown key "${key}"`, [
      close.length > 0 ? `did you mean: ${close.join(', ')}?` : `known keys: ${known.join(', ')}`,
    ])
  }
}

function optionalText(
  yaml: LocatedYaml,
  path: (string | number)[],
  value: Record<string, unknown>,
  key: string,
): string | undefined {
  const found = value[key]
  if (found === undefined || found === null) return undefined
  if (typeof found !== 'string' || found === '') throw yaml.wrong([...path, key], `${key}: expected text`)
  return found
}

function flag(yaml: LocatedYaml, path: (string | number)[], value: Record<string, unknown>, key: string): boolean {
  const found = value[key] ?? false
  if (typeof found !== 'boolean') throw yaml.wrong([...path, key], `${key}: expected true or false`)
  return found
}
