// SPDX-License-Identifier: Apache-2.0
// Generates valid and invalid KUBECONFIG lists with few distinct names, so that files overlap.
export interface GeneratedSet {
  /** File names relative to the folder of the set, and their text; undefined: the file is missing. */
  readonly files: readonly { readonly path: string; readonly text: string | undefined }[]
  /** Entries of KUBECONFIG relative to the folder, in order; '' is an empty entry. */
  readonly list: readonly string[]
}

/** The same sets for the same seed, on every machine. */
export function* generateSets(seed: number, count: number): Generator<GeneratedSet> {
  const dice = diceOf(seed)
  for (let i = 0; i < count; i++) yield generateSet(dice)
}

interface Dice {
  /** 0 … n-1 */
  roll(n: number): number
  pick<T>(list: readonly T[]): T
  chance(percent: number): boolean
}

function diceOf(seed: number): Dice {
  let state = seed
  // mulberry32
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
  const roll = (n: number) => Math.floor(next() * n)
  return { roll, pick: (list) => list[roll(list.length)]!, chance: (percent) => next() * 100 < percent }
}

function generateSet(dice: Dice): GeneratedSet {
  const files = Array.from({ length: 1 + dice.roll(4) }, (_, i) => ({
    path: dice.chance(50) ? `f${i}` : `dir${i}/f${i}`,
    text: dice.chance(12) ? undefined : fileText(dice, i),
  }))
  const list = files.map(({ path }) => path)
  if (dice.chance(20)) list.splice(dice.roll(list.length + 1), 0, '')
  if (dice.chance(20)) list.push(dice.pick(list))
  return { files, list }
}

const NAMES = ['a', 'b', 'prod', 'kind-x', 'user@cluster', '2020-01-01', '1:30', 'ünïcode', '__proto__', 'constructor']

function fileText(dice: Dice, file: number): string {
  if (dice.chance(4)) return dice.pick(['', '---\n', '# nothing\n', 'null\n'])
  if (dice.chance(6)) return dice.pick(BROKEN)
  const unique = () => `f${file}n${dice.roll(1000)}`
  const named = (inner: string, make: () => Fields) =>
    some(dice, NAMES, dice.roll(4)).map((name) => ({ name, [inner]: make() }))
  const config: Fields = {
    ...(dice.chance(80) && { apiVersion: 'v1', kind: 'Config' }),
    ...(dice.chance(60) && { 'current-context': dice.pick(NAMES) }),
    ...(dice.chance(90) && { clusters: named('cluster', () => cluster(dice, unique)) }),
    ...(dice.chance(90) && { users: named('user', () => user(dice, unique)) }),
    ...(dice.chance(90) && { contexts: named('context', () => context(dice)) }),
    ...(dice.chance(20) && { preferences: {}, unknown: [1, 2] }),
  }
  if (dice.chance(20)) return JSON.stringify(config, null, dice.pick(['', '  ', '\t']))
  return `${toYaml(config, '', dice)}${dice.chance(10) ? '---\ncurrent-context: of-another-document\n' : ''}`
}

const BROKEN = [
  'clusters: [',
  'a: b: c\n',
  'users:\n- name: a\n  user: {token: 123}\n',
  'contexts: [{name: yes, context: {}}]\n',
  'clusters: [{name: a, cluster: {certificate-authority-data: "not base64"}}]\n',
  'clusters: [{name: a, cluster: {}}, {name: a, cluster: {}}]\n',
  'kind: Pod\napiVersion: v1\n',
  'apiVersion: v2\nkind: Config\n',
  'clusters: {name: a}\n',
  'clusters: [{name: a, cluster: {insecure-skip-tls-verify: "true"}}]\n',
  '- a list\n',
  'just text\n',
  'current-context: *nowhere\n',
  'current-context: "\x1b[31m"\n',
]

type Fields = Record<string, unknown>

