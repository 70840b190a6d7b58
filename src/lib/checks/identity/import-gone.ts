// SPDX-License-Identifier: Apache-2.0

import { IDENTITY_PARTS } from '../../kinds/korc/health-and-links.ts'
import type { Check } from '../../model/check/check.ts'
import { terminalError } from '../shared/korc-terminal-errors.ts'

export const importGone: Check = {
  id: 'import-gone',
  category: 'identity',
  severity: 'error',
  title: 'Imported resource no longer exists in Keystone',
  why: 'The resource was deleted in OpenStack, or the import id was never correct. K-ORC does not create what it only imports, and does not retry.',
  fix: 'Create the resource in OpenStack again, then recreate the K-ORC object (deleting an import does not touch OpenStack). Find out who deleted the resource: a managed K-ORC object of the same name deletes the real one when it is removed.',
  byHand: ['kubectl --context CONTEXT -n NAMESPACE get KIND NAME -o yaml   # status.id', 'openstack KIND show ID'],
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
