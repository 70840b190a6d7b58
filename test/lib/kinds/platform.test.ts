// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest'
import { openStackCluster } from '../../../src/lib/kinds/claims/openstack-cluster.ts'
import { xOpenStackCluster } from '../../../src/lib/kinds/claims/x-openstack-cluster.ts'
import { clusterProviderConfig } from '../../../src/lib/kinds/crossplane/cluster-provider-config.ts'
import { compositeResourceDefinition } from '../../../src/lib/kinds/crossplane/composite-resource-definition.ts'
import { composition } from '../../../src/lib/kinds/crossplane/composition.ts'
import { compositionRevision } from '../../../src/lib/kinds/crossplane/composition-revision.ts'
import { crossplaneFunction } from '../../../src/lib/kinds/crossplane/function.ts'
import { namespacedObject } from '../../../src/lib/kinds/crossplane/namespaced-object.ts'
import { namespacedProviderConfig } from '../../../src/lib/kinds/crossplane/namespaced-provider-config.ts'
import { object } from '../../../src/lib/kinds/crossplane/object.ts'
import { crossplaneProvider } from '../../../src/lib/kinds/crossplane/provider.ts'
import { providerConfig } from '../../../src/lib/kinds/crossplane/provider-config.ts'
import { fluxInstance } from '../../../src/lib/kinds/flux/flux-instance.ts'
import { helmChart } from '../../../src/lib/kinds/flux/helm-chart.ts'
import { helmRelease } from '../../../src/lib/kinds/flux/helm-release.ts'
import { helmRepository } from '../../../src/lib/kinds/flux/helm-repository.ts'
import { kustomization } from '../../../src/lib/kinds/flux/kustomization.ts'
import type { KindSpec } from '../../../src/lib/model/graph/kind.ts'
import { hasRecordings, health, links, recorded, sample } from './sample.ts'

const condition = (type: string, status: string, reason = '', more = '') =>
  `{ type: ${type}, status: '${status}', reason: '${reason}'${more} }`
const conditions = (...all: string[]) => `conditions: [${all.join(', ')}]`
const SYNCED = condition('Synced', 'True', 'ReconcileSuccess')
const AVAILABLE = condition('Ready', 'True', 'Available')
const PAUSED = 'metadata: { annotations: { crossplane.io/paused: "true" } }'

describe('a claim, a composite and an Object', () => {
  it.each([
    ['healthy Available', `status: { ${conditions(SYNCED, AVAILABLE)} }`],
    ['progressing Waiting', `status: { ${conditions(SYNCED, condition('Ready', 'False', 'Waiting'))} }`],
    ['progressing Creating', `status: { ${conditions(SYNCED, condition('Ready', 'False', 'Creating'))} }`],
    ['progressing Unavailable', `status: { ${conditions(SYNCED, condition('Ready', 'False', 'Unavailable'))} }`],
    ['failed ReconcileError', `status: { ${conditions(condition('Synced', 'False', 'ReconcileError'), AVAILABLE)} }`],
    ['suspended ReconcilePaused', `status: { ${conditions(condition('Synced', 'False', 'ReconcilePaused'))} }`],
    ['suspended ReconcilePaused', `{ ${PAUSED}, status: { ${conditions(SYNCED, AVAILABLE)} } }`],
    ['unknown NotObserved', `status: { ${conditions(AVAILABLE)} }`],
    ['unknown NotObserved', `status: { ${conditions(SYNCED)} }`],
    ['unknown NotObserved', 'status: { phase: Ready }'],
    ['unknown NotObserved', 'status: { conditions: nonsense }'],
    ['unknown NotObserved', 'status: [1]'],
    [
      'unknown Stale',
      `{ metadata: { generation: 3 }, status: { ${conditions(condition('Synced', 'True', 'ReconcileSuccess', ', observedGeneration: 2'), AVAILABLE)} } }`,
    ],
    [
      'progressing Deleting',
      `{ metadata: { deletionTimestamp: 2026-11-16T11:00:00Z }, status: { ${conditions(SYNCED, AVAILABLE)} } }`,
    ],
    [
      'failed ReconcileError',
      `{ metadata: { deletionTimestamp: 2026-11-16T11:00:00Z }, status: { ${conditions(condition('Synced', 'False', 'ReconcileError'))} } }`,
    ],
  ])('is %s when %s', (expected, text) => {
    for (const kind of [openStackCluster, xOpenStackCluster, object, namespacedObject])
      expect(health(kind, text)).toBe(expected)
  })
})