function cluster(dice: Dice, unique: () => string): Fields {
  return {
    ...(dice.chance(95) && { server: `https://${unique()}.example:6443` }),
    ...(dice.chance(30) && { 'certificate-authority': path(dice) }),
    ...(dice.chance(30) && { 'certificate-authority-data': Buffer.from(unique()).toString('base64') }),
    ...(dice.chance(15) && { 'insecure-skip-tls-verify': dice.chance(70) }),
    ...(dice.chance(15) && { 'tls-server-name': unique() }),
    ...(dice.chance(15) && { 'proxy-url': `http://${unique()}:3128` }),
    ...(dice.chance(15) && {
      extensions: [{ name: 'client.authentication.k8s.io/exec', extension: { audience: unique(), deep: [{ a: 1 }] } }],
    }),
  }
}

function user(dice: Dice, unique: () => string): Fields {
  return {
    ...(dice.chance(30) && { 'client-certificate': path(dice), 'client-key': path(dice) }),
    ...(dice.chance(20) && { 'client-certificate-data': Buffer.from(unique()).toString('base64') }),
    ...(dice.chance(20) && { 'client-key-data': Buffer.from(unique()).toString('base64') }),
    ...(dice.chance(40) && { token: unique() }),
    ...(dice.chance(30) && { tokenFile: path(dice) }),
    ...(dice.chance(20) && { username: unique(), password: unique() }),
    ...(dice.chance(20) && { as: unique(), 'as-uid': unique(), 'as-groups': [unique(), unique()] }),
    ...(dice.chance(15) && { 'as-user-extra': { scope: [unique()], 'example.com/x': [unique(), unique()] } }),
    ...(dice.chance(10) && { 'auth-provider': { name: 'oidc' } }),
    ...(dice.chance(30) && {
      exec: {
        command: dice.pick(['plugin', './plugin', '../bin/plugin', '/usr/bin/plugin', 'bin/../plugin']),
        apiVersion: `client.authentication.k8s.io/${dice.pick(['v1', 'v1beta1', 'v1alpha1'])}`,
        ...(dice.chance(50) && { args: ['get-token', unique()] }),
        ...(dice.chance(50) && { env: [{ name: 'A', value: unique() }] }),
        ...(dice.chance(50) && { interactiveMode: dice.pick(['Never', 'IfAvailable', 'Always']) }),
        ...(dice.chance(30) && { provideClusterInfo: true, installHint: unique() }),
      },
    }),
  }
}

function context(dice: Dice): Fields {
  return {
    ...(dice.chance(95) && { cluster: dice.pick(NAMES) }),
    ...(dice.chance(95) && { user: dice.pick(NAMES) }),
    ...(dice.chance(40) && { namespace: dice.pick(['default', 'openstack', 'rook-ceph']) }),
  }
}

const path = (dice: Dice) => dice.pick(['x.pem', './x.pem', '../x.pem', 'sub/x.pem', '/etc/x.pem'])

function some<T>(dice: Dice, from: readonly T[], count: number): T[] {
  const left = [...from]
  return Array.from({ length: count }, () => left.splice(dice.roll(left.length), 1)[0]!)
}

/** Emits YAML in common styles: block, quoted in three ways, null for an empty value. */
function toYaml(value: unknown, indent: string, dice: Dice): string {
  if (Array.isArray(value))
    return value.map((item) => `${indent}-\n${toYaml(item, `${indent}  `, dice)}`).join('') || `${indent}[]\n`
  if (typeof value === 'object' && value !== null) {
    const lines = Object.entries(value).map(([key, inner]) => {
      const label = `${indent}${dice.chance(10) ? `"${key}"` : key}:`
      if (typeof inner !== 'object' || inner === null) return `${label} ${toScalar(inner, dice)}\n`
      return Object.keys(inner).length === 0
        ? `${label} ${empty(inner, dice)}\n`
        : `${label}\n${toYaml(inner, `${indent}  `, dice)}`
    })
    return lines.join('') || `${indent}{}\n`
  }
  return `${indent}${toScalar(value, dice)}\n`
}

const empty = (value: object, dice: Dice) => (dice.chance(30) ? 'null' : Array.isArray(value) ? '[]' : '{}')

function toScalar(value: unknown, dice: Dice): string {
  if (typeof value === 'boolean' && dice.chance(40)) return value ? 'yes' : 'off'
  if (typeof value !== 'string') return String(value)
  return dice.pick([value, `'${value}'`, JSON.stringify(value)])
}
