// SPDX-License-Identifier: Apache-2.0

import { IDENTITY_PARTS } from '../../kinds/korc/health-and-links.ts'
import type { Check } from '../../model/check/check.ts'
import { terminalError } from '../shared/korc-terminal-errors.ts'

export const importAmbiguous: Check = {
  id: 'import-ambiguous',
  category: 'identity',
  severity: 'error',
  title: 'K-ORC import is ambiguous',
  why: 'The filter matches more than one resource in Keystone, for example projects of the same name in two domains. K-ORC imports none of them and does not retry.',
  fix: 'Narrow spec.import.filter (add domainRef), or import by spec.import.id. K-ORC retries when the spec changes. In releases where import is immutable, recreate the K-ORC object: deleting one that has imported nothing does not touch OpenStack.',
  byHand: [
    'kubectl --context CONTEXT -n NAMESPACE get KIND NAME -o yaml   # spec.import.filter',
    'openstack KIND list --long',
  ],
  modes: ['F84'],
  about: IDENTITY_PARTS,
  run: (context) =>
    terminalError(context, 'F84', 'InvalidConfiguration', /found more than one matching OpenStack resource/),
}
