// SPDX-License-Identifier: Apache-2.0

import type { Check } from '../../model/check/check.ts'
import { fieldProof } from '../../model/check/evidence.ts'
import { c5c3, kubectl } from '../../model/check/next-step.ts'
import type { GraphNode } from '../../model/graph/graph.ts'
import { textAt } from '../../model/object/fields.ts'
import { objectArgs, operands } from '../../model/text/command.ts'
import {
  connectionEvidence,
  EXTERNAL,
  fingerprints,
  isFillerBroken,
  KEY_INPUTS,
  keyNames,
  keysInUse,
  sufferers,
} from '../shared/ceph-keys.ts'

export const cephKeyStale: Check = {
  id: 'ceph-key-stale',
  category: 'storage',
  severity: 'error',
  title: 'Control plane uses an outdated Ceph key',
  why: 'The key was rotated in the storage cluster, but the copy that the services read was not updated: Ceph rejects them now, or will when they restart. All syncs report success because the next refresh is not due yet.',
  fix: 'Force-sync the PushSecret, then the ExternalSecret (kubectl c5c3 ceph-secrets sync does both), then restart the services that use the key.',
  byHand: [
    "kubectl --context STORAGE -n rook-ceph get cephclients.ceph.rook.io NAME -o jsonpath='{.status.cephx}'",
    'kubectl --context CONTROL-PLANE -n NAMESPACE describe externalsecret NAME   # Refresh Time',
  ],
  modes: ['F45'],
  about: ['CephClient.ceph.rook.io'],
  beside: [...KEY_INPUTS],
  clusters: ['control-plane', 'storage'],
  *run(context) {
    for (const key of keysInUse(context)) {
      const { secret, client, source } = key
      if (secret.source !== 'live' || source.source !== 'live' || isFillerBroken(context, secret)) continue
      const [sourceKeys, copiedKeys] = [keysOf(source, client), keysOf(secret, client)]
      const current = new Set(sourceKeys.map(([, fingerprint]) => fingerprint))
      if (
        sourceKeys.length === 0 ||
        copiedKeys.length === 0 ||
        copiedKeys.some(([, fingerprint]) => current.has(fingerprint))
      )
        continue
      const externalSecrets = context.into(secret, EXTERNAL)
      yield {
        mode: 'F45',
        subject: secret,
        message: `key does not match CephClient ${client.name}`,
        evidence: [
          ...copiedKeys
            .slice(0, 1)
            .map(([name]) => ({ on: secret, path: `data[${name}]`, value: "differs from the client's current key" })),
          ...sourceKeys.slice(0, 1).map(([name]) => ({ on: source, path: `data[${name}]`, value: 'current key' })),
          fieldProof(client, 'status.cephx.keyGeneration'),
          ...externalSecrets.map((externalSecret) => fieldProof(externalSecret, 'status.refreshTime')),
          ...connectionEvidence(context, key),
        ],
        affects: [...sufferers(context, key), ...externalSecrets],
        standsAlone: true,
        next: [
          c5c3('ceph-secrets', 'sync', ...operands(client.name)),
          ...externalSecrets.map((externalSecret) =>
            kubectl(
              externalSecret,
              'annotate',
              ...objectArgs('externalsecrets.external-secrets.io', externalSecret.name),
              `force-sync=${syncMarker(externalSecret)}`,
              '--overwrite',
            ),
          ),
        ],
      }
    }
  },
}

const keysOf = (secret: GraphNode, client: GraphNode) => {
  const names = keyNames(client)
  // A keyring holds more than the key and cannot be compared.
  return [...fingerprints(secret)]
    .filter(([name]) => names.includes(name) && name !== 'keyring')
    .sort(([a], [b]) => names.indexOf(a) - names.indexOf(b))
}

/** Any new value triggers a sync. */
const syncMarker = (externalSecret: GraphNode) =>
  `after-${(textAt(externalSecret.object, 'status.refreshTime') ?? 'now').replaceAll(':', '')}`
