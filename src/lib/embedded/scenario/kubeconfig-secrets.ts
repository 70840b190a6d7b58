// SPDX-License-Identifier: Apache-2.0
import { isObject, type Manifest } from '../json.ts'
import type { Store } from '../storage/store.ts'

/** Replaces placeholders in Secrets with the kubeconfig of that cluster. For start-up only. */
export function fillKubeconfigs(store: Store, kubeconfigOf: (cluster: string) => string | undefined): void {
  const secrets = store.entries('secrets').map((entry) => entry.object)
  const filled = secrets.map((secret) => withKubeconfigs(secret, kubeconfigOf))
  if (filled.some((secret, i) => secret !== secrets[i])) store.load('secrets', filled)
}

function withKubeconfigs(secret: Manifest, kubeconfigOf: (cluster: string) => string | undefined): Manifest {
  const data = secret['data']
  if (!isObject(data)) return secret
  const changes = Object.entries(data).flatMap(([key, value]) => {
    const cluster = PLACEHOLDER.exec(Buffer.from(String(value), 'base64').toString().trim())?.[1]
    const kubeconfig = cluster === undefined ? undefined : kubeconfigOf(cluster)
    return kubeconfig === undefined ? [] : [[key, Buffer.from(kubeconfig).toString('base64')]]
  })
  return changes.length === 0 ? secret : { ...secret, data: { ...data, ...Object.fromEntries(changes) } }
}

/** Placeholder in fleet files for the kubeconfig of another cluster: ports are only known at the start. */
const PLACEHOLDER = /^c5c3-demo-kubeconfig: (\S+)$/
