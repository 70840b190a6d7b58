// SPDX-License-Identifier: Apache-2.0

import type { KindSpec } from '../../model/graph/kind.ts'
import { phaseHealth } from '../../model/object/conditions.ts'
import { textAt } from '../../model/object/fields.ts'

export const serverClaim: KindSpec = {
  group: 'metal.ironcore.dev',
  kind: 'ServerClaim',
  plural: 'serverclaims',
  versions: ['v1alpha1'],
  namespaced: true,
  roles: ['garden'],
  keep: ['spec.serverRef', 'spec.power', 'spec.image', 'status.phase'],
  links: (object) => {
    const [path, name] = ['spec.serverRef.name', textAt(object, 'spec.serverRef.name')]
    const to = { where: 'here', group: 'metal.ironcore.dev', kind: 'Server' } as const
    return name ? [{ rel: 'consumes', to: { ...to, name }, path }] : []
  },
  health: (object) => phaseHealth(object, 'status.phase', { Bound: 'healthy', Unbound: 'progressing' }),
}
