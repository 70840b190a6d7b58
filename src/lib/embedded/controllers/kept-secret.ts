// SPDX-License-Identifier: Apache-2.0
import { createHash } from 'node:crypto'
import type { V1OwnerReference, V1Secret } from '@kubernetes/client-node'
import type { AsJson } from '../../model/object/kubernetes-json.ts'
import { isObject, type Json, listAtKeys, type Manifest, sameJson, textAtKeys, valueAtKeys } from '../json.ts'

/**
 * The Secret that an ExternalSecret would write now, by its creationPolicy: Owner and Orphan write all of the data,
 * Merge adds to an existing Secret, None writes nothing.
 */
export function keptSecret(
  keeper: Manifest,
  name: string,
  target: Manifest | undefined,
  values: Json,
): Manifest | 'as it is' | 'missing' | 'not ours' {
  const policy = textAtKeys(keeper, 'spec', 'target', 'creationPolicy') || 'Owner'
  if (policy === 'None') return 'as it is'
  if (policy === 'Merge' && target === undefined) return 'missing'
  const owner = listAtKeys(target, 'metadata', 'ownerReferences').find(
    (each) => valueAtKeys(each, 'controller') === true,
  )
  if (textAtKeys(owner, 'kind') === keeper.kind && textAtKeys(owner, 'name') !== keeper.metadata.name) return 'not ours'
  const before = policy === 'Merge' && isObject(target?.['data']) ? target['data'] : {}
  const data = { ...before, ...values }
  if (target !== undefined && sameJson(target['data'], data)) return 'as it is'
  const { namespace = '' } = keeper.metadata
  const metadata = target?.metadata ?? { name, namespace }
  const { [OWNER_LABEL]: _, ...labels } = metadata.labels ?? {}
  const hash = createHash('sha224').update(JSON.stringify(data)).digest('hex')
  return {
    ...(target ?? ({ apiVersion: 'v1', kind: 'Secret', type: 'Opaque' } satisfies AsJson<V1Secret>)),
    metadata: {
      ...metadata,
      labels: { ...labels, ...(policy === 'Owner' ? ownerLabel(keeper) : {}), [MANAGED_LABEL]: 'true' },
      annotations: { ...metadata.annotations, [HASH]: hash },
      ...(policy === 'Owner' && owner === undefined ? { ownerReferences: [ownerReference(keeper)] } : {}),
    },
    data,
  }
}

function ownerLabel({ metadata: { namespace = '', name } }: Manifest): Readonly<Record<string, string>> {
  return { [OWNER_LABEL]: createHash('sha224').update(`${namespace}/${name}`).digest('hex') }
}

const ownerReference = ({ apiVersion, kind, metadata: { name, uid = '' } }: Manifest): AsJson<V1OwnerReference> => ({
  apiVersion,
  kind,
  name,
  uid,
  controller: true,
  blockOwnerDeletion: true,
})

const OWNER_LABEL = 'reconcile.external-secrets.io/created-by'
const MANAGED_LABEL = 'reconcile.external-secrets.io/managed'
const HASH = 'reconcile.external-secrets.io/data-hash'
