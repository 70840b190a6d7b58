// SPDX-License-Identifier: Apache-2.0
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { stringify } from 'yaml'
import { parseKubeconfigText } from '../../../../src/lib/cluster/kubeconfig/parse.ts'
import { kubectlPresent, kubectlView, normalView, ourView } from './kubectl.ts'

const CA = Buffer.from('an authority').toString('base64')
const inCluster = (field: string) => `clusters: [{name: a, cluster: {server: https://x, ${field}}}]`
const inUser = (field: string) => `users: [{name: u, user: {${field}}}]`
const inContext = (field: string) => `contexts: [{name: c, context: {${field}}}]`

const MIB = 1024 * 1024

/** Each anchored list holds the previous list twice, as an alias: the value doubles with every level. */
const nestedAnchors = (levels: number) =>
  `a0: &a0 [x]\n${Array.from({ length: levels }, (_, i) => `a${i + 1}: &a${i + 1} [*a${i}, *a${i}]`).join('\n')}\n`

/** Accepted by kubectl 1.27 to 1.33. */
const ACCEPTED: Record<string, string> = {
  'nothing at all': '',
  'only a comment': '# hello\n',
  'an empty document': '---\n',
  'no apiVersion and kind': 'current-context: x',
  'the first of several documents': 'current-context: x\n---\ncurrent-context: y\n',
  'a broken second document': 'current-context: x\n---\n: : [\n',
  'JSON with tabs': '{\n\t"clusters": [\n\t\t{"name": "a",\t"cluster": {"server": "https://1"}}\n\t]\n}\n',
  'a key twice: the last wins': inCluster('tls-server-name: first, tls-server-name: second'),
  'unknown and misspelled fields': `Clusters: [1]\n${inCluster('Server: https://y, colour: red')}`,
  'null for a list, an entry, a field':
    'clusters: [null, {name: b, cluster: null}]\nusers: null\ncontexts: [{name: d, context: {cluster: null}}]',
  'a date, a time, a version as names': 'contexts: [{name: 2020-01-01, context: {cluster: 1:30, user: 1.2.3}}]',
  'yes for true': inCluster('insecure-skip-tls-verify: yes'),
  'base64 with a line break': inCluster(`certificate-authority-data: "${CA}\\n"`),
  'base64 with loose last bits': inCluster('certificate-authority-data: "YWJ="'),
  'an anchor and a merge key':
    'x: &x {server: https://1}\nclusters: [{name: q, cluster: *x}, {name: r, cluster: {<<: *x, tls-server-name: s}}]',
  'text forced by a tag': inUser('username: !!str 123, password: p'),
  'a number as a key of extra': inUser('as: a, as-user-extra: {1: [a], b: [c, d]}'),
  'boolean-like keys of extra':
    'users:\n- name: u\n  user:\n    as: a\n    as-user-extra:\n      y:\n      - b\n      off:\n      - c\n',
  'null in groups': inUser('as: a, as-groups: [null, b]'),
  'a byte order mark': '\u{feff}current-context: x\n',
  'an escape written as an escape': 'current-context: "x\\e[31m"',
  'names that are members of every object':
    'clusters: [{name: __proto__, cluster: {server: https://1}}, {name: constructor, cluster: {server: https://2}}]',
  'an exec plugin of an old version': inUser('exec: {command: x, apiVersion: client.authentication.k8s.io/v1beta1}'),
  'a leading zero in quotes': inUser('token: "007"'),
}

