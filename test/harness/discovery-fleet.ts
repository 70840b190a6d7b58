// SPDX-License-Identifier: Apache-2.0
// A fleet whose management cluster refers to the others in every supported way, and to some that must be rejected.
import { tempFolder } from './temp-folder.ts'

type Manifest = Record<string, unknown>

const base64 = (text: string) => Buffer.from(text).toString('base64')

const object = (apiVersion: string, kind: string, name: string, namespace: string | undefined, more: Manifest) => ({
  apiVersion,
  kind,
  metadata: { name, ...(namespace ? { namespace } : {}) },
  ...more,
})

const secret = (namespace: string, name: string, data: Readonly<Record<string, string>>, labels: Manifest = {}) => ({
  apiVersion: 'v1',
  kind: 'Secret',
  metadata: { name, namespace, labels },
  data: Object.fromEntries(Object.entries(data).map(([key, text]) => [key, base64(text)])),
})

/** The embedded API replaces this with a working kubeconfig. */
const leadsTo = (cluster: string) => `c5c3-demo-kubeconfig: ${cluster}`

const providerConfig = (name: string, credentials: Manifest) =>
  object('kubernetes.crossplane.io/v1alpha1', 'ProviderConfig', name, undefined, { spec: { credentials } })

const bySecret = (name: string, key = 'kubeconfig') => ({
  source: 'Secret',
  secretRef: { namespace: 'crossplane-system', name, key },
})

/** A kubeconfig that would make us run a program, read a file or contact another server. */
const trap = (cluster: Manifest, user: Manifest) =>
  JSON.stringify({
    'current-context': 'c',
    clusters: [{ name: 'c', cluster: { server: 'https://127.0.0.1:1', ...cluster } }],
    users: [{ name: 'u', user }],
    contexts: [{ name: 'c', context: { cluster: 'c', user: 'u' } }],
  })

export const TRAPS: Readonly<Record<string, { readonly kubeconfig: string; readonly refusal: string }>> = {
  'trap-exec': {
    kubeconfig: trap({}, { exec: { apiVersion: 'client.authentication.k8s.io/v1', command: '/bin/false' } }),
    refusal: 'sets exec for user "u": not accepted from a cluster',
  },
  'trap-proxy': { kubeconfig: trap({ 'proxy-url': 'http://127.0.0.1:1' }, {}), refusal: 'sets proxy-url' },
  'trap-token-file': { kubeconfig: trap({}, { tokenFile: '/etc/passwd' }), refusal: 'sets tokenFile' },
  'trap-ca-file': {
    kubeconfig: trap({ 'certificate-authority': '/etc/passwd' }, {}),
    refusal: 'sets certificate-authority',
  },
  'trap-http': { kubeconfig: trap({ server: 'http://127.0.0.1:1' }, {}), refusal: 'a server that is not https' },
  'trap-insecure': {
    kubeconfig: trap({ 'insecure-skip-tls-verify': true }, {}),
    refusal: 'sets insecure-skip-tls-verify',
  },
  'trap-garbage': { kubeconfig: 'not: [a kubeconfig', refusal: 'is not valid YAML' },
}

