// SPDX-License-Identifier: Apache-2.0
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { ClusterConfig } from '../config.ts'
import { freeze } from './freeze.ts'

/** The cluster of this Pod by its service account; undefined outside of a Pod. Rereads the token as it rotates. */
export async function inClusterConfig(
  env: NodeJS.ProcessEnv,
  root: string = SERVICE_ACCOUNT,
): Promise<ClusterConfig | undefined> {
  const host = env['KUBERNETES_SERVICE_HOST']
  const port = env['KUBERNETES_SERVICE_PORT']
  const tokenFile = join(root, 'token')
  if (!host || !port || !(await isFile(tokenFile))) return undefined
  const namespace = env['POD_NAMESPACE'] || (await readFile(join(root, 'namespace'), 'utf8').catch(() => '')).trim()
  const ca = join(root, 'ca.crt')
  return freeze({
    context: 'in-cluster',
    source: root,
    server: `https://${host.includes(':') ? `[${host}]` : host}:${port}`,
    ...(namespace && { namespace }),
    ...((await isFile(ca)) && { ca: { file: ca } }),
    insecureSkipTlsVerify: false,
    auth: { tokenFile },
  })
}

const SERVICE_ACCOUNT = '/var/run/secrets/kubernetes.io/serviceaccount'

const isFile = (path: string) =>
  stat(path).then(
    (stats) => stats.isFile(),
    () => false,
  )
