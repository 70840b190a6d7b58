// SPDX-License-Identifier: Apache-2.0
import { existsSync, readFileSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { expect, it } from 'vitest'
import type { ClusterConfig } from '../../../src/lib/cluster/config.ts'
import { parseKubeconfigText } from '../../../src/lib/cluster/kubeconfig/parse.ts'
import { resolveContext } from '../../../src/lib/cluster/kubeconfig/resolve.ts'
import { writeKubeconfig } from '../../../src/lib/cluster/kubeconfig/write.ts'
import { seal } from '../../../src/lib/cluster/secrets/seal.ts'

const CONFIG: ClusterConfig = {
  context: 'from-a-secret',
  source: 'Secret a/b on management',
  server: 'https://10.0.0.1:6443',
  namespace: 'ns',
  ca: { data: seal('ca-pem') },
  tlsServerName: 'api.example',
  insecureSkipTlsVerify: false,
  auth: {
    clientCertificate: { data: seal('cert-pem') },
    clientKey: { data: seal('key-pem') },
    token: seal('canary-token'),
  },
  impersonate: { user: 'vera', groups: ['ops'], uid: '7', extra: { reason: ['x'] } },
}

it('writes the complete configuration', async () => {
  const { path, remove } = writeKubeconfig(CONFIG)
  const text = readFileSync(path, 'utf8')
  remove()
  const { context, source, ...same } = CONFIG
  expect(JSON.parse(JSON.stringify(resolveContext(await parseKubeconfigText(text, 'x', '/'))))).toMatchObject(
    JSON.parse(JSON.stringify(same)),
  )
  expect(text).toContain('canary-token')
})

it('uses a temporary file, readable by its owner only and removed afterwards, where the system has no /dev/fd', () => {
  const { path, remove } = writeKubeconfig(CONFIG, false)
  expect(statSync(path).mode & 0o777).toBe(0o600)
  expect(statSync(dirname(path)).mode & 0o777).toBe(0o700)
  remove()
  expect(existsSync(dirname(path))).toBe(false)
})