const management = [
  object('c5c3.io/v1alpha1', 'OpenStackCluster', 'customer-a-prod', 'tenants', {}),
  providerConfig('own', { source: 'InjectedIdentity' }),
  providerConfig('st-pool-a', bySecret('st-pool-a')),
  providerConfig('gone', bySecret('gone')),
  providerConfig('wrong-key', bySecret('wrong-key')),
  providerConfig('environment', { source: 'Environment' }),
  ...Object.keys(TRAPS).map((name) => providerConfig(name, bySecret(name))),
  object('kubernetes.m.crossplane.io/v1alpha1', 'ClusterProviderConfig', 'hv-pool-a', undefined, {
    spec: { credentials: bySecret('hv-pool-a', 'admin.conf') },
  }),
  secret('crossplane-system', 'st-pool-a', { kubeconfig: leadsTo('storage.st-pool-a') }),
  secret('crossplane-system', 'hv-pool-a', { 'admin.conf': leadsTo('hypervisor.hv-pool-a') }),
  secret('crossplane-system', 'wrong-key', { password: 'canary-password' }),
  ...Object.entries(TRAPS).map(([name, { kubeconfig }]) => secret('crossplane-system', name, { kubeconfig })),
  object('kustomize.toolkit.fluxcd.io/v1', 'Kustomization', 'cp', 'flux-system', {
    spec: { kubeConfig: { secretRef: { name: 'eu-de-1-kubeconfig' } } },
  }),
  object('kustomize.toolkit.fluxcd.io/v1', 'Kustomization', 'here', 'flux-system', { spec: {} }),
  object('helm.toolkit.fluxcd.io/v2', 'HelmRelease', 'cp', 'flux-system', {
    spec: { kubeConfig: { secretRef: { name: 'eu-de-1-kubeconfig' } } },
  }),
  secret('flux-system', 'eu-de-1-kubeconfig', { value: leadsTo('control-plane.eu-de-1') }),
  secret(
    'c5c3-clusters',
    'us-east-1',
    { kubeconfig: leadsTo('control-plane.us-east-1') },
    { 'sigs.k8s.io/multicluster-runtime-kubeconfig': 'true' },
  ),
  secret('c5c3-clusters', 'not-labelled', { kubeconfig: leadsTo('arbiter') }),
  object('crossplane.c5c3.io/v1alpha1', 'XHypervisorCluster', 'hv-pool-b-x7k2p', undefined, {
    spec: {
      claimRef: { name: 'hv-pool-b', namespace: 'pools' },
      resourceRefs: [{ apiVersion: 'kubernetes.crossplane.io/v1alpha2', kind: 'Object', name: 'hv-pool-b-shoot' }],
    },
  }),
  object('kubernetes.crossplane.io/v1alpha2', 'Object', 'hv-pool-b-shoot', undefined, {
    spec: { forProvider: { manifest: { kind: 'Shoot', metadata: { name: 'hv-pool-b', namespace: 'garden-c5c3' } } } },
  }),
  object('crossplane.c5c3.io/v1alpha1', 'XStorageCluster', 'st-pool-z-q9w8e', undefined, {
    spec: {
      claimRef: { name: 'st-pool-z', namespace: 'pools' },
      resourceRefs: [{ apiVersion: 'core.gardener.cloud/v1beta1', kind: 'Shoot', name: 'st-pool-z' }],
    },
  }),
]

const shoot = (name: string) => object('core.gardener.cloud/v1beta1', 'Shoot', name, 'garden-c5c3', { spec: {} })

const CLUSTERS: Readonly<Record<string, readonly Manifest[]>> = {
  management,
  'control-plane.eu-de-1': [object('c5c3.io/v1alpha1', 'ControlPlane', 'cp', 'openstack', {})],
  'control-plane.us-east-1': [object('c5c3.io/v1alpha1', 'ControlPlane', 'cp', 'openstack', {})],
  'hypervisor.hv-pool-a': [object('kvm.cloud.sap/v1', 'Hypervisor', 'node-1', undefined, {})],
  'hypervisor.hv-pool-b': [object('kvm.cloud.sap/v1', 'Hypervisor', 'node-2', undefined, {})],
  'storage.st-pool-a': [object('ceph.rook.io/v1', 'CephCluster', 'rook-ceph', 'rook-ceph', {})],
  arbiter: [],
  // st-pool-z has a Shoot but no API server.
  garden: [shoot('hv-pool-b'), shoot('st-pool-z'), shoot('somebody-elses')],
}

/** Writes the fleet as a fleet folder; rules are the cluster settings in fleet.yaml. */
export function discoveryFleet(rules: Readonly<Record<string, Manifest>> = {}): string {
  const files = Object.entries(CLUSTERS).map(([key, objects]) => [
    `${key}.yaml`,
    objects.map((each) => JSON.stringify(each)).join('\n---\n'),
  ])
  const fleet = { now: '2026-11-16T12:00:00Z', clusters: rules }
  return tempFolder({ ...Object.fromEntries(files), 'fleet.yaml': JSON.stringify(fleet) })
}
