// SPDX-License-Identifier: Apache-2.0

import type { KubeObject } from '../../model/object/resource.ts'
import { C5c3Error } from '../../model/report/errors.ts'
import { Sealed } from '../../model/secret/sealed.ts'
import type { ClusterConfig } from '../config.ts'
import { untrustedKubeconfig } from '../kubeconfig/untrusted.ts'

/** The Secret comes from a cluster: everything but plain addresses and inline credentials is refused. */
export async function configFromSecret(
  secret: KubeObject,
  key: string | undefined,
  source: string,
): Promise<ClusterConfig> {
  const keys = [...new Set(key === undefined ? KEYS : [key, ...KEYS])]
  for (const name of keys) {
    const value = secret.data?.[name]
    if (value instanceof Sealed) return untrustedKubeconfig(decode(value), source)
  }
  const { namespace, name } = secret.metadata
  throw new C5c3Error(
    'BAD_KUBECONFIG',
    'usage',
    `Secret ${namespace}/${name} has no kubeconfig under ${keys.join(', ')}`,
  )
}

/** Secret values are base64. */
export function decode(value: Sealed): string {
  return Buffer.from(value.unseal(), 'base64').toString('utf8')
}

/** The keys that Crossplane, Flux, CobaltCore and the arbiter use for a kubeconfig. */
const KEYS = ['kubeconfig', 'value', 'value.yaml', 'kubeconfig.yaml']
