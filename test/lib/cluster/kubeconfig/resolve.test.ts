// SPDX-License-Identifier: Apache-2.0
import { describe, expect, test } from 'vitest'
import { parseKubeconfigText } from '../../../../src/lib/cluster/kubeconfig/parse.ts'
import { resolveContext } from '../../../../src/lib/cluster/kubeconfig/resolve.ts'

const b64 = (text: string) => Buffer.from(text).toString('base64')
const V1 = 'apiVersion: client.authentication.k8s.io/v1, interactiveMode: Never'

/** Resolves context c of cluster k and user u in /kc/config. */
const resolved = async (cluster: string, user = '{}', context = '', flags = {}) => {
  const text = `
current-context: c
clusters: [{name: k, cluster: ${cluster}}]
users: [{name: u, user: ${user}}]
contexts: [{name: c, context: {cluster: k, user: u${context}}}]`
  return resolveContext(await parseKubeconfigText(text, '/kc/config', '/kc'), undefined, flags)
}
const refusal = async (cluster: string, user = '{}', context = '', flags = {}) => {
  const error: unknown = await resolved(cluster, user, context, flags).catch((e: unknown) => e)
  expect(error).toMatchObject({ name: 'C5c3Error', code: 'BAD_KUBECONFIG', exit: 'usage' })
  return error as Error & { hints: string[] }
}
const OK = '{server: "https://k.example:6443"}'

describe('a context', () => {
  test('becomes one frozen configuration', async () => {
    const config = await resolved(
      `{server: "https://k.example:6443/", tls-server-name: t, proxy-url: "http://me:pw@p:3128", certificate-authority-data: ${b64('CA')}}`,
      '{token: sesame, as: bob, as-uid: "7", as-groups: [g, h], as-user-extra: {__proto__: [x], scope: [v, w]}}',
      ', namespace: openstack',
    )
    expect(JSON.parse(JSON.stringify(config))).toMatchObject({
      context: 'c',
      source: '/kc/config',
      server: 'https://k.example:6443',
      namespace: 'openstack',
      tlsServerName: 't',
      insecureSkipTlsVerify: false,
    })
    expect('data' in config.ca! && config.ca.data.unseal()).toBe('CA')
    expect(config.proxyUrl?.unseal()).toBe('http://me:pw@p:3128')
    expect(config.auth.token?.unseal()).toBe('sesame')
    expect(config.impersonate).toMatchObject({ user: 'bob', uid: '7', groups: ['g', 'h'] })
    expect(Object.keys(config.impersonate!.extra)).toEqual(['__proto__', 'scope'])
    for (const part of [
      config,
      config.auth,
      config.ca,
      config.impersonate,
      config.impersonate?.groups,
      config.impersonate?.extra,
    ])
      expect(Object.isFrozen(part)).toBe(true)
  })

  test('that does not exist is an error with the closest names, then all', async () => {
    const loaded = await parseKubeconfigText(
      'contexts: [{name: mgmt-prod}, {name: mgmt-staging}, {name: "x\\e[31m"}]\ncurrent-context: gone',
      '/kc/config',
    )
    const error = (name?: string) => {
      try {
        return resolveContext(loaded, name)
      } catch (e) {
        return e
      }
    }
    expect(error('mgmt-prd')).toMatchObject({
      code: 'NO_CONTEXT',
      exit: 'usage',
      message: 'context "mgmt-prd" does not exist in /kc/config',
      hints: ['did you mean mgmt-prod?', 'contexts: mgmt-prod, mgmt-staging, x\\u{1b}[31m'],
    })
    expect(error()).toMatchObject({ message: 'current context "gone" does not exist in /kc/config' })
    expect(error('\u009b31m')).toMatchObject({ message: expect.stringContaining('"\\u{9b}31m"') })
    const none = await parseKubeconfigText('contexts: [{name: a}]', '/kc/config')
    expect(() => resolveContext(none)).toThrow('no current context in /kc/config')
  })

  test('whose cluster or user is missing', async () => {
    const text =
      'contexts: [{name: a, context: {cluster: k, user: u}}, {name: b, context: {user: u}}, {name: d, context: {cluster: e, user: u}}, {name: f, context: {cluster: e}}]\nclusters: [{name: e, cluster: {server: https://e}}]'
    const loaded = await parseKubeconfigText(text, '/kc/config')
    expect(() => resolveContext(loaded, 'a')).toThrow(
      '/kc/config: context "a" names the cluster "k", which does not exist',
    )
    expect(() => resolveContext(loaded, 'b')).toThrow('/kc/config: context "b" names no cluster')
    expect(() => resolveContext(loaded, 'd')).toThrow(
      '/kc/config: context "d" names the user "u", which does not exist',
    )
    expect(resolveContext(loaded, 'f').auth).toEqual({})
  })

  test('with an invalid namespace is refused', async () => {
    expect((await refusal(OK, '{}', ', namespace: "../x"')).message).toMatch(/namespace of context "c"/)
  })
})

