// SPDX-License-Identifier: Apache-2.0
import { describe, expect, test } from 'vitest'
import { untrustedKubeconfig } from '../../../../src/lib/cluster/kubeconfig/untrusted.ts'

const SOURCE = 'Secret crossplane-system/st-pool-a on management'
const b64 = (text: string) => Buffer.from(text).toString('base64')
const GOOD_CLUSTER = `server: "https://127.0.0.1:6443", certificate-authority-data: ${b64('CA')}`
const EXEC = 'exec: {command: /CANARY, apiVersion: client.authentication.k8s.io/v1, interactiveMode: Never}'

const kubeconfig = (cluster = GOOD_CLUSTER, user = 'token: sesame', rest = 'current-context: c') => `
${rest}
clusters: [{name: k, cluster: {${cluster}}}]
users: [{name: u, user: {${user}}}]
contexts: [{name: c, context: {cluster: k, user: u, namespace: openstack}}]
`

describe('a kubeconfig from a cluster', () => {
  test.each([
    ['a token', 'token: sesame'],
    ['a password', 'username: me, password: sesame'],
    ['a certificate by value', `client-certificate-data: ${b64('CERT')}, client-key-data: ${b64('KEY')}`],
  ])('with %s is accepted', async (_, user) => {
    expect(await untrustedKubeconfig(kubeconfig(GOOD_CLUSTER, user), SOURCE)).toMatchObject({
      context: 'c',
      source: SOURCE,
      server: 'https://127.0.0.1:6443',
      namespace: 'openstack',
    })
  })

  test.each([
    ['exec', GOOD_CLUSTER, EXEC],
    ['auth-provider', GOOD_CLUSTER, 'auth-provider: {name: CANARY}'],
    ['tokenFile', GOOD_CLUSTER, 'tokenFile: /CANARY'],
    ['client-certificate', GOOD_CLUSTER, 'client-certificate: /CANARY, client-key: /CANARY'],
    ['client-key', GOOD_CLUSTER, `client-certificate-data: ${b64('CERT')}, client-key: /CANARY`],
    ['client-key', GOOD_CLUSTER, `client-key: /CANARY, client-key-data: ${b64('KEY')}`],
    ['impersonation', GOOD_CLUSTER, 'token: CANARY, as: root'],
    ['certificate-authority', 'server: "https://h", certificate-authority: /CANARY', 'token: CANARY'],
    ['proxy-url', `${GOOD_CLUSTER}, proxy-url: "http://me:CANARY@h"`, 'token: CANARY'],
    ['insecure-skip-tls-verify', 'server: "https://h", insecure-skip-tls-verify: true', 'token: CANARY'],
    ['not https', 'server: "http://127.0.0.1:8001"', 'token: CANARY'],
    ['not https', `server: "127.0.0.1:8001", certificate-authority-data: ${b64('CA')}`, 'token: CANARY'],
  ])('with %s is refused with the field name, without its value', async (field, cluster, user) => {
    const error: unknown = await untrustedKubeconfig(kubeconfig(cluster, user), SOURCE).catch((e: unknown) => e)
    expect(error).toMatchObject({ code: 'BAD_KUBECONFIG', exit: 'usage' })
    expect((error as Error).message).toContain(field)
    expect((error as Error).message).toContain(SOURCE)
    expect(String((error as Error).stack)).not.toContain('CANARY')
  })

  test('with an invalid unused entry is refused too', async () => {
    const text = `${kubeconfig()}\n`.replace('users: [', `users: [{name: other, user: {${EXEC}}}, `)
    await expect(untrustedKubeconfig(text, SOURCE)).rejects.toThrow('sets exec for user "other"')
  })

  test('needs exactly one usable context', async () => {
    expect((await untrustedKubeconfig(kubeconfig(undefined, undefined, ''), SOURCE)).context).toBe('c')
    await expect(untrustedKubeconfig('', SOURCE)).rejects.toThrow('has no context')
    await expect(untrustedKubeconfig('contexts: [{name: a}, {name: b}]', SOURCE)).rejects.toThrow(
      'has 2 contexts and no current-context',
    )
    await expect(untrustedKubeconfig('contexts: [{name: a}]\ncurrent-context: CANARY', SOURCE)).rejects.toMatchObject({
      code: 'BAD_KUBECONFIG',
      message: expect.not.stringContaining('CANARY'),
    })
  })

  test('that is no kubeconfig is an error', async () => {
    await expect(untrustedKubeconfig('<html>', SOURCE)).rejects.toMatchObject({ code: 'BAD_KUBECONFIG' })
    await expect(untrustedKubeconfig(' '.repeat(64 * 1024 + 1), SOURCE)).rejects.toThrow('is larger than 64 KiB')
  })

  test.each([
    ['anchor', `x: &x\n${kubeconfig()}`],
    ['alias', `${kubeconfig()}x: *x\n`],
    ['alias', `${kubeconfig()}a: [${'*a,'.repeat(20_000)}]`],
    ['tag', kubeconfig(undefined, 'token: !!str sesame')],
  ])('with a YAML %s is refused before it is parsed', async (feature, text) => {
    await expect(untrustedKubeconfig(text, SOURCE)).rejects.toMatchObject({
      code: 'BAD_KUBECONFIG',
      message: expect.stringMatching(
        new RegExp(`^${SOURCE}:\\d+:\\d+: uses a YAML ${feature}: not accepted from a cluster$`),
      ),
    })
  })

  test.each([',', '{b: c},', '[', '\n', '? ', 'b:,'])('with 64 KiB of %j is refused', async (piece) => {
    const text = `a: [${piece.repeat((64 * 1024 - 4) / piece.length)}`
    await expect(untrustedKubeconfig(text, SOURCE)).rejects.toThrow(/YAML tokens|nested too deeply/)
  })

  test('may contain an ampersand, an asterisk or an exclamation mark inside a value', async () => {
    const config = await untrustedKubeconfig(kubeconfig(GOOD_CLUSTER, 'token: "*a&b!c"'), SOURCE)
    expect(config.auth.token?.unseal()).toBe('*a&b!c')
  })

  test('never resolves paths on this machine', async () => {
    const text = kubeconfig('server: "https://h", certificate-authority: ../etc/CANARY', 'token: t')
    await expect(untrustedKubeconfig(text, '/etc/kubernetes/source')).rejects.toThrow('certificate-authority')
  })
})
