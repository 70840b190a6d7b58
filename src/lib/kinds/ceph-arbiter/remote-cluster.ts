// SPDX-License-Identifier: Apache-2.0

import type { Health } from '../../model/graph/health.ts'
import type { KindSpec } from '../../model/graph/kind.ts'
import { conditionsOf, phaseHealth } from '../../model/object/conditions.ts'
import { textAt } from '../../model/object/fields.ts'
import { inNamespace } from '../../model/object/reference.ts'
import type { KubeObject } from '../../model/object/resource.ts'

export const remoteCluster: KindSpec = {
  group: 'ceph.cobaltcore.sap.com',
  kind: 'RemoteCluster',
  plural: 'remoteclusters',
  versions: ['v1alpha1'],
  namespaced: true,
  roles: ['storage'],
  keep: ['spec.namespace', 'spec.accesskeyRef', 'status.state', 'status.message', 'status.conditions'],
  links: (object) => {
    const path = 'spec.accesskeyRef.name'
    const name = textAt(object, path) ?? object.metadata.name
    const to = { where: 'here', group: '', kind: 'Secret', name, ...inNamespace(object.metadata.namespace) } as const
    return [{ rel: 'consumes', to, path }]
  },
  health: arbiterHealth,
}

const STATES: Readonly<Record<string, Health['state']>> = {
  Init: 'progressing',
  Progressing: 'progressing',
  Ready: 'healthy',
  Error: 'failed',
  Deleting: 'progressing',
}

/** The state that the arbiter operator reports, with the first False condition as the reason. */
export function arbiterHealth(object: KubeObject): Health {
  const health = phaseHealth(object, 'status.state', STATES)
  const falseCondition = [...conditionsOf(object).values()].find(({ status }) => status === 'False')
  if (!falseCondition || object.metadata.deletionTimestamp) return health
  const evidence = [{ path: `status.conditions[${falseCondition.type}]`, value: `False (${falseCondition.reason})` }]
  const details = { reason: `${falseCondition.type}False`, message: falseCondition.message || (health.message ?? '') }
  const state = health.state === 'healthy' ? 'degraded' : health.state
  return { ...health, ...details, state, evidence: [...(health.evidence ?? []), ...evidence] }
}