describe('a claim', () => {
  it('links to its composite, its Composition, its pools by name, and its control plane', () => {
    const text = `spec:
      region: eu-de-1
      hypervisorClusters: [hv-a, 7]
      storageClusters: [st-a]
      compositionRef: { name: oc }
      compositionRevisionRef: { name: oc-1 }
      resourceRef: { apiVersion: c5c3.io/v1alpha1, kind: XOpenStackCluster, name: x-abcde }`
    expect(links(openStackCluster, text)).toEqual([
      'owns XOpenStackCluster.c5c3.io x-abcde @here',
      'depends-on CompositionRevision.apiextensions.crossplane.io oc-1 @here (optional)',
      'depends-on Composition.apiextensions.crossplane.io oc @here (optional)',
      'depends-on CompositeResourceDefinition.apiextensions.crossplane.io OpenStackCluster.c5c3.io @here (optional)',
      'consumes HypervisorCluster.crossplane.c5c3.io hv-a @here (degraded)',
      'consumes StorageCluster.crossplane.c5c3.io st-a @here (degraded)',
      'consumes ControlPlaneCluster.crossplane.c5c3.io eu-de-1-control-plane @here (degraded) (optional)',
    ])
  })

  it('requires the control plane it names', () => {
    expect(links(openStackCluster, 'spec: { region: r, controlPlaneCluster: cp }')).toContain(
      'consumes ControlPlaneCluster.crossplane.c5c3.io cp @here (degraded)',
    )
  })

  it('does not throw on malformed data', () => {
    for (const text of ['', 'spec: 1', 'spec: { resourceRef: [], hypervisorClusters: x, storageClusters: [{}] }'])
      expect(links(openStackCluster, text)).toHaveLength(1)
  })
})

describe('a composite', () => {
  it('of v1 links to its composed resources; a Shoot is in the garden cluster', () => {
    const text = `spec:
      claimRef: { apiVersion: c5c3.io/v1alpha1, kind: OpenStackCluster, name: c, namespace: t }
      storageClusters: [st-a]
      resourceRefs:
      - { apiVersion: kubernetes.crossplane.io/v1alpha2, kind: Object, name: x-1 }
      - { apiVersion: core.gardener.cloud/v1beta1, kind: Shoot, name: hv }
      - { apiVersion: kubernetes.crossplane.io/v1alpha2, kind: Object }`
    expect(links(xOpenStackCluster, text)).toEqual([
      'owns Object.kubernetes.crossplane.io x-1 @here',
      'owns Shoot.core.gardener.cloud hv @garden',
      'depends-on CompositeResourceDefinition.apiextensions.crossplane.io XOpenStackCluster.c5c3.io @here (optional)',
    ])
  })

  it('of v2 keeps its references under crossplane, and has no claim', () => {
    const text = `
      metadata: { namespace: tenant-a }
      spec:
        storageClusters: [st-a]
        crossplane:
          compositionRef: { name: oc }
          resourceRefs:
          - { apiVersion: kubernetes.m.crossplane.io/v1alpha1, kind: Object, name: x-1 }
          - { apiVersion: kubernetes.m.crossplane.io/v1alpha1, kind: Object, name: x-2, namespace: other }`
    const expected = [
      'owns Object.kubernetes.m.crossplane.io tenant-a/x-1 @here',
      'owns Object.kubernetes.m.crossplane.io other/x-2 @here',
      'depends-on Composition.apiextensions.crossplane.io oc @here (optional)',
    ]
    const pool = 'consumes StorageCluster.crossplane.c5c3.io st-a @here (degraded)'
    expect(links(xOpenStackCluster, text)).toEqual(expect.arrayContaining([...expected, pool]))
    expect(links(openStackCluster, text)).toEqual(expect.arrayContaining([...expected, pool]))
  })
})

