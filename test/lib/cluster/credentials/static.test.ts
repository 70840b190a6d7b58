// SPDX-License-Identifier: Apache-2.0
import { rename, utimes, writeFile } from 'node:fs/promises'
import { KubeConfig } from '@kubernetes/client-node'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { credentialsFor } from '../../../../src/lib/cluster/credentials/credentials-for.ts'
import { seal } from '../../../../src/lib/cluster/secrets/seal.ts'
import { makeAuthority } from '../../../faults/certificates.ts'
import { calm, configOf, execOf, type Lab, openLab } from './fake-plugin.ts'

let lab: Lab
beforeEach(async () => {
  lab = await openLab()
})
afterEach(() => lab.done())

describe('a static credential in the kubeconfig', () => {
  test.each([
    ['token', { token: seal('sesame') }, 'Bearer sesame'],
    [
      'password',
      { basic: { username: 'me', password: seal('pä:ss') } },
      `Basic ${Buffer.from('me:pä:ss').toString('base64')}`,
    ],
    ['no credentials', {}, undefined],
  ])('%s', async (label, auth, authorization) => {
    const credentials = credentialsFor(configOf(auth))
    const credential = await credentials.current(calm())
    expect(credentials.label).toBe(label)
    expect(credential.headers['Authorization']).toBe(authorization)
    expect(credential.clientCertificate).toBeUndefined()
  })

  test('a 401 on a static token is final', async () => {
    for (const auth of [{ token: seal('sesame') }, { basic: { username: 'me', password: seal('p') } }, {}]) {
      const credentials = credentialsFor(configOf(auth))
      expect(await credentials.refresh(await credentials.current(calm()), calm())).toBe(false)
    }
  })

  test('a plugin does not run if there is a token, a password or a certificate, as in client-go', async () => {
    const pair = await makeAuthority()
    const { exec } = execOf(await lab.plugin('never', 'answer({ token: "from-plugin" })'))
    const certificate = { clientCertificate: { data: seal(pair.cert) }, clientKey: { data: seal(pair.key) } }
    for (const auth of [{ token: seal('t') }, { basic: { username: 'me', password: seal('p') } }, certificate])
      await credentialsFor(configOf({ ...auth, exec })).current(calm())
    expect(await lab.runs()).toBe(0)
  })

  test('no credential is sent over plain HTTP, as in client-go', async () => {
    const { exec } = execOf(await lab.plugin('never', 'answer({ token: "from-plugin" })'))
    const impersonate = { user: 'bob', groups: [], extra: {} }
    for (const auth of [{ token: seal('t') }, { exec }]) {
      const plain = credentialsFor(configOf(auth, { server: 'http://127.0.0.1:8001', impersonate }))
      expect({ ...(await plain.current(calm())).headers }).toEqual({ 'Impersonate-User': 'bob' })
    }
    expect(await lab.runs()).toBe(0)
  })
})