describe('a cluster', () => {
  test.each([
    ['{server: "https://h:1/k8s/c-1/?q=1#f"}', 'https://h:1/k8s/c-1'],
    ['{server: "HTTPS://Host.Example"}', 'https://host.example'],
    ['{server: "https://[fd00::1]:6443"}', 'https://[fd00::1]:6443'],
    ['{server: "http://127.0.0.1:8001"}', 'http://127.0.0.1:8001'],
    ['{server: "http://[::1]:8001"}', 'http://[::1]:8001'],
    ['{server: "http://localhost:8001"}', 'http://localhost:8001'],
    ['{server: "localhost:8001"}', 'http://localhost:8001'],
    [`{server: "h:6443", certificate-authority-data: ${b64('CA')}}`, 'https://h:6443'],
    ['{server: "h:6443", insecure-skip-tls-verify: true}', 'https://h:6443'],
  ])('%s is %s', async (cluster, server) => {
    expect((await resolved(cluster)).server).toBe(server)
  })

  test.each([
    ['{server: "http://h:8080"}', 'server of cluster "k" is plain http'],
    ['{server: "http://127.0.0.1.evil.example"}', 'is plain http'],
    ['{server: "http://localhost.evil.example"}', 'is plain http'],
    ['{server: "h:6443"}', 'is plain http'],
    ['{server: "ftp://h"}', 'is not an https URL'],
    ['{server: "https://"}', 'is not a URL'],
    ['{server: "https://me:CANARY@h"}', 'holds a user name or password'],
    ['{tls-server-name: x}', 'server of cluster "k" is missing'],
    [
      '{server: "https://h", proxy-url: "ftp://me:CANARY@p"}',
      'proxy-url of cluster "k" must start with http, https or socks5',
    ],
    ['{server: "https://h", proxy-url: "CANARY"}', 'proxy-url of cluster "k" is not a URL'],
    [
      `{server: "https://h", insecure-skip-tls-verify: true, certificate-authority-data: ${b64('CA')}}`,
      'together with a certificate authority',
    ],
    [
      '{server: "https://h", insecure-skip-tls-verify: true, certificate-authority: ca.pem}',
      'together with a certificate authority',
    ],
  ])('%s is refused', async (cluster, expectedText) => {
    const { message } = await refusal(cluster)
    expect(message).toMatch(/^\/kc\/config: /)
    expect(message).toContain(expectedText)
    expect(message).not.toContain('CANARY')
  })
})