describe('an Object', () => {
  const manifest = '{ apiVersion: ceph.rook.io/v1, kind: CephClient, metadata: { name: c, namespace: rook-ceph } }'

  it('links to its config and, through it, to the object it writes in another cluster', () => {
    expect(
      links(object, `spec: { providerConfigRef: { name: st-a }, forProvider: { manifest: ${manifest} } }`),
    ).toEqual([
      'depends-on ProviderConfig.kubernetes.crossplane.io st-a @here',
      'creates CephClient.ceph.rook.io rook-ceph/c @config:st-a',
    ])
  })

  it('uses the default config, only observes where so configured, and waits for its dependencies', () => {
    const text = `spec:
      managementPolicies: [Observe]
      forProvider: { manifest: { apiVersion: v1, kind: ConfigMap, metadata: { name: m, namespace: n } } }
      references:
      - dependsOn: { name: other }
      - patchesFrom: { apiVersion: v1, kind: Secret, name: s, namespace: n, fieldPath: data.x }
      - nonsense`
    expect(links(object, text)).toEqual([
      'depends-on ProviderConfig.kubernetes.crossplane.io default @here',
      'depends-on Object.kubernetes.crossplane.io other @here',
      'depends-on Secret n/s @here',
      'consumes ConfigMap n/m @config:default',
    ])
  })

  it('may lack the object it is about to delete', () => {
    const text = `{ metadata: { deletionTimestamp: 2026-01-01T00:00:00Z }, spec: { forProvider: { manifest: ${manifest} } } }`
    expect(links(object, text)).toContain('creates CephClient.ceph.rook.io rook-ceph/c @config:default (optional)')
  })

  it.each([
    ['True', false],
    ['False', true],
    ['Unknown', true],
  ])('carries a copy that is stale unless Synced is True: %s', (status, stale) => {
    const copy = '{ kind: CephClient, metadata: { name: c }, status: { phase: Ready } }'
    const text = `
      spec: { forProvider: { manifest: ${manifest} } }
      status: { atProvider: { manifest: ${copy} }, ${conditions(condition('Synced', status))} }`
    const remote = object.links?.(sample(object, text)).at(-1)
    expect(remote?.observed).toEqual({
      copy: { kind: 'CephClient', metadata: { name: 'c' }, status: { phase: 'Ready' } },
      stale,
    })
  })

  it('keeps no data of a Secret it writes', () => {
    const secret = '{ kind: Secret, metadata: { name: s }, data: { key: c2VjcmV0 } }'
    expect(JSON.stringify(sample(object, `spec: { forProvider: { manifest: ${secret} } }`))).not.toContain('"data"')
  })

  it('of v2 names a config of the cluster or of its namespace', () => {
    expect(links(namespacedObject, 'spec: { providerConfigRef: { name: st, kind: ClusterProviderConfig } }')).toEqual([
      'depends-on ClusterProviderConfig.kubernetes.m.crossplane.io st @here',
    ])
    const text = `spec: { providerConfigRef: { name: st, kind: ProviderConfig }, forProvider: { manifest: ${manifest} } }`
    expect(links(namespacedObject, text)).toEqual([
      'depends-on ProviderConfig.kubernetes.m.crossplane.io ns/st @here',
      'creates CephClient.ceph.rook.io rook-ceph/c @config:ns/st',
    ])
  })
})

describe('a ProviderConfig', () => {
  const secret = 'spec: { credentials: { source: Secret, secretRef: { namespace: n, name: s, key: kubeconfig } } }'

  it.each([
    ['healthy Exists', secret],
    ['healthy Exists', 'spec: { credentials: { source: InjectedIdentity } }'],
    ['failed NoSecret', 'spec: { credentials: { source: Secret } }'],
    ['unknown Malformed', 'spec: { credentials: 1 }'],
  ])('is %s', (expected, text) => {
    for (const kind of [providerConfig, namespacedProviderConfig, clusterProviderConfig])
      expect(health(kind, text)).toBe(expected)
  })

  it('reads its kubeconfig from a Secret', () => {
    expect(links(providerConfig, secret)).toEqual(['consumes Secret n/s @here'])
    expect(links(providerConfig, 'spec: { credentials: { source: InjectedIdentity } }')).toEqual([])
  })
})

