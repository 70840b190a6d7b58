// SPDX-License-Identifier: Apache-2.0
// No object of this layer prints a secret, and no credential reaches another cluster.
import { writeFile } from 'node:fs/promises'
import { inspect } from 'node:util'
import { KubeConfig } from '@kubernetes/client-node'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { credentialsFor } from '../../../../src/lib/cluster/credentials/credentials-for.ts'
import { parseKubeconfigText } from '../../../../src/lib/cluster/kubeconfig/parse.ts'
import { resolveContext } from '../../../../src/lib/cluster/kubeconfig/resolve.ts'
import { makeAuthority } from '../../../faults/certificates.ts'
import { calm, type Lab, openLab, V1 } from './fake-plugin.ts'

let lab: Lab
beforeEach(async () => {
  lab = await openLab()
})
afterEach(() => lab.done())

const b64 = (text: string) => Buffer.from(text).toString('base64')

/** Everything that prints an object. */
const shown = (value: unknown) =>
  [
    JSON.stringify(value) ?? '',
    JSON.stringify({ value, list: [value] }),
    inspect(value, { depth: null, showHidden: true, getters: true }),
    inspect({ cause: new Error('x', { cause: value }) }, { depth: null, showHidden: true }),
    String(value),
  ].join('\n')

test('loaded files, configurations and credentials print no secret', async () => {
  const pair = await makeAuthority()
  const plugin = await lab.plugin('login', 'answer({ token: "CANARY-plugin" })')
  await writeFile(lab.at('token'), 'CANARY-file')
  const users = {
    token: 'token: CANARY-token',
    file: `tokenFile: ${lab.at('token')}`,
    basic: 'username: me, password: CANARY-password',
    cert: `client-certificate-data: ${b64(pair.cert)}, client-key-data: ${b64(pair.key)}`,
    exec: `exec: {command: ${plugin}, args: [--secret=CANARY-arg], env: [{name: X, value: CANARY-env}], apiVersion: ${V1}, interactiveMode: Never}`,
  }
  const names = Object.keys(users)
  const loaded = await parseKubeconfigText(
    `
clusters: [{name: k, cluster: {server: "https://127.0.0.1:1", proxy-url: "http://me:CANARY-proxy@p:1", extensions: [{name: client.authentication.k8s.io/exec, extension: {x: CANARY-ext}}]}}]
users: [${Object.entries(users)
      .map(([name, user]) => `{name: ${name}, user: {${user}}}`)
      .join(', ')}]
contexts: [${names.map((name) => `{name: ${name}, context: {cluster: k, user: ${name}}}`).join(', ')}]`,
    '/kc/config',
    '/kc',
  )
  const secrets = [
    'CANARY',
    b64('CANARY').slice(0, 8),
    b64('me:CANARY').slice(0, 12),
    pair.key.split('\n')[1]!,
    b64(pair.key).slice(40, 80),
  ]
  const check = (value: unknown, what: string) => {
    for (const secret of secrets) expect(shown(value), what).not.toContain(secret)
  }
  check(loaded, 'loaded')
  for (const name of names) {
    const config = resolveContext(loaded, name)
    check(config, `config ${name}`)
    const credentials = credentialsFor(config, { policy: { allow: 'all' }, terminal: false })
    const credential = await credentials.current(calm())
    for (const part of [credentials, credential, credential.headers, credential.clientCertificate ?? 0])
      check(part, name)
    // Hidden values are still available for requests.
    const sent = { ...credential.headers, ...credential.clientCertificate }
    expect(Object.keys(sent).length, name).toBeGreaterThan(0)
    expect(JSON.stringify(sent)).toMatch(/Bearer|Basic|PRIVATE KEY/)
  }
})

test('client-node prints the token with its configuration', () => {
  const stock = new KubeConfig()
  stock.loadFromOptions({
    clusters: [{ name: 'k', server: 'https://127.0.0.1:1' }],
    users: [{ name: 'u', token: 'CANARY' }],
    contexts: [{ name: 'c', cluster: 'k', user: 'u' }],
    currentContext: 'c',
  })
  expect(inspect(stock, { depth: null })).toContain('CANARY')
})

test('each cluster keeps its own credential, whatever happens to the others', async () => {
  await writeFile(lab.at('token-a'), 'file-a')
  await writeFile(lab.at('token-b'), 'file-b')
  const plugin = await lab.plugin('login', 'answer({ token: ["plugin", process.env.WHO, run].join("-") })')
  const exec = (who: string) =>
    `exec: {command: ${plugin}, env: [{name: WHO, value: ${who}}], apiVersion: ${V1}, interactiveMode: Never}`
  const users = [
    ['file-a', `tokenFile: ${lab.at('token-a')}`],
    ['file-b', `tokenFile: ${lab.at('token-b')}`],
    ['static-a', 'token: static-a'],
    ['static-b', 'token: static-b'],
    ['plugin-a', exec('a')],
    ['plugin-b', exec('b')],
  ] as const
  const loaded = await parseKubeconfigText(
    `
clusters: [${users.map(([name]) => `{name: ${name}, cluster: {server: "https://${name}.example"}}`).join(', ')}]
users: [${users.map(([name, user]) => `{name: ${name}, user: {${user}}}`).join(', ')}]
contexts: [${users.map(([name]) => `{name: ${name}, context: {cluster: ${name}, user: ${name}}}`).join(', ')}]`,
    '/kc/config',
    '/kc',
  )
  const all = users.map(([name]) => {
    const config = resolveContext(loaded, name)
    return { name, config, credentials: credentialsFor(config, { policy: { allow: 'all' }, terminal: false }) }
  })
  const round = () =>
    Promise.all(
      all.map(async ({ name, config, credentials }) => {
        expect(config.server).toBe(`https://${name}.example`)
        const credential = await credentials.current(calm())
        expect(credential.headers['Authorization']).toMatch(new RegExp(`^Bearer ${name}`))
        return credentials.refresh(credential, calm())
      }),
    )
  expect(await round()).toEqual([false, false, false, false, true, true])
  await round()
})
