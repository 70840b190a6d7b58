// SPDX-License-Identifier: Apache-2.0
import { Sealed } from '../../model/secret/sealed.ts'
import type { ClusterConfig } from '../config.ts'
import { ClusterError } from '../failure.ts'
import { untrustedKubeconfig } from '../kubeconfig/untrusted.ts'
import type { ClusterClient } from '../types.ts'
import { decode } from './secret-kubeconfig.ts'

/** A temporary read-only kubeconfig of a Shoot, kept in memory only. It can read everything but Secrets. */
export async function viewerConfig(
  garden: ClusterClient,
  namespace: string,
  name: string,
  source: string,
): Promise<ClusterConfig> {
  const part = encodeURIComponent
  const { body } = await garden.json({
    method: 'POST',
    path: `/apis/core.gardener.cloud/v1beta1/namespaces/${part(namespace)}/shoots/${part(name)}/viewerkubeconfig`,
    headers: { 'content-type': 'application/json' },
    review: true,
    body: JSON.stringify({
      apiVersion: 'authentication.gardener.cloud/v1alpha1',
      kind: 'ViewerKubeconfigRequest',
      spec: { expirationSeconds: EXPIRATION_SECONDS },
    }),
    about: { verb: 'create', resource: 'shoots/viewerkubeconfig.core.gardener.cloud', namespace, name },
  })
  const kubeconfig = (body as { status?: { kubeconfig?: unknown } }).status?.kubeconfig
  if (!(kubeconfig instanceof Sealed)) {
    throw new ClusterError({ fault: 'malformed', message: `viewer kubeconfig of Shoot ${namespace}/${name} is empty` })
  }
  return untrustedKubeconfig(decode(kubeconfig), source)
}

/** Long enough for one command; a watch requests a new one. */
const EXPIRATION_SECONDS = 3600
