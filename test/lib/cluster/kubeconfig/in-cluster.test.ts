// SPDX-License-Identifier: Apache-2.0
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { inClusterConfig } from '../../../../src/lib/cluster/kubeconfig/in-cluster.ts'

let root = ''
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'c5c3-sa-'))
})
afterEach(() => rm(root, { recursive: true, force: true }))

const ENV = { KUBERNETES_SERVICE_HOST: '10.0.0.1', KUBERNETES_SERVICE_PORT: '443' }

describe('inside a Pod', () => {
  test('the service account is the credential', async () => {
    for (const [name, text] of Object.entries({ token: 'sesame', 'ca.crt': 'CA', namespace: 'openstack\n' }))
      await writeFile(join(root, name), text)
    expect(await inClusterConfig(ENV, root)).toEqual({
      context: 'in-cluster',
      source: root,
      server: 'https://10.0.0.1:443',
      namespace: 'openstack',
      ca: { file: join(root, 'ca.crt') },
      insecureSkipTlsVerify: false,
      auth: { tokenFile: join(root, 'token') },
    })
    const v6 = await inClusterConfig({ ...ENV, KUBERNETES_SERVICE_HOST: 'fd00::1', POD_NAMESPACE: 'mine' }, root)
    expect(v6).toMatchObject({ server: 'https://[fd00::1]:443', namespace: 'mine' })
  })

  test('there is no in-cluster configuration outside of a Pod', async () => {
    expect(await inClusterConfig(ENV, root)).toBeUndefined()
    await writeFile(join(root, 'token'), 'sesame')
    expect(await inClusterConfig({}, root)).toBeUndefined()
    expect(await inClusterConfig({ KUBERNETES_SERVICE_HOST: 'h' }, root)).toBeUndefined()
    expect(await inClusterConfig(ENV, root)).not.toHaveProperty('ca')
  })
})
