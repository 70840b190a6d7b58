// SPDX-License-Identifier: Apache-2.0

import type { Link } from '../../model/graph/link.ts'
import { textAt } from '../../model/object/fields.ts'
import type { KubeObject } from '../../model/object/resource.ts'

/** The MariaDB that a schema, user, grant or backup belongs to. */
export function inMariaDb(object: KubeObject): readonly Link[] {
  const name = textAt(object, 'spec.mariaDbRef.name')
  const namespace = textAt(object, 'spec.mariaDbRef.namespace') ?? object.metadata.namespace
  // A reference of another kind means an external database.
  if (!name || !namespace || (textAt(object, 'spec.mariaDbRef.kind') ?? 'MariaDB') !== 'MariaDB') return []
  const to = { where: 'here', group: 'k8s.mariadb.com', kind: 'MariaDB', namespace, name } as const
  return [{ rel: 'depends-on', path: 'spec.mariaDbRef.name', to }]
}
