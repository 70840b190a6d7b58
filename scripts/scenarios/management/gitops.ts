// SPDX-License-Identifier: Apache-2.0
// Flux in the management cluster: one repository, a Kustomization per cluster, Helm releases of the operators.
import { deployment, secret } from '../core.ts'
import { after, conditions, type Obj, objectsOf, sha256, withBody } from '../kube.ts'
import { HYPERVISOR_POOLS, SITES, STORAGE_POOLS, TENANTS } from '../landscape.ts'
import { kubeconfigOf } from '../openstack/secret-values.ts'

const make = objectsOf('management')
const NAMESPACE = 'flux-system'
const AGE = '96d'
const COMMIT = sha256('c5c3-gitops').slice(0, 40)
const REVISION = `main@sha1:${COMMIT}`
const APPLIED = '2026-11-16T11:48:31Z'
const DIGEST = `sha256:${sha256('artifact')}`

interface Remote {
  readonly name: string
  readonly cluster: string
  readonly path: string
}

const REMOTES: readonly Remote[] = [
  ...SITES.map((s) => ({ name: s.claim, cluster: s.cluster, path: `./clusters/${s.region}/control-plane` })),
  ...HYPERVISOR_POOLS.map((p) => ({ name: p.name, cluster: p.cluster, path: `./clusters/${p.region}/${p.name}` })),
  ...STORAGE_POOLS.map((p) => ({ name: p.name, cluster: p.cluster, path: `./clusters/${p.region}/${p.name}` })),
]

/** The Flux objects: instance, sources, Kustomizations with their kubeconfigs, Helm releases, controllers. */
export function gitops(): Obj[] {
  const platform = [
    kustomization('flux-system', './clusters/management'),
    kustomization('crossplane', './apps/crossplane', ['flux-system']),
    kustomization('infrastructure', './infrastructure', ['crossplane']),
    kustomization(
      'tenants',
      './tenants',
      ['infrastructure'],
      TENANTS.map((t) => `${t.namespace}_${t.claim}_c5c3.io_OpenStackCluster`),
    ),
  ]
  return [
    ...instance(),
    gitRepository(),
    ...Object.entries(CHARTS).map(([name, url]) => helmRepository(name, url)),
    ...platform,
    ...REMOTES.flatMap((r) => [
      kustomization(r.name, r.path, ['infrastructure'], [], `${r.name}-kubeconfig`),
      secret(
        make,
        { name: `${r.name}-kubeconfig`, namespace: NAMESPACE, age: AGE },
        { value: kubeconfigOf(r.cluster) },
      ),
    ]),
    ...RELEASES.map(helmRelease),
    ...['helm-controller', 'kustomize-controller', 'notification-controller', 'source-controller'].map((name) =>
      deployment(
        make,
        { name, namespace: NAMESPACE, age: AGE },
        {
          image: `ghcr.io/fluxcd/${name}:v1.6.1`,
          replicas: 1,
          labels: { app: name, 'app.kubernetes.io/part-of': 'flux' },
        },
      ),
    ),
  ]
}

const CHARTS: Readonly<Record<string, string>> = {
  c5c3: 'https://c5c3.github.io/charts',
  crossplane: 'https://charts.crossplane.io/stable',
  'external-secrets': 'https://charts.external-secrets.io',
}

interface Release {
  readonly name: string
  readonly namespace: string
  readonly repository: string
  readonly version: string
  readonly remote?: string
}

const RELEASES: readonly Release[] = [
  { name: 'crossplane', namespace: 'crossplane-system', repository: 'crossplane', version: '1.20.3' },
  { name: 'external-secrets', namespace: 'external-secrets', repository: 'external-secrets', version: '0.20.4' },
  ...SITES.map((s) => ({
    name: `c5c3-operator-${s.region}`,
    namespace: NAMESPACE,
    repository: 'c5c3',
    version: '0.4.0',
    remote: s.claim,
  })),
]

