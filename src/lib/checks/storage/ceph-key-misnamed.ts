// SPDX-License-Identifier: Apache-2.0

import type { Check } from '../../model/check/check.ts'
import { getYaml, kubectl } from '../../model/check/next-step.ts'
import { holdsData } from '../../model/secret/secret-facts.ts'
import { objectArgs } from '../../model/text/command.ts'
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

export const cephKeyMisnamed: Check = {
  id: 'ceph-key-misnamed',
  category: 'storage',
  severity: 'error',
  title: 'Ceph key stored under the wrong name',
  why: 'The Secret exists and contains the key, but under another name: Rook before 1.10.6 uses the name of the client, others use key, and the services read userKey.',
  fix: 'Map the name where the Secret is created: secretKey of the ExternalSecret, or its template. Or configure in the service which key to read.',
  byHand: [
    "kubectl --context CONTEXT -n NAMESPACE get secret NAME -o go-template='{{range $k, $v := .data}}{{$k}} {{end}}'",
  ],
  modes: ['F46'],
  about: ['CephClient.ceph.rook.io'],
  beside: [...KEY_INPUTS],
  clusters: ['control-plane', 'storage'],
  *run(context) {
    for (const key of keysInUse(context)) {
      const { secret, client, source, uses } = key
      if (secret.source !== 'live' || !secret.object || !holdsData(secret.object) || isFillerBroken(context, secret))
        continue
      const names = [...fingerprints(secret).keys()]
      const mismatch = uses.find(({ use }) =>
        use.key === undefined ? !names.some((name) => keyNames(client).includes(name)) : !names.includes(use.key),
      )
      if (!mismatch) continue
      const expected = mismatch.use.key ?? 'userKey'
      const externalSecrets = context.into(secret, EXTERNAL)
      yield {
        mode: 'F46',
        subject: secret,
        message: `has ${names.join(', ')}, but ${mismatch.by.kind} ${mismatch.by.name} reads ${expected}`,
        evidence: [
          { on: secret, path: 'data', value: `keys ${names.join(', ')}` },
          {
            on: mismatch.by,
            path: mismatch.use.path.replace(/\.name$/, '.key'),
            value: mismatch.use.key ?? 'absent (default userKey)',
          },
          { on: source, path: 'data', value: `keys ${[...fingerprints(source).keys()].join(', ')}` },
          ...connectionEvidence(context, key),
        ],
        affects: sufferers(context, key),
        standsAlone: true,
        next:
          externalSecrets.length > 0
            ? externalSecrets.map(getYaml)
            : [kubectl(secret, 'describe', ...objectArgs('secret', secret.name))],
      }
    }
  },
}
