// SPDX-License-Identifier: Apache-2.0
import { inspect } from 'node:util'
import { describe, expect, it } from 'vitest'
import { project } from '../../../../../src/lib/cluster/read/project.ts'
import { withSecretFacts } from '../../../../../src/lib/cluster/secrets/facts/secret-facts.ts'
import { object as objectKind } from '../../../../../src/lib/kinds/crossplane/object.ts'
import { secret as secretKind } from '../../../../../src/lib/kinds/kubernetes/secret.ts'
import { fieldAt } from '../../../../../src/lib/model/object/fields.ts'
import type { KubeObject } from '../../../../../src/lib/model/object/resource.ts'
import type { Sealed } from '../../../../../src/lib/model/secret/sealed.ts'
import { factsOf, holdsData, type SecretFacts } from '../../../../../src/lib/model/secret/secret-facts.ts'
import { makeAuthority } from '../../../../faults/certificates.ts'

const CANARY = 'c4n4ry-S3cret'

/** A Secret as the client reads it. */
async function secretOf(data: Readonly<Record<string, string | Buffer>>): Promise<KubeObject> {
  const encoded = Object.fromEntries(Object.entries(data).map(([k, v]) => [k, Buffer.from(v).toString('base64')]))
  const raw = { kind: 'Secret', metadata: { name: 's', namespace: 'n' }, type: 'Opaque', data: encoded }
  return withSecretFacts(project(raw, secretKind, 'v1').object)
}

async function factsFor(value: string | Buffer, key = 'value'): Promise<SecretFacts> {
  const facts = factsOf(await secretOf({ [key]: value }), key)
  if (!facts) throw new Error(`no facts of ${key}`)
  return facts
}

const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const jwt = (claims: unknown) => `${part({ alg: 'RS256' })}.${part(claims)}.${part(CANARY)}`
const END = '2027-03-01T12:00:00.000Z'
const seconds = (date: string) => Date.parse(date) / 1000

interface Login {
  readonly user?: Readonly<Record<string, unknown>>
  readonly server?: string
  readonly current?: string
  readonly ca?: string
}

const kubeconfig = ({
  user = {},
  server = 'https://user:pw@api.example.test/path?x=y',
  current = 'c',
  ca = '',
}: Login = {}) =>
  JSON.stringify({
    apiVersion: 'v1',
    kind: 'Config',
    'current-context': current,
    clusters: [
      { name: 'other', cluster: { server: 'https://other.example.test' } },
      { name: 'k', cluster: { server, 'certificate-authority-data': ca } },
    ],
    contexts: [{ name: 'c', context: { cluster: 'k', user: 'u' } }],
    users: [{ name: 'u', user }],
  })

describe('sizes', () => {
  it.each([
    ['no text', '', { bytes: 0, empty: true }],
    ['white space', ' \n\t', { bytes: 3, empty: true }],
    ['a letter of two bytes', 'ä', { bytes: 2, empty: false }],
    ['padded base64', 'AQBx==\n', { bytes: 7, empty: false, padded: true }],
    ['two lines', 'two\nlines\n', { bytes: 10, empty: false }],
    ['binary data', Buffer.from([0xff, 0xfe, 0x00]), { bytes: 3, empty: false }],
    ['text above 128 KiB', Buffer.alloc(128 * 1024 + 1, 'x'), { bytes: 128 * 1024 + 1, empty: false, unread: true }],
    [
      'white space above 1 MiB',
      Buffer.alloc(1024 * 1024 + 1, ' '),
      { bytes: 1024 * 1024 + 1, empty: false, unread: true },
    ],
  ])('reports the size of %s', async (_, value, expected) => {
    expect(await factsFor(value)).toEqual(expected)
  })

  it('has no facts for an absent key, whatever its name', async () => {
    const secret = await secretOf({ a: 'b' })
    expect(factsOf(secret, 'constructor')).toBeUndefined()
    expect(factsOf(undefined, 'a')).toBeUndefined()
    expect(factsOf(await secretOf({ ['__proto__']: 'b', constructor: 'c' }), '__proto__')).toMatchObject({ bytes: 1 })
  })
})

