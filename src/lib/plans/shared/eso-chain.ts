// SPDX-License-Identifier: Apache-2.0

import { remotePath } from '../../kinds/external-secrets/remote-path.ts'
import { listAt, textAt } from '../../model/object/fields.ts'
import type { KubeObject } from '../../model/object/resource.ts'
import type { CephLandscape, ObjectInCluster, SecretPlace } from '../ceph-secrets/landscape.ts'

/** An ExternalSecret, the Secret it manages, and the PushSecrets that write what it reads. */
export interface EsoChain {
  readonly external: ObjectInCluster
  readonly target: SecretPlace
  readonly pushes: readonly { readonly push: ObjectInCluster; readonly source: SecretPlace }[]
}

export function esoChains({ externalSecrets, pushSecrets }: CephLandscape): readonly EsoChain[] {
  const pushes = pushSecrets.flatMap((push) => {
    const { namespace } = push.object.metadata
    const name = textAt(push.object, 'spec.selector.secret.name')
    if (namespace === undefined || name === undefined) return []
    return [{ push, source: { cluster: push.cluster, namespace, name }, paths: new Set(writtenPaths(push.object)) }]
  })
  return externalSecrets.flatMap((external) => {
    const { namespace, name } = external.object.metadata
    if (namespace === undefined) return []
    const read = readPaths(external.object)
    return [
      {
        external,
        target: { cluster: external.cluster, namespace, name: textAt(external.object, 'spec.target.name') ?? name },
        pushes: pushes.filter(({ paths }) => read.some((path) => paths.has(path))),
      },
    ]
  })
}

const readPaths = (external: KubeObject) =>
  [
    ...listAt(external, 'spec.data').map((entry) => textAt(entry, 'remoteRef.key')),
    ...listAt(external, 'spec.dataFrom').map((entry) => textAt(entry, 'extract.key')),
  ].flatMap((key) => (key ? [remotePath(key)] : []))

const writtenPaths = (push: KubeObject) =>
  listAt(push, 'spec.data').flatMap((entry) => {
    const key = textAt(entry, 'match.remoteRef.remoteKey')
    return key ? [remotePath(key)] : []
  })

/** Whether the ExternalSecret writes these keys; with creationPolicy Merge it may write only others. */
export function keepsKeys({ external }: EsoChain, keys: readonly string[]): boolean {
  const { object } = external
  if (listAt(object, 'spec.dataFrom').length > 0) return true
  if (textAt(object, 'spec.target.creationPolicy') !== 'Merge') return true
  return listAt(object, 'spec.data').some((entry) => keys.includes(textAt(entry, 'secretKey') ?? ''))
}