describe('Crossplane definitions, Compositions and packages', () => {
  const established = condition('Established', 'True', 'WatchingCompositeResource')

  it.each<[KindSpec, string, string]>([
    [compositeResourceDefinition, 'healthy WatchingCompositeResource', `status: { ${conditions(established)} }`],
    [
      compositeResourceDefinition,
      'unknown NotObserved',
      `{ spec: { claimNames: { kind: C } }, status: { ${conditions(established)} } }`,
    ],
    [
      compositeResourceDefinition,
      'failed Bad',
      `{ spec: { claimNames: { kind: C } }, status: { ${conditions(established, condition('Offered', 'False', 'Bad'))} } }`,
    ],
    [composition, 'healthy Exists', ''],
    [compositionRevision, 'healthy Exists', ''],
    [compositionRevision, 'failed X', `status: { ${conditions(condition('ValidPipeline', 'False', 'X'))} }`],
    [crossplaneProvider, 'unknown NotObserved', `status: { ${conditions(condition('Healthy', 'True'))} }`],
    [
      crossplaneProvider,
      'failed UnhealthyPackageRevision',
      `status: { ${conditions(condition('Installed', 'True'), condition('Healthy', 'False', 'UnhealthyPackageRevision'))} }`,
    ],
    [
      crossplaneFunction,
      'healthy HealthyPackageRevision',
      `status: { ${conditions(condition('Installed', 'True'), condition('Healthy', 'True', 'HealthyPackageRevision'))} }`,
    ],
  ])('$kind is %s', (kind, expected, text) => expect(health(kind, text)).toBe(expected))

  it('an XRD has the types it defines as aliases', () => {
    const text = 'spec: { group: c5c3.io, names: { kind: XC }, claimNames: { kind: C } }'
    expect(compositeResourceDefinition.aliases?.(sample(compositeResourceDefinition, text))).toEqual([
      'XC.c5c3.io',
      'C.c5c3.io',
    ])
  })

  it('Compositions link to their functions, revisions to their Composition', () => {
    const text = `
      metadata: { labels: { crossplane.io/composition-name: oc } }
      spec: { pipeline: [{ step: a, functionRef: { name: f } }, { step: b }] }`
    expect(links(compositionRevision, text)).toEqual([
      'depends-on Composition.apiextensions.crossplane.io oc @here (optional)',
      'depends-on Function.pkg.crossplane.io f @here',
    ])
  })
})

describe('Flux', () => {
  const ready = (status: string, reason: string, generation = 1) =>
    condition('Ready', status, reason, `, observedGeneration: ${generation}`)
  const at = (...all: string[]) =>
    `{ metadata: { generation: 1 }, status: { observedGeneration: -1, ${conditions(...all)} } }`
  const applied = `{ metadata: { generation: 1 }, status: { observedGeneration: 1, ${conditions(ready('True', 'Applied'))} } }`

  it.each([
    ['healthy Applied', applied],
    ['failed BuildFailed', at(ready('False', 'BuildFailed'), condition('Reconciling', 'True', 'ProgressingWithRetry'))],
    ['progressing DependencyNotReady', at(ready('False', 'DependencyNotReady'))],
    ['progressing Progressing', at(ready('Unknown', 'Progressing'), condition('Reconciling', 'True', 'Progressing'))],
    ['failed RetriesExceeded', at(ready('Unknown', 'Progressing'), condition('Stalled', 'True', 'RetriesExceeded'))],
    ['unknown Stale', `{ metadata: { generation: 2 }, status: { ${conditions(ready('True', 'Applied'))} } }`],
    ['unknown Stale', at(ready('True', 'Applied', 1))],
    [
      'suspended Suspended',
      '{ metadata: { generation: 1 }, spec: { suspend: true }, status: { observedGeneration: -1 } }',
    ],
    ['unknown NotObserved', 'status: { observedGeneration: -1 }'],
  ])('is %s', (expected, text) => {
    for (const kind of [kustomization, helmRelease, helmChart, helmRepository])
      expect(health(kind, text)).toBe(expected)
  })

  it('an OCI HelmRepository has no status', () => {
    expect(health(helmRepository, 'spec: { type: oci }')).toBe('healthy Exists')
    expect(health(helmRepository, 'spec: { type: default }')).toBe('unknown NotObserved')
  })

  it('can be disabled by an annotation', () => {
    expect(health(fluxInstance, 'metadata: { annotations: { fluxcd.controlplane.io/reconcile: disabled } }')).toBe(
      'suspended Disabled',
    )
    expect(health(fluxInstance, `status: { ${conditions(condition('Ready', 'True', 'Done'))} }`)).toBe('healthy Done')
  })

  it('a Kustomization links to its source, its dependencies and its health checks in another cluster', () => {
    const text = `spec:
      sourceRef: { kind: GitRepository, name: fleet }
      dependsOn: [{ name: a }, { name: b, namespace: other }]
      kubeConfig: { secretRef: { name: cp-kubeconfig } }
      healthChecks: [{ apiVersion: apps/v1, kind: Deployment, name: d, namespace: n }]`
    expect(links(kustomization, text)).toEqual([
      'depends-on GitRepository.source.toolkit.fluxcd.io ns/fleet @here',
      'depends-on Kustomization.kustomize.toolkit.fluxcd.io ns/a @here',
      'depends-on Kustomization.kustomize.toolkit.fluxcd.io other/b @here',
      'consumes Secret ns/cp-kubeconfig @here',
      'creates Deployment.apps n/d @flux:ns/cp-kubeconfig (optional)',
    ])
  })

  it('a HelmRelease links to its chart and the chart to its source', () => {
    const text = `
      spec: { chart: { spec: { chart: c, sourceRef: { kind: HelmRepository, name: lab, namespace: flux-system } } } }
      status: { helmChart: flux-system/ns-x }`
    expect(links(helmRelease, text).filter((link) => !link.includes('(none)'))).toEqual([
      'creates HelmChart.source.toolkit.fluxcd.io flux-system/ns-x @here (optional)',
      'depends-on HelmRepository.source.toolkit.fluxcd.io flux-system/lab @here',
    ])
    expect(links(helmChart, 'spec: { sourceRef: { kind: HelmRepository, name: lab } }')).toEqual([
      'depends-on HelmRepository.source.toolkit.fluxcd.io ns/lab @here',
    ])
  })
})

