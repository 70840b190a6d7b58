// SPDX-License-Identifier: Apache-2.0
import type { Link } from '../../model/graph/link.ts'
import { textAt } from '../../model/object/fields.ts'
import { inNamespace } from '../../model/object/reference.ts'
import type { KubeObject } from '../../model/object/resource.ts'
import { workloadByAddress } from '../kubernetes/workload-by-address.ts'

export const STORE_SERVER = 'spec.provider.vault.server'

/** References of a store to the Secrets with its client certificate and the authority it trusts. */
export const STORE_CERTIFICATES: readonly string[] = [
  'spec.provider.vault.tls.certSecretRef',
  'spec.provider.vault.tls.keySecretRef',
  'spec.provider.vault.caProvider',
]

export const STORE_FIELDS: readonly string[] = ['spec.controller', STORE_SERVER, ...STORE_CERTIFICATES, 'status']

/** OpenBao, if it runs in the same cluster, and the certificates for the connection to it. */
export const storeServerLinks = (object: KubeObject): readonly Link[] => [
  ...workloadByAddress(object, STORE_SERVER),
  ...STORE_CERTIFICATES.flatMap((path) => certificateLink(object, path)),
]

/** A namespaced store reads in its own namespace; a cluster-wide one names the namespace. */
function certificateLink(object: KubeObject, path: string): readonly Link[] {
  const isProvider = path.endsWith('caProvider')
  const [name, type] = [textAt(object, `${path}.name`), isProvider ? textAt(object, `${path}.type`) : 'Secret']
  const namespace = object.metadata.namespace ?? textAt(object, `${path}.namespace`)
  if (!name || !namespace || (type !== 'Secret' && type !== 'ConfigMap')) return []
  const to = { where: 'here', group: '', kind: type, name, ...inNamespace(namespace) } as const
  return [{ rel: 'consumes', to, path: `${path}.name`, optional: true }]
}