function instance(): Obj[] {
  const o = make('fluxcd.controlplane.io/v1', 'FluxInstance', {
    name: 'flux',
    namespace: NAMESPACE,
    age: AGE,
    generation: 1,
  })
  const components = ['source', 'kustomize', 'helm', 'notification'].map((c) => `${c}-controller`)
  const report = make('fluxcd.controlplane.io/v1', 'FluxReport', {
    name: 'flux',
    namespace: NAMESPACE,
    age: AGE,
    generation: 1,
  })
  const stats = (apiVersion: string, kind: string, running: number) => ({
    apiVersion,
    kind,
    stats: { failing: 0, running, suspended: 0 },
  })
  return [
    withBody(o, {
      spec: {
        distribution: { registry: 'ghcr.io/fluxcd', version: '2.7.x' },
        components,
        cluster: { type: 'kubernetes', networkPolicy: true },
        sync: {
          kind: 'GitRepository',
          url: 'https://git.example.com/c5c3/c5c3-gitops.git',
          ref: 'refs/heads/main',
          path: 'clusters/management',
        },
      },
      status: {
        components: components.map((name) => ({ name, repository: `ghcr.io/fluxcd/${name}`, tag: 'v1.6.1' })),
        lastAppliedRevision: `v2.7.2@${DIGEST}`,
        lastAttemptedRevision: `v2.7.2@${DIGEST}`,
        conditions: conditions(o, [
          { type: 'Ready', reason: 'ReconciliationSucceeded', message: 'Reconciliation finished in 4s' },
        ]),
      },
    }),
    withBody(report, {
      spec: {
        distribution: {
          entitlement: 'Issued by controlplane',
          managedBy: 'flux-operator',
          status: 'Installed',
          version: 'v2.7.2',
        },
        components: components.map((name) => ({
          name,
          image: `ghcr.io/fluxcd/${name}:v1.6.1`,
          ready: true,
          status: 'Current Deployment is available. Replicas: 1',
        })),
        reconcilers: [
          stats('helm.toolkit.fluxcd.io/v2', 'HelmRelease', RELEASES.length),
          stats('kustomize.toolkit.fluxcd.io/v1', 'Kustomization', 4 + REMOTES.length),
          stats('source.toolkit.fluxcd.io/v1', 'GitRepository', 1),
          stats('source.toolkit.fluxcd.io/v1', 'HelmRepository', Object.keys(CHARTS).length),
        ],
        sync: {
          id: 'kustomization/flux-system',
          path: 'clusters/management',
          ready: true,
          status: `Applied revision: ${REVISION}`,
        },
      },
      status: {
        conditions: conditions(report, [
          { type: 'Ready', reason: 'ReconciliationSucceeded', message: 'Reporting finished in 210ms' },
        ]),
      },
    }),
  ]
}

function gitRepository(): Obj {
  const o = make('source.toolkit.fluxcd.io/v1', 'GitRepository', {
    name: 'c5c3-gitops',
    namespace: NAMESPACE,
    age: AGE,
    generation: 1,
    finalizers: ['finalizers.fluxcd.io'],
  })
  return withBody(o, {
    spec: {
      interval: '1m',
      url: 'https://git.example.com/c5c3/c5c3-gitops.git',
      ref: { branch: 'main' },
      timeout: '60s',
    },
    status: {
      observedGeneration: 1,
      artifact: {
        digest: DIGEST,
        lastUpdateTime: '2026-11-16T08:02:11Z',
        path: `gitrepository/${NAMESPACE}/c5c3-gitops/${COMMIT}.tar.gz`,
        revision: REVISION,
        url: `http://source-controller.${NAMESPACE}.svc.cluster.local./gitrepository/${NAMESPACE}/c5c3-gitops/${COMMIT}.tar.gz`,
        size: 48213,
      },
      conditions: conditions(o, [
        { type: 'Ready', reason: 'Succeeded', message: `stored artifact for revision '${REVISION}'` },
        { type: 'ArtifactInStorage', reason: 'Succeeded', message: `stored artifact for revision '${REVISION}'` },
      ]),
    },
  })
}