describe('certificates', () => {
  it('reports the earliest expiry of a chain and that of its first certificate', async () => {
    const authority = await makeAuthority()
    const leaf = await authority.issue({ notAfter: new Date('2026-12-01T00:00:00Z') })
    const later = await authority.issue({ notAfter: new Date(END) })
    const { certificates } = await factsFor(`${later.cert}\n${leaf.cert}\n`, 'tls.crt')
    expect(certificates).toEqual({ count: 2, notAfter: '2026-12-01T00:00:00.000Z', first: END })
    expect(await factsFor(later.key)).not.toHaveProperty('certificates')
  })

  it('counts invalid certificates', async () => {
    const begin = '-----BEGIN CERTIFICATE-----'
    expect((await factsFor(`${begin}\n${begin}`)).certificates).toEqual({ count: 1, malformed: 1 })
    expect((await factsFor(`${begin}\nTm8=\n-----END CERTIFICATE-----`)).certificates).toEqual({
      count: 1,
      malformed: 1,
    })
  })
})

describe('tokens', () => {
  it.each([
    [jwt({ exp: seconds(END) }), { expires: END }],
    [`${jwt({ exp: seconds(END) })}\n`, { expires: END }],
    [jwt({ sub: CANARY }), {}],
    [jwt({ exp: 'soon' }), {}],
    [jwt({ exp: 1e300 }), {}],
    ['1.2.3', undefined],
    [`${part([])}.${part({})}.`, undefined],
    ['not.a token.at all', undefined],
  ])('%#: expiry', async (token, expected) => {
    expect((await factsFor(token)).jwt).toEqual(expected)
  })
})

describe('kubeconfigs', () => {
  it('reports the server and the expiry of the client certificate', async () => {
    const authority = await makeAuthority()
    const { cert, key } = await authority.issue({ notAfter: new Date(END), cn: CANARY })
    const base64 = (text: string) => Buffer.from(text).toString('base64')
    const user = { 'client-certificate-data': base64(cert), 'client-key-data': base64(key) }
    const sooner = await authority.issue({ notAfter: new Date('2027-01-01T00:00:00Z') })
    const facts = await factsFor(kubeconfig({ user, ca: base64(`${cert}${sooner.cert}`) }), 'kubeconfig')
    expect(facts.kubeconfig).toEqual({
      server: 'api.example.test:443',
      credentials: 'certificate',
      notAfter: END,
      caNotAfter: '2027-01-01T00:00:00.000Z',
    })
    expect(facts.malformed).toBeUndefined()
  })

  it.each<[Login, object]>([
    [{ user: { token: jwt({ exp: seconds(END) }) } }, { credentials: 'token', tokenExpires: END }],
    [{ user: { token: CANARY } }, { credentials: 'token' }],
    [{ user: { username: CANARY, password: CANARY } }, { credentials: 'password' }],
    [{ user: { exec: { command: CANARY } } }, { credentials: 'exec' }],
    [{ user: { 'auth-provider': { name: CANARY } } }, { credentials: 'auth-provider' }],
    [{ user: { tokenFile: `/${CANARY}` } }, { credentials: 'file' }],
    [{ user: {} }, { credentials: 'none' }],
  ])('%#: authentication method', async (login, expected) => {
    const server = 'https://[2001:db8::1]:6443'
    expect((await factsFor(kubeconfig({ ...login, server }))).kubeconfig).toEqual({
      server: '[2001:db8::1]:6443',
      ...expected,
    })
  })

  it.each([
    kubeconfig({ current: 'nowhere' }),
    kubeconfig({ server: 'ftp://api.example.test' }),
    kubeconfig({ server: CANARY }),
    'clusters: []\nusers: []\n',
    'clusters: {{\nusers: ]\n',
    `clusters: ${CANARY}\ncontexts: 1\n`,
  ])('%#: is not usable', async (text) => {
    expect((await factsFor(text)).kubeconfig).toEqual({ malformed: true })
  })
})

