// SPDX-License-Identifier: Apache-2.0

import type { Health } from '../../model/graph/health.ts'
import type { KindSpec } from '../../model/graph/kind.ts'
import type { Link } from '../../model/graph/link.ts'
import { conditionSaying } from '../../model/object/conditions.ts'
import { textAt } from '../../model/object/fields.ts'
import type { KubeObject } from '../../model/object/resource.ts'
import { dependencyLinks, fluxHealth, releasedLinks, secretLink, sourceLink } from './health-and-links.ts'

const GROUP = 'helm.toolkit.fluxcd.io'

export const helmRelease: KindSpec = {
  group: GROUP,
  kind: 'HelmRelease',
  plural: 'helmreleases',
  versions: ['v2', 'v2beta2'],
  namespaced: true,
  roles: ['management', 'control-plane', 'hypervisor', 'storage'],
  keep: [
    'spec.suspend',
    'spec.dependsOn',
    'spec.kubeConfig',
    'spec.chart.spec.chart',
    'spec.chart.spec.version',
    'spec.chart.spec.sourceRef',
    'spec.chartRef',
    'spec.releaseName',
    'spec.targetNamespace',
    'status.conditions',
    'status.observedGeneration',
    'status.helmChart',
    'status.failures',
    'status.installFailures',
    'status.upgradeFailures',
    'status.lastAttemptedRevision',
    'status.lastHandledReconcileAt',
    'status.history.chartName',
    'status.history.chartVersion',
    'status.history.appVersion',
    'status.history.status',
    'status.history.lastDeployed',
    'status.inventory.entries.id',
  ],
  links: (object) => [
    ...chartLink(object),
    ...sourceLink(object, 'spec.chartRef'),
    ...sourceLink(object, 'spec.chart.spec.sourceRef'),
    ...dependencyLinks(object, GROUP),
    ...secretLink(object, 'spec.kubeConfig.secretRef.name'),
    ...releasedLinks(object),
  ],
  health: releaseHealth,
}

/** The HelmChart created for it: status.helmChart is namespace/name. */
function chartLink(object: KubeObject): Link[] {
  const [namespace, name] = textAt(object, 'status.helmChart')?.split('/') ?? []
  if (!namespace || !name) return []
  const to = { where: 'here', group: 'source.toolkit.fluxcd.io', kind: 'HelmChart', namespace, name } as const
  // Flux recreates a missing HelmChart from its source.
  return [{ rel: 'creates', to, path: 'status.helmChart', optional: true }]
}

/** After a rollback Ready only reports the rollback; Released has the reason why the upgrade failed. */
function releaseHealth(object: KubeObject): Health {
  const health = fluxHealth(object)
  const released = health.state === 'failed' ? conditionSaying(object, 'Released', 'False') : undefined
  if (!released?.message || health.message?.includes(released.message)) return health
  return {
    ...health,
    message: [released.message, health.message].filter(Boolean).join('; '),
    evidence: [
      ...(health.evidence ?? []),
      { path: 'status.conditions[Released]', value: `False (${released.reason})` },
    ],
  }
}