/** Rejected by kubectl, with our message and position. */
const REFUSED: Record<string, [text: string, message: RegExp]> = {
  'half a list': ['clusters: [', /^kc:1:\d+: is not valid YAML/],
  'a map in a plain scalar': ['a: b: c\n', /^kc:1:\d+: is not valid YAML/],
  'an unknown alias': ['current-context: *x', /^kc:1:18: is not valid YAML \(unknown alias\)/],
  'a name twice in a list': ['clusters:\n- {name: a}\n- {name: a}\n', /^kc:3:10: clusters\[1\]\.name is used twice/],
  'a context twice': ['contexts: [{name: a}, {name: a}]', /contexts\[1\]\.name is used twice/],
  'a user twice': ['users: [{name: a}, {name: a}]', /users\[1\]\.name is used twice/],
  'an extension twice': [
    inCluster('extensions: [{name: b, extension: {}}, {name: b, extension: {}}]'),
    /extensions\[1\]\.name is used twice/,
  ],
  'a number as token': [inUser('token: 123'), /^kc:1:\d+: users\[0\]\.user\.token must be a string/],
  'yes as a name': ['contexts: [{name: yes}]', /contexts\[0\]\.name must be a string/],
  'y as a cluster': [inContext('cluster: y'), /context\.cluster must be a string/],
  'octal as a user': [inContext('user: 0o7'), /context\.user must be a string/],
  'hex as a user': [inContext('user: 0x1F'), /context\.user must be a string/],
  'a float as a user': [inContext('user: 1.10'), /context\.user must be a string/],
  'an exponent as a user': [inContext('user: 1e3'), /context\.user must be a string/],
  'text as flag': [inCluster('insecure-skip-tls-verify: "true"'), /insecure-skip-tls-verify must be true or false/],
  'a map for a list': ['clusters: {a: b}', /^kc:1:11: clusters must be a list/],
  'a list for a map': ['clusters: [[]]', /clusters\[0\] must be a map/],
  'text for a map': ['clusters: [{name: a, cluster: b}]', /clusters\[0\]\.cluster must be a map/],
  'text for extra': [inUser('as-user-extra: {c: x}'), /as-user-extra\.c must be a list/],
  'a list at the top': ['[a]', /must be a map/],
  'text at the top': ['hello', /must be a map/],
  'bad base64': [inCluster('certificate-authority-data: "ab!c"'), /certificate-authority-data is not valid base64/],
  'base64 without padding': [inUser('client-key-data: YWI'), /client-key-data is not valid base64/],
  'base64 with a space': [inUser('client-certificate-data: "YW I="'), /client-certificate-data is not valid base64/],
  'another kind': ['apiVersion: v1\nkind: Pod', /^kc:2:7: kind must be Config/],
  'another version': ['apiVersion: v2\nkind: Config', /^kc:1:13: apiVersion must be v1/],
  'a raw escape': ['a: b\ncurrent-context: "\x1b[31m"', /^kc:2:19: holds a control character/],
}

/** The CPU time of this process: it does not depend on the load of the machine. */
async function cpuSecondsOf(work: () => Promise<void>): Promise<number> {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1e6
}

