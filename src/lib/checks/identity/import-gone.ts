// SPDX-License-Identifier: Apache-2.0

import { IDENTITY_PARTS } from '../../kinds/korc/health-and-links.ts'
import type { Check } from '../../model/check/check.ts'
import { terminalError } from '../shared/korc-terminal-errors.ts'

export const importGone: Check = {
  id: 'import-gone',
  category: 'identity',
  severity: 'error',
  title: 'What K-ORC imported no longer exists in Keystone',
  why: 'Somebody deleted it in OpenStack, or the id it is imported by was never right. K-ORC does not make what it only imports, and gives up.',
  fix: 'Make the object in OpenStack again, then delete and recreate the K-ORC object so that it is imported anew. Find out who deleted it: a managed K-ORC object of the same name deletes the real one when it is removed.',
  byHand: ['kubectl -n NAMESPACE get KIND NAME -o yaml   # status.id', 'openstack KIND show ID'],
  modes: ['F85'],
  about: IDENTITY_PARTS,
  run: (context) =>
    terminalError(
      context,
      'F85',
      'UnrecoverableError',
      /resource has been deleted from OpenStack|referenced resource does not exist in OpenStack/,
    ),
}
