// SPDX-License-Identifier: Apache-2.0

import { IDENTITY_PARTS } from '../../kinds/korc/health-and-links.ts'
import type { Check } from '../../model/check/check.ts'
import { terminalError } from '../shared/korc-terminal-errors.ts'

export const importAmbiguous: Check = {
  id: 'import-ambiguous',
  category: 'identity',
  severity: 'error',
  title: 'K-ORC finds several objects to import and takes none',
  why: 'The filter fits more than one object in Keystone, for example projects of the same name in two domains. K-ORC does not guess and does not try again.',
  fix: 'Narrow spec.import.filter (add domainRef), or import by spec.import.id. K-ORC looks again when the spec changes; import is immutable in some releases, then make the object anew.',
  byHand: ['kubectl -n NAMESPACE get KIND NAME -o yaml   # spec.import.filter', 'openstack KIND list --long'],
  modes: ['F84'],
  about: IDENTITY_PARTS,
  run: (context) =>
    terminalError(context, 'F84', 'InvalidConfiguration', /found more than one matching OpenStack resource/),
}
