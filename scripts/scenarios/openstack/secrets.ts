// SPDX-License-Identifier: Apache-2.0
// External Secrets: stores in OpenBao, pushed and pulled values.
import { secret } from '../core.ts'
import { after, conditions, type Identity, type Obj, type ObjectMaker, sha256, withBody } from '../kube.ts'
import { OPENBAO, STORE } from '../landscape.ts'

/** The push was twenty minutes before the pull: the target has the pushed value. */
const PUSHED = '2026-11-16T11:21:07Z'
const PULLED = '2026-11-16T11:41:12Z'

/** The only store of each cluster. */
export function clusterSecretStore(make: ObjectMaker, age: string, mount: string, server = OPENBAO): Obj {
  const o = make('external-secrets.io/v1', 'ClusterSecretStore', { name: STORE, age, generation: 1 })
  const account = { name: 'external-secrets', namespace: 'external-secrets' }
  return withBody(o, {
    spec: {
      provider: {
        vault: {
          server,
          path: 'kv-v2',
          version: 'v2',
          auth: { kubernetes: { mountPath: `kubernetes/${mount}`, role: 'eso', serviceAccountRef: account } },
        },
      },
    },
    status: {
      capabilities: 'ReadWrite',
      conditions: conditions(o, [{ type: 'Ready', reason: 'Valid', message: 'store validated' }], 0, false),
    },
  })
}

export interface StoreRef {
  readonly kind: 'ClusterSecretStore' | 'SecretStore'
  readonly name: string
}

export const CLUSTER_STORE: StoreRef = { kind: 'ClusterSecretStore', name: STORE }

export interface Pull {
  readonly path: string
  /** Values by key of the Secret; the property in the store has the same name. */
  readonly values: Record<string, string>
  readonly target?: string
  readonly store?: StoreRef
  readonly refreshInterval?: string
  readonly type?: string
}

/** An ExternalSecret in sync, and the Secret it owns. */
export function externalSecret(make: ObjectMaker, id: Identity, pull: Pull): [Obj, Obj] {
  const target = pull.target ?? id.name
  const o = make('external-secrets.io/v1', 'ExternalSecret', {
    generation: 1,
    ...id,
  })
  const synced = withBody(o, {
    spec: {
      refreshInterval: pull.refreshInterval ?? '1h0m0s',
      secretStoreRef: pull.store ?? CLUSTER_STORE,
      target: { name: target, creationPolicy: 'Owner', deletionPolicy: 'Retain' },
      data: Object.keys(pull.values).map((key) => ({ secretKey: key, remoteRef: { key: pull.path, property: key } })),
    },
    status: {
      binding: { name: target },
      conditions: conditions(o, [{ type: 'Ready', reason: 'SecretSynced', message: 'secret synced' }], 0, false),
      refreshTime: PULLED,
    },
  })
  const marks = {
    labels: {
      'reconcile.external-secrets.io/created-by': sha256(`${id.namespace}/${id.name}`).slice(0, 56),
      'reconcile.external-secrets.io/managed': 'true',
    },
    annotations: { 'reconcile.external-secrets.io/data-hash': sha256(JSON.stringify(pull.values)).slice(0, 56) },
  }
  const targetSecret = secret(make, { ...id, ...marks, name: target, owner: synced }, pull.values, pull.type)
  return [synced, targetSecret]
}

export interface Push {
  readonly secret: string
  readonly path: string
  readonly keys: readonly string[]
  readonly store?: StoreRef
}

/** A PushSecret that has written its source to the store. */
export function pushSecret(make: ObjectMaker, id: Identity, push: Push): Obj {
  const o = make('external-secrets.io/v1alpha1', 'PushSecret', { generation: 1, ...id })
  const store = push.store ?? CLUSTER_STORE
  return withBody(o, {
    spec: {
      refreshInterval: '1h0m0s',
      updatePolicy: 'Replace',
      deletionPolicy: 'Delete',
      secretStoreRefs: [store],
      selector: { secret: { name: push.secret } },
      data: push.keys.map((key) => ({
        match: { secretKey: key, remoteRef: { remoteKey: push.path, property: key } },
      })),
    },
    status: {
      conditions: conditions(
        o,
        [{ type: 'Ready', reason: 'Synced', message: 'PushSecret synced successfully' }],
        0,
        false,
      ),
      refreshTime: PUSHED,
      syncedPushSecrets: { [`${store.kind}/${store.name}`]: {} },
    },
  })
}

/** The expiry of a certificate created with the object: a year after its creation. */
export function aYearAfter(time: string): string {
  return after(time, 365 * 86400)
}