describe('a user', () => {
  test('inline data wins over files for certificate, key and CA', async () => {
    const config = await resolved(
      `{server: "https://h", certificate-authority: ca.pem, certificate-authority-data: ${b64('CA')}}`,
      `{client-certificate: c.pem, client-certificate-data: ${b64('CERT')}, client-key: k.pem, client-key-data: ${b64('KEY')}}`,
    )
    const text = (material: unknown) => (material as { data: { unseal(): string } }).data.unseal()
    expect([config.ca, config.auth.clientCertificate, config.auth.clientKey].map(text)).toEqual(['CA', 'CERT', 'KEY'])
    const files = await resolved(
      '{server: "https://h", certificate-authority: ca.pem}',
      '{client-certificate: c.pem, client-key: k.pem}',
    )
    expect(files).toMatchObject({
      ca: { file: '/kc/ca.pem' },
      auth: { clientCertificate: { file: '/kc/c.pem' }, clientKey: { file: '/kc/k.pem' } },
    })
  })

  test.each([
    ['{client-certificate: c.pem}', 'has a client certificate but no client key'],
    ['{token: CANARY, username: me, password: p}', 'both a token and a password'],
    ['{tokenFile: t, username: me, password: p}', 'both a token and a password'],
    ['{token: "CANARY\\n"}', 'character no header can carry'],
    ['{as-groups: [g]}', 'no user to act as'],
    ['{as-uid: "1"}', 'no user to act as'],
    ['{as-user-extra: {a: [b]}}', 'no user to act as'],
    ['{as: "a\\r\\nX-Evil: 1"}', 'holds a control character'],
    [`{exec: {${V1}}}`, 'without a command'],
    ['{exec: {command: x}}', 'apiVersion is not one of'],
    ['{exec: {command: x, apiVersion: client.authentication.k8s.io/v1alpha1}}', 'apiVersion is not one of'],
    ['{exec: {command: x, apiVersion: client.authentication.k8s.io/v1}}', 'without interactiveMode'],
    [
      '{exec: {command: x, apiVersion: client.authentication.k8s.io/v1, interactiveMode: Maybe}}',
      'not Never, IfAvailable or Always',
    ],
    [`{exec: {command: x, ${V1}, env: [{value: CANARY}]}}`, 'nameless env entry'],
  ])('%s is refused', async (user, expectedText) => {
    const { message } = await refusal(OK, user)
    expect(message).toContain('/kc/config')
    expect(message).toContain('user "u"')
    expect(message).toContain(expectedText)
    expect(message).not.toContain('CANARY')
  })

  test.each([
    ['gcp', 'gke-gcloud-auth-plugin'],
    ['azure', 'kubelogin'],
    ['oidc', 'kubectl oidc-login'],
    ['openstack', 'client-keystone-auth'],
    ['toString', 'exec credential plugin of your provider'],
  ])('with the legacy auth-provider %s gets a hint to use %s', async (name, plugin) => {
    const error = await refusal(OK, `{auth-provider: {name: ${name}, config: {id-token: CANARY}}}`)
    expect(error.message).toContain(`legacy auth-provider "${name}"`)
    expect(error.hints.join()).toContain(plugin)
    expect(error.message + error.hints).not.toContain('CANARY')
  })

  test('a key without a certificate is kept, as in client-go', async () => {
    expect((await resolved(OK, '{client-key: k.pem}')).auth).toEqual({})
  })

  test('an exec plugin keeps its per-cluster configuration', async () => {
    const cluster =
      '{server: "https://h", extensions: [{name: client.authentication.k8s.io/exec, extension: {audience: x, __proto__: 1}}]}'
    const user =
      '{exec: {command: ./p, args: [a], env: [{name: NAME, value: v}], apiVersion: client.authentication.k8s.io/v1beta1, provideClusterInfo: true, installHint: "get it\\e[2J"}}'
    const { exec } = (await resolved(cluster, user)).auth
    expect(exec).toMatchObject({
      command: '/kc/p',
      interactiveMode: 'IfAvailable',
      provideClusterInfo: true,
      installHint: 'get it\\u{1b}[2J',
    })
    expect(exec?.clusterConfig?.unseal()).toBe('{"audience":"x","__proto__":1}')
    expect(exec?.args.map((arg) => arg.unseal())).toEqual(['a'])
  })
})

describe('impersonation flags', () => {
  test('replace the values of the kubeconfig one by one, as in kubectl', async () => {
    const user = '{as: bob, as-uid: "7", as-groups: [g], as-user-extra: {scope: [v]}}'
    const acting = async (flags: object, entry = user) => (await resolved(OK, entry, '', flags)).impersonate
    expect(await acting({})).toMatchObject({ user: 'bob', uid: '7', groups: ['g'], extra: { scope: ['v'] } })
    expect(await acting({ as: 'eve' })).toMatchObject({ user: 'eve', uid: '7', groups: ['g'], extra: { scope: ['v'] } })
    expect(await acting({ as: 'eve', asGroups: ['h', 'i'], asUid: '8' })).toMatchObject({
      user: 'eve',
      uid: '8',
      groups: ['h', 'i'],
    })
    expect(await acting({ as: 'eve' }, '{}')).toEqual({ user: 'eve', groups: [], extra: {} })
    expect(await acting({}, '{}')).toBeUndefined()
    expect((await refusal(OK, '{}', '', { asGroups: ['h'] })).message).toContain('no user to act as')
  })
})