function helmRepository(name: string, url: string): Obj {
  const o = make('source.toolkit.fluxcd.io/v1', 'HelmRepository', {
    name,
    namespace: NAMESPACE,
    age: AGE,
    generation: 1,
    finalizers: ['finalizers.fluxcd.io'],
  })
  const index = sha256(url)
  return withBody(o, {
    spec: { interval: '1h', url },
    status: {
      observedGeneration: 1,
      artifact: {
        digest: `sha256:${index}`,
        lastUpdateTime: '2026-11-16T06:30:00Z',
        path: `helmrepository/${NAMESPACE}/${name}/index-${index}.yaml`,
        revision: `sha256:${index}`,
        url: `http://source-controller.${NAMESPACE}.svc.cluster.local./helmrepository/${NAMESPACE}/${name}/index-${index}.yaml`,
        size: 20480,
      },
      conditions: conditions(o, [
        { type: 'Ready', reason: 'Succeeded', message: 'stored artifact: revision' },
        { type: 'ArtifactInStorage', reason: 'Succeeded', message: 'stored artifact: revision' },
      ]),
    },
  })
}

function kustomization(
  name: string,
  path: string,
  dependsOn: readonly string[] = [],
  inventory: readonly string[] = [],
  kubeConfig?: string,
): Obj {
  const o = make('kustomize.toolkit.fluxcd.io/v1', 'Kustomization', {
    name,
    namespace: NAMESPACE,
    age: AGE,
    generation: 1,
    finalizers: ['finalizers.fluxcd.io'],
  })
  return withBody(o, {
    spec: {
      interval: '10m',
      path,
      prune: true,
      force: false,
      sourceRef: { kind: 'GitRepository', name: 'c5c3-gitops' },
      ...(dependsOn.length > 0 && { dependsOn: dependsOn.map((d) => ({ name: d })) }),
      ...(kubeConfig && { kubeConfig: { secretRef: { name: kubeConfig, key: 'value' } } }),
    },
    status: {
      observedGeneration: 1,
      lastAppliedRevision: REVISION,
      lastAttemptedRevision: REVISION,
      ...(inventory.length > 0 && { inventory: { entries: inventory.map((id) => ({ id, v: 'v1alpha1' })) } }),
      conditions: [
        {
          type: 'Ready',
          status: 'True',
          reason: 'ReconciliationSucceeded',
          message: `Applied revision: ${REVISION}`,
          lastTransitionTime: APPLIED,
          observedGeneration: 1,
        },
      ],
    },
  })
}

function helmRelease(r: Release): Obj {
  const o = make('helm.toolkit.fluxcd.io/v2', 'HelmRelease', {
    name: r.name,
    namespace: r.namespace,
    age: AGE,
    generation: 1,
    finalizers: ['finalizers.fluxcd.io'],
  })
  const chart = r.name.replace(/-(eu-de|us-east)-\d$/, '')
  const target = r.remote ? 'c5c3-system' : r.namespace
  const message = `Helm install succeeded for release ${target}/${chart}.v1 with chart ${chart}@${r.version}`
  const deployed = after(o.metadata.creationTimestamp, 40)
  return withBody(o, {
    spec: {
      interval: '30m',
      chart: {
        spec: {
          chart,
          version: r.version,
          reconcileStrategy: 'ChartVersion',
          sourceRef: { kind: 'HelmRepository', name: r.repository, namespace: NAMESPACE },
        },
      },
      ...(r.remote && {
        kubeConfig: { secretRef: { name: `${r.remote}-kubeconfig`, key: 'value' } },
        releaseName: chart,
        targetNamespace: target,
        storageNamespace: target,
      }),
    },
    status: {
      observedGeneration: 1,
      helmChart: `${NAMESPACE}/${r.namespace}-${r.name}`,
      history: [
        {
          action: 'install',
          apiVersion: 'v2',
          chartName: chart,
          chartVersion: r.version,
          configDigest: `sha256:${sha256('values')}`,
          digest: `sha256:${sha256(r.name)}`,
          firstDeployed: deployed,
          lastDeployed: deployed,
          name: chart,
          namespace: target,
          status: 'deployed',
          version: 1,
        },
      ],
      lastAttemptedGeneration: 1,
      lastAttemptedReleaseAction: 'install',
      lastAttemptedRevision: r.version,
      storageNamespace: target,
      conditions: conditions(o, [
        { type: 'Ready', reason: 'InstallSucceeded', message },
        { type: 'Released', reason: 'InstallSucceeded', message },
      ]),
    },
  })
}
