// SPDX-License-Identifier: Apache-2.0

import type { Check, CheckContext, FindingEvidence } from '../../model/check/check.ts'
import { conditionOf, conditionProof, fieldProof } from '../../model/check/evidence.ts'
import { c5c3, kubectl } from '../../model/check/next-step.ts'
import type { GraphNode } from '../../model/graph/graph.ts'
import { textAt } from '../../model/object/fields.ts'
import { objectArgs, operands } from '../../model/text/command.ts'
import {
  EXTERNAL,
  fingerprints,
  isFillerBroken,
  KEY_INPUTS,
  type KeyInUse,
  keyNames,
  keysInUse,
  sufferers,
} from '../shared/ceph-keys.ts'

export const cephKeyStale: Check = {
  id: 'ceph-key-stale',
  category: 'storage',
  severity: 'error',
  title: 'The control plane holds an old Ceph key',
  why: 'The key was changed in the storage cluster, and the copy that the services read was not: Ceph refuses them, or will when they start again. Every sync says it is fine, because the next one is not due yet.',
  fix: 'Have the key pushed and drawn at once: first the PushSecret, then the ExternalSecret; then restart what holds the old one.',
  byHand: [
    "kubectl -n rook-ceph get cephclients.ceph.rook.io NAME -o jsonpath='{.status.cephx}'",
    'kubectl -n NAMESPACE annotate externalsecret NAME force-sync=$(date +%s) --overwrite',
  ],
  modes: ['F45'],
  about: ['CephClient.ceph.rook.io'],
  beside: [...KEY_INPUTS],
  *run(sight) {
    for (const key of keysInUse(sight)) {
      const { secret, client, source } = key
      if (secret.source !== 'live' || source.source !== 'live' || isFillerBroken(sight, secret)) continue
      const [there, here] = [keysOf(source, client), keysOf(secret, client)]
      const known = new Set(there.map(([, print]) => print))
      if (there.length === 0 || here.length === 0 || here.some(([, print]) => known.has(print))) continue
      const fillers = sight.into(secret, EXTERNAL)
      yield {
        mode: 'F45',
        subject: secret,
        message: `its key is not that of CephClient ${client.name} any more`,
        evidence: [
          ...here
            .slice(0, 1)
            .map(([name]) => ({ on: secret, path: `data[${name}]`, value: 'another value than the client’s' })),
          ...there.slice(0, 1).map(([name]) => ({ on: source, path: `data[${name}]`, value: 'the key of today' })),
          fieldProof(client, 'status.cephx.keyGeneration'),
          ...fillers.map((filler) => fieldProof(filler, 'status.refreshTime')),
          ...refused(sight, key),
        ],
        affects: [...sufferers(sight, key), ...fillers],
        standsAlone: true,
        next: [
          c5c3('ceph-secrets', 'sync', ...operands(client.name)),
          ...fillers.map((filler) =>
            kubectl(
              filler,
              'annotate',
              ...objectArgs('externalsecrets.external-secrets.io', filler.name),
              `force-sync=${stamp(filler)}`,
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
  // A keyring holds more than the key: it cannot be compared.
  return [...fingerprints(secret)]
    .filter(([name]) => names.includes(name) && name !== 'keyring')
    .sort(([a], [b]) => names.indexOf(a) - names.indexOf(b))
}

/** Any word that was not there before will do. */
const stamp = (filler: GraphNode) =>
  `after-${(textAt(filler.object, 'status.refreshTime') ?? 'now').replaceAll(':', '')}`

const refused = (sight: CheckContext, key: KeyInUse): FindingEvidence[] =>
  sufferers(sight, key).flatMap((by) =>
    conditionOf(by, 'CephConnected')?.status === 'False' ? [conditionProof(by, 'CephConnected')] : [],
  )
