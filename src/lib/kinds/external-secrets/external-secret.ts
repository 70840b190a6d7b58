// SPDX-License-Identifier: Apache-2.0

import type { Health } from '../../model/graph/health.ts'
import type { KindSpec } from '../../model/graph/kind.ts'
import type { Link } from '../../model/graph/link.ts'
import { readyHealth } from '../../model/object/conditions.ts'
import { fieldAt, listAt, textAt } from '../../model/object/fields.ts'
import { groupOf } from '../../model/object/reference.ts'
import type { KubeObject } from '../../model/object/resource.ts'
import { overdue } from './refresh-interval.ts'
import { remotePath } from './remote-path.ts'
import { storeLink } from './store-links.ts'

export const externalSecret: KindSpec = {
  group: 'external-secrets.io',
  kind: 'ExternalSecret',
  plural: 'externalsecrets',
  versions: ['v1', 'v1beta1'],
  namespaced: true,
  roles: ['management', 'control-plane', 'hypervisor', 'storage'],
  keep: [
    'spec.refreshInterval',
    'spec.refreshPolicy',
    'spec.secretStoreRef',
    'spec.target.name',
    'spec.target.manifest',
    'spec.target.creationPolicy',
    'spec.target.template.data',
    'spec.target.template.templateFrom',
    'spec.target.template.mergePolicy',
    'spec.data',
    'spec.dataFrom',
    'status.conditions',
    'status.refreshTime',
    'status.binding',
  ],
  links: (object) => [...sources(object), ...target(object)],
  health: externalSecretHealth,
  /** Writers of the path it reads. */
  parts: ['PushSecret.external-secrets.io'],
  /** Users of its Secret reference it by that Secret, writers of its source by the path. */
  aliases: (object) => [...new Set([targetName(object), ...paths(object)])],
}

const targetName = (object: KubeObject) => textAt(object, 'spec.target.name') ?? object.metadata.name

const paths = (object: KubeObject) =>
  [
    ...listAt(object, 'spec.data').map((entry) => textAt(entry, 'remoteRef.key')),
    ...listAt(object, 'spec.dataFrom').map((entry) => textAt(entry, 'extract.key')),
  ].flatMap((key) => (key ? [remotePath(key)] : []))

function sources(object: KubeObject): readonly Link[] {
  const store = (value: unknown, path: string) =>
    storeLink(`${path}.name`, textAt(value, 'kind') ?? 'SecretStore', textAt(value, 'name'), object)
  return [
    ...store(fieldAt(object, 'spec.secretStoreRef'), 'spec.secretStoreRef'),
    ...['spec.data', 'spec.dataFrom'].flatMap((path) =>
      listAt(object, path).flatMap((entry) => [
        ...store(fieldAt(entry, 'sourceRef.storeRef'), `${path}.sourceRef.storeRef`),
        ...generator(object, fieldAt(entry, 'sourceRef.generatorRef'), `${path}.sourceRef.generatorRef.name`),
      ]),
    ),
  ]
}

function generator({ metadata: { namespace } }: KubeObject, value: unknown, path: string): readonly Link[] {
  const [kind, name] = [textAt(value, 'kind'), textAt(value, 'name')]
  if (!kind || !name || !namespace) return []
  const to = { where: 'here', group: 'generators.external-secrets.io', kind, namespace, name } as const
  return [{ rel: 'depends-on', path, to }]
}

function target(object: KubeObject): readonly Link[] {
  const { namespace } = object.metadata
  if (!namespace) return []
  const to = { where: 'here', ...targetKind(object), namespace, name: targetName(object) } as const
  return [{ rel: 'syncs-to', optional: true, path: 'spec.target.name', to }]
}

/** With spec.target.manifest (External Secrets 2) it creates that kind instead of a Secret. */
function targetKind(object: KubeObject): { readonly group: string; readonly kind: string } {
  const manifest = fieldAt(object, 'spec.target.manifest')
  const [apiVersion, kind] = [textAt(manifest, 'apiVersion'), textAt(manifest, 'kind')]
  return apiVersion && kind ? { group: groupOf(apiVersion), kind } : { group: '', kind: 'Secret' }
}

/** All provider failures have the same message; only Events contain the actual error. */
function externalSecretHealth(object: KubeObject, now: number): Health {
  const health = readyHealth(object)
  // Merge into a missing Secret: External Secrets reports Ready although it has written nothing.
  if (health.state === 'healthy' && health.reason === 'SecretMissing')
    return { ...health, state: 'failed', itself: true }
  if (health.state !== 'healthy') return health
  return textAt(object, 'spec.refreshPolicy') === 'CreatedOnce' ? health : (overdue(object, now) ?? health)
}