if (!hasRecordings) console.warn('skipped: ../shared/recorded is not there, recorded objects are not judged')

describe.skipIf(!hasRecordings)('recorded objects', () => {
  it('of Crossplane have the expected state', () => {
    expect(recorded('crossplane/objects.yaml')).toEqual([
      'OpenStackCluster customer-a-prod: healthy Available',
      'OpenStackCluster customer-b-nopool: progressing Waiting',
      'OpenStackCluster customer-c-paused: suspended ReconcilePaused',
      'StorageCluster st-x: progressing Waiting',
      'XOpenStackCluster customer-a-prod-6kkss: healthy Available',
      'XOpenStackCluster customer-b-nopool-bcnqw: progressing Creating',
      'XStorageCluster st-x-8j8vx: failed ReconcileError',
      'Object customer-a-prod-6kkss-2f77d: healthy Available',
      'Object customer-a-prod-6kkss-nr85z: healthy Available',
      'Object customer-a-prod-6kkss-x7r22: healthy Available',
      'Object customer-b-nopool-bcnqw-87l2x: failed ReconcileError',
      'Object customer-b-nopool-bcnqw-pxhx5: healthy Available',
      'Object customer-b-nopool-bcnqw-rk2vl: healthy Available',
    ])
  })

  it('of Flux have the expected state', () => {
    expect(recorded('flux/flux.yaml')).toEqual([
      'Kustomization bad: failed ReconciliationFailed',
      'Kustomization dependent: progressing DependencyNotReady',
      'Kustomization good: healthy ReconciliationSucceeded',
      'Kustomization nons: failed ReconciliationFailed',
      'Kustomization nosource: failed ArtifactFailed',
      'Kustomization remote-cp: healthy ReconciliationSucceeded',
      'Kustomization sick: failed HealthCheckFailed',
      'Kustomization suspended: suspended Suspended',
      'GitRepository broken: failed GitOperationFailed',
      'GitRepository fleet: healthy Succeeded',
    ])
    expect(recorded('flux/flux-helm.yaml')).toEqual([
      'HelmRelease boom: failed InstallFailed',
      'HelmRelease good: healthy InstallSucceeded',
      'HelmRelease nochart: failed SourceNotReady',
      'HelmChart flux-system-boom: healthy ChartPullSucceeded',
      'HelmChart flux-system-good: healthy ChartPullSucceeded',
      'HelmChart flux-system-nochart: failed InvalidChartReference',
      'HelmRepository lab: healthy Succeeded',
    ])
  })
})
