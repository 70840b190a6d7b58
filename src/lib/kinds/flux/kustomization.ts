// SPDX-License-Identifier: Apache-2.0

import type { KindSpec } from '../../model/graph/kind.ts'
import type { Link } from '../../model/graph/link.ts'
import { listAt } from '../../model/object/fields.ts'
import { refOf } from '../../model/object/reference.ts'
import type { KubeObject } from '../../model/object/resource.ts'
import { failedHealthChecks } from './failed-health-checks.ts'
import { appliedLinks, applyTarget, dependencyLinks, fluxHealth, secretLink, sourceLink } from './health-and-links.ts'

const GROUP = 'kustomize.toolkit.fluxcd.io'

export const kustomization: KindSpec = {
  group: GROUP,
  kind: 'Kustomization',
  plural: 'kustomizations',
  versions: ['v1', 'v1beta2'],
  namespaced: true,
  roles: ['management', 'control-plane', 'hypervisor', 'storage'],
  keep: [
    'spec.suspend',
    'spec.dependsOn',
    'spec.path',
    'spec.prune',
    'spec.interval',
    'spec.sourceRef',
    'spec.kubeConfig',
    'spec.targetNamespace',
    'spec.healthChecks',
    'status.conditions',
    'status.observedGeneration',
    'status.lastAppliedRevision',
    'status.lastAttemptedRevision',
    'status.lastHandledReconcileAt',
    'status.inventory.entries.id',
    'status.history.lastReconciled',
  ],
  links: (object) => [
    ...sourceLink(object, 'spec.sourceRef'),
    ...dependencyLinks(object, GROUP),
    ...secretLink(object, 'spec.kubeConfig.secretRef.name'),
    ...healthCheckLinks(object),
    ...failedHealthChecks(object),
    ...appliedLinks(object),
  ],
  health: fluxHealth,
}

/** Its health checks, in the cluster it applies to. If a target is missing, its own Ready condition reports it. */
function healthCheckLinks(object: KubeObject): Link[] {
  return listAt(object, 'spec.healthChecks').flatMap((value, i): Link[] => {
    const to = refOf({ ...value, apiVersion: value['apiVersion'] ?? 'v1' }, applyTarget(object))
    return to ? [{ rel: 'creates', to, path: `spec.healthChecks[${i}]`, optional: true }] : []
  })
}