describe('a token file', () => {
  test('is trimmed, wins over a token, and is read again after a minute', async () => {
    await writeFile(lab.at('token'), '  first\n')
    let clock = 0
    const config = configOf({ tokenFile: lab.at('token'), token: seal('static') })
    const credentials = credentialsFor(config, { now: () => clock })
    const bearer = async () => (await credentials.current(calm())).headers['Authorization']
    expect(await bearer()).toBe('Bearer first')
    await writeFile(lab.at('token'), 'second')
    clock = 59_999
    expect(await bearer()).toBe('Bearer first')
    clock = 60_000
    expect(await bearer()).toBe('Bearer second')
    expect(credentials.label).toBe('token file')
  })

  test('is read again after a 401, and the request is retried only if the token changed', async () => {
    await writeFile(lab.at('token'), 'first')
    const credentials = credentialsFor(configOf({ tokenFile: lab.at('token') }))
    const rejected = await credentials.current(calm())
    expect(await credentials.refresh(rejected, calm())).toBe(false)
    await writeFile(lab.at('token'), 'second')
    expect(await credentials.refresh(rejected, calm())).toBe(true)
    expect((await credentials.current(calm())).headers['Authorization']).toBe('Bearer second')
  })

  test('that disappears keeps the last token; at start it falls back to the static token or fails', async () => {
    let clock = 0
    await writeFile(lab.at('token'), 'first')
    const held = credentialsFor(configOf({ tokenFile: lab.at('token') }), { now: () => clock })
    await held.current(calm())
    await rename(lab.at('token'), lab.at('moved'))
    clock = 120_000
    expect((await held.current(calm())).headers['Authorization']).toBe('Bearer first')

    const fallback = credentialsFor(configOf({ tokenFile: lab.at('token'), token: seal('static') }))
    expect((await fallback.current(calm())).headers['Authorization']).toBe('Bearer static')

    const none = credentialsFor(configOf({ tokenFile: lab.at('token') }))
    await expect(none.current(calm())).rejects.toMatchObject({
      failure: { fault: 'unauthorized', message: `cannot read token file ${lab.at('token')} (ENOENT)` },
    })
  })

  test.each([
    ['is empty', ' \n'],
    ['holds a character no header can carry', 'CANARY\nX-Evil: 1'],
  ])('that %s is an error that does not contain its content', async (expected, text) => {
    await writeFile(lab.at('token'), text)
    const error: unknown = await credentialsFor(configOf({ tokenFile: lab.at('token') }))
      .current(calm())
      .catch((e: unknown) => e)
    expect((error as Error).message).toBe(`token file ${lab.at('token')} ${expected}`)
  })

  test('client-node would send no token at all', async () => {
    await writeFile(lab.at('token'), 'sesame')
    const stock = new KubeConfig()
    stock.loadFromString(`
apiVersion: v1
kind: Config
current-context: c
clusters: [{name: k, cluster: {server: "https://127.0.0.1:6443"}}]
users: [{name: u, user: {tokenFile: "${lab.at('token')}"}}]
contexts: [{name: c, context: {cluster: k, user: u}}]`)
    const options = { headers: {} as Record<string, string> }
    await stock.applyToHTTPSOptions(options)
    expect(options.headers['Authorization']).toBeUndefined()
    const ours = await credentialsFor(configOf({ tokenFile: lab.at('token') })).current(calm())
    expect(ours.headers['Authorization']).toBe('Bearer sesame')
  })
})

describe('a client certificate', () => {
  const files = () => configOf({ clientCertificate: { file: lab.at('c.pem') }, clientKey: { file: lab.at('k.pem') } })
  let tick = 0
  const write = async (name: string, text: string) => {
    await writeFile(lab.at(name), text)
    // The clock of the file system may be coarse.
    tick += 1
    await utimes(lab.at(name), 1_700_000_000 + tick, 1_700_000_000 + tick)
  }

  test('inline stays the same', async () => {
    const pair = await makeAuthority()
    const credentials = credentialsFor(
      configOf({ clientCertificate: { data: seal(pair.cert) }, clientKey: { data: seal(pair.key) } }),
    )
    const first = await credentials.current(calm())
    expect(credentials.label).toBe('client certificate')
    expect(first.clientCertificate).toMatchObject({ cert: pair.cert, key: pair.key })
    expect((await credentials.current(calm())).generation).toBe(first.generation)
    expect(await credentials.refresh(first, calm())).toBe(false)
  })

  test('in files is read again when they change, with a new generation', async () => {
    const [old, fresh] = await Promise.all([makeAuthority(), makeAuthority()])
    await write('c.pem', old.cert)
    await write('k.pem', old.key)
    const credentials = credentialsFor(files())
    const first = await credentials.current(calm())
    expect((await credentials.current(calm())).generation).toBe(first.generation)

    // In the middle of a rotation the old pair is still in use.
    await write('c.pem', fresh.cert)
    const between = await credentials.current(calm())
    expect(between.clientCertificate?.cert).toBe(old.cert)
    expect(between.generation).toBe(first.generation)
    expect(await credentials.refresh(first, calm())).toBe(false)

    await write('k.pem', fresh.key)
    const second = await credentials.current(calm())
    expect(second.clientCertificate).toMatchObject({ cert: fresh.cert, key: fresh.key })
    expect(second.generation).not.toBe(first.generation)
    expect(await credentials.refresh(first, calm())).toBe(true)
  })

  test('that is invalid is an error with a message', async () => {
    const [one, two] = await Promise.all([makeAuthority(), makeAuthority()])
    const message = async () =>
      (await credentialsFor(files())
        .current(calm())
        .catch((e: unknown) => e)) as Error
    expect((await message()).message).toBe(`cannot read client certificate ${lab.at('c.pem')} (ENOENT)`)
    await write('c.pem', one.cert)
    await write('k.pem', two.key)
    expect((await message()).message).toBe('client certificate and client key do not belong together')
    await write('k.pem', '-----BEGIN CANARY-----')
    expect((await message()).message).toBe('client certificate or client key is not valid PEM')
  })
})