describe('one kubeconfig', () => {
  test.each(Object.entries(ACCEPTED))('with %s is read', async (_, text) => {
    await expect(parseKubeconfigText(text, 'kc')).resolves.toMatchObject({ files: ['kc'] })
  })

  test.each(Object.entries(REFUSED))('with %s is refused, with file and position', async (_, [text, message]) => {
    const error: unknown = await parseKubeconfigText(text, 'kc').catch((e: unknown) => e)
    expect(error).toMatchObject({ name: 'C5c3Error', code: 'BAD_KUBECONFIG', exit: 'usage' })
    expect(String((error as Error).message)).toMatch(message)
  })

  test('the last of two equal keys and the first of two documents are used', async () => {
    const twice = await parseKubeconfigText(ACCEPTED['a key twice: the last wins']!, 'kc')
    expect(twice.clusters.get('a')?.tlsServerName).toBe('second')
    const documents = await parseKubeconfigText(ACCEPTED['the first of several documents']!, 'kc')
    expect(documents.currentContext).toBe('x')
  })

  test('a property name of Object.prototype is an ordinary name', async () => {
    const loaded = await parseKubeconfigText(ACCEPTED['names that are members of every object']!, 'kc')
    expect([...loaded.clusters.keys()]).toEqual(['__proto__', 'constructor'])
    expect(loaded.clusters.get('toString')).toBeUndefined()
    expect(Object.getPrototypeOf(loaded)).toBe(Object.prototype)
  })

  test('a message never quotes the file', async () => {
    for (const text of [
      'users: [{name: u, user: {token: CANARY-1234567890',
      'CANARY-1234567890: [\n  CANARY-1234567890',
      'token: CANARY-1234567890\n CANARY-1234567890: x\n"',
      inUser('token: [CANARY-1234567890]'),
      inUser('client-key-data: CANARY-1234567890'),
      inUser('token: !!binary CANARY-1234567890'),
      'a: *CANARY-1234567890',
      'kind: CANARY-1234567890',
      'token: |CANARY-1234567890\n  x',
      'token: !CANARY-1234567890!x y',
      'a\x01CANARY-1234567890',
    ]) {
      const error = await parseKubeconfigText(text, 'kc').catch((e: unknown) => e)
      expect(error).toBeInstanceOf(Error)
      expect(`${(error as Error).message} ${(error as Error).stack}`).not.toContain('CANARY')
    }
  })

  test('exponential aliases and unclosed brackets are refused', async () => {
    const levels = Array.from({ length: 12 }, (_, i) => `l${i + 1}: &l${i + 1} [${Array(10).fill(`*l${i}`).join(',')}]`)
    const bomb = `l0: &l0 [lol]\n${levels.join('\n')}\nclusters: *l12\n`
    await expect(parseKubeconfigText(bomb, 'kc')).rejects.toThrow(/is not valid YAML \(too many aliases\)/)
    await expect(parseKubeconfigText('['.repeat(50_000), 'kc')).rejects.toMatchObject({ code: 'BAD_KUBECONFIG' })
  })

  test('keys that YAML 1.1 reads as booleans become true and false, as in kubectl', async () => {
    const loaded = await parseKubeconfigText(ACCEPTED['boolean-like keys of extra']!, 'kc')
    expect([...(loaded.users.get('u')?.asExtra ?? [])]).toEqual([
      ['true', ['b']],
      ['false', ['c']],
    ])
  })

  test.each<[string, string, RegExp]>([
    ['10,000 aliases', `a: &a b\nc: [${'*a,'.repeat(10_000)}]`, /too many aliases/],
    ['anchors that contain aliases', nestedAnchors(400), /too many aliases/],
    ['an anchor that contains itself', 'a: &a [*a]', /too many aliases/],
    ['1 MiB of commas', `clusters: [${','.repeat(MIB)}`, /more than 200000 YAML tokens/],
    ['1 MiB of small maps', `clusters: [${'{b: c},'.repeat(MIB / 7)}]`, /more than 200000 YAML tokens/],
    ['1 MiB of open brackets', `clusters: ${'['.repeat(MIB)}`, /nested too deeply/],
    ['1 MiB of list dashes', '- '.repeat(MIB / 2), /nested too deeply|more than 200000 YAML tokens/],
    ['1 MiB of line breaks', '\n'.repeat(MIB), /more than 200000 YAML tokens/],
    ['a deep block map', Array.from({ length: 500 }, (_, i) => `${' '.repeat(i)}a:`).join('\n'), /nested too deeply/],
  ])('%s is refused within seconds of CPU time', { timeout: 120_000 }, async (_, text, reason) => {
    const seconds = await cpuSecondsOf(() => expect(parseKubeconfigText(text, 'kc')).rejects.toThrow(reason))
    expect(seconds).toBeLessThan(8)
  })

  test.each<[string, (value: unknown) => string]>([
    ['JSON', JSON.stringify],
    ['indented JSON', (value) => JSON.stringify(value, undefined, 2)],
    ['YAML', (value) => stringify(value)],
  ])(
    'a kubeconfig of 1,000 clusters is read within seconds of CPU time: %s',
    { timeout: 120_000 },
    async (_, write) => {
      const names = Array.from({ length: 1000 }, (_, i) => `cluster-${i}`)
      const data = Buffer.from('certificate'.repeat(100)).toString('base64')
      const entries = {
        clusters: names.map((name) => ({
          name,
          cluster: { server: `https://${name}:6443`, 'certificate-authority-data': data },
        })),
        users: names.map((name) => ({ name, user: { 'client-certificate-data': data, 'client-key-data': data } })),
        contexts: names.map((name) => ({ name, context: { cluster: name, user: name, namespace: 'default' } })),
      }
      const text = write(entries)
      const seconds = await cpuSecondsOf(async () =>
        expect((await parseKubeconfigText(text, 'kc')).contexts).toHaveLength(1000),
      )
      expect(seconds).toBeLessThan(20)
    },
  )
})

describe.skipIf(!kubectlPresent())('the tables above', () => {
  let folder = ''
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'c5c3-parse-'))
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  test('agree with kubectl', { timeout: 120_000 }, async () => {
    const file = join(folder, 'kc')
    for (const [name, text] of Object.entries(ACCEPTED)) {
      await writeFile(file, text)
      const view = await kubectlView(file, folder)
      expect(view, `kubectl accepts ${name}`).toBeDefined()
      const ours = await parseKubeconfigText(text, file, folder)
      if (view) expect(ourView(ours), name).toEqual(normalView(view, ours))
    }
    for (const [name, [text]] of Object.entries(REFUSED)) {
      await writeFile(file, text)
      expect(await kubectlView(file, folder), `kubectl refuses ${name}`).toBeUndefined()
    }
  })
})