describe('clouds.yaml', () => {
  const clouds = `clouds:
  openstack:
    auth:
      auth_url: https://${CANARY}:x@keystone.example.test:5000/v3?${CANARY}
      username: ${CANARY}-user
      password: 0123
    cacert: /etc/ca.crt
    verify: false
  app:
    auth_type: v3applicationcredential
    auth: { auth_url: "http://keystone", application_credential_id: ${CANARY}, application_credential_secret: ${CANARY} }
  odd: ${CANARY}
`

  it('reports the clouds by name, and whether a password equals that of another Secret', async () => {
    const secret = await secretOf({ 'clouds.yaml': clouds, password: '0123', secret: CANARY })
    const { password, secret: other } = secret.data as Record<string, Sealed>
    expect(factsOf(secret, 'clouds.yaml')?.clouds).toEqual({
      openstack: {
        authHost: 'keystone.example.test:5000',
        cacert: true,
        applicationCredential: false,
        insecure: true,
        secret: password?.fingerprint,
      },
      app: {
        authHost: 'keystone:80',
        cacert: false,
        applicationCredential: true,
        secret: other?.fingerprint,
      },
      odd: { cacert: false, applicationCredential: false },
    })
  })

  it.each([
    ['clouds.yaml', 'clouds: []', true],
    ['clouds.yaml', 'clouds:\n  a: *nobody\n', true],
    ['clouds.yaml', CANARY, true],
    ['clouds.yaml', '- 1', true],
    ['clouds.yaml', 'other: map', undefined],
    ['config', 'no: [map', undefined],
  ])('%s with %j: malformed is %s', async (key, text, expected) => {
    const facts = await factsFor(text, key)
    expect([facts.malformed, facts.clouds]).toEqual([expected, undefined])
  })
})

describe('hostile values', () => {
  const bomb = ['a: &a [x,x,x,x,x,x,x,x,x]']
  for (let i = 0; i < 9; i++)
    bomb.push(`b${i}: &${'bcdefghijk'[i]} [${Array(9).fill(`*${'abcdefghij'[i]}`).join(',')}]`)

  it.each([
    ['aliases', `clouds:\n  a: 1\n${bomb.join('\n')}\nclusters: *j\nusers: *j\n`],
    ['nesting', `clouds: ${'['.repeat(130_000)}`],
    ['nested lists', `clusters:\nusers:\n${'- '.repeat(65_000)}`],
    ['empty lines', `${'\n'.repeat(130_000)}x`],
    ['spaces', `${' '.repeat(1_000_000)}x`],
    ['commas', `clouds ${', '.repeat(65_000)}`],
    ['begins', '-----BEGIN CERTIFICATE-----\n'.repeat(30_000)],
    ['a long token', `${'a'.repeat(500_000)}.${'b'.repeat(500_000)}`],
  ])('%s result in facts without delay', { timeout: 20_000 }, async (_, text) => {
    expect((await factsFor(text, 'clouds.yaml')).bytes).toBe(text.length)
  })

  it('sanitizes names for a terminal', async () => {
    const { clouds } = await factsFor(
      'clouds: {"a\\u001b[31m": {auth: {auth_url: "https://x\\u001b.example"}}, __proto__: {}}',
    )
    expect(Object.keys(clouds ?? {})).toEqual(['a\\u{1b}[31m', '__proto__'])
  })
})

it('contains no secret byte in the facts', async () => {
  const { cert, key } = await (await makeAuthority()).issue({ cn: CANARY })
  const secret = await secretOf({
    plain: CANARY,
    token: jwt({ exp: 1, sub: CANARY }),
    kubeconfig: kubeconfig({ user: { username: CANARY, password: CANARY, token: CANARY } }),
    broken: `clusters: "${CANARY}\nusers: ${CANARY}`,
    'clouds.yaml': `clouds: {c: {auth: {username: ${CANARY}, password: ${CANARY}, project_name: ${CANARY}, user_domain_name: ${CANARY}}}}`,
    'tls.crt': `${cert}${key}${CANARY}`,
  })
  const shown = JSON.stringify(secret) + inspect(secret, { depth: 20, showHidden: true })
  expect(Object.keys(secret.facts ?? {})).toHaveLength(6)
  for (const text of [CANARY, Buffer.from(CANARY).toString('base64').slice(0, 15), Buffer.from(CANARY).toString('hex')])
    expect(shown).not.toContain(text)
})

describe('copies in provider-kubernetes Objects', () => {
  it.each([
    [{ key: 'QQ==' }, true],
    [{ redacted: null }, false],
    [{}, false],
    [undefined, false],
    [{ a: '', b: 'QQ==' }, true],
  ])('%j: whether it has content', (data, expected) => {
    const manifest = { apiVersion: 'v1', kind: 'Secret', metadata: { name: 's' }, ...(data ? { data } : {}) }
    const raw = { metadata: { name: 'o' }, status: { atProvider: { manifest } } }
    const copy = fieldAt(project(raw, objectKind, 'v1').object, 'status.atProvider.manifest') as KubeObject
    expect(holdsData(copy)).toBe(expected)
    expect(copy.facts).toBeUndefined()
  })
})
