// SPDX-License-Identifier: Apache-2.0
import type { KindSpec } from '../model/kind.ts'
import { bmc } from './bmc.ts'
import { c5c3Eviction } from './c5c3-eviction.ts'
import { c5c3Hypervisor } from './c5c3-hypervisor.ts'
import { c5c3Migration } from './c5c3-migration.ts'
import { c5c3RemoteArbiter } from './c5c3-remote-arbiter.ts'
import { c5c3RemoteCluster } from './c5c3-remote-cluster.ts'
import { cephBlockPool } from './ceph-block-pool.ts'
import { cephClient } from './ceph-client.ts'
import { cephCluster } from './ceph-cluster.ts'
import { cephFilesystem } from './ceph-filesystem.ts'
import { cephObjectStore } from './ceph-object-store.ts'
import { cephObjectStoreUser } from './ceph-object-store-user.ts'
import { cephRbdMirror } from './ceph-rbd-mirror.ts'
import { clusterProviderConfig } from './cluster-provider-config.ts'
import { compositeResourceDefinition } from './composite-resource-definition.ts'
import { composition } from './composition.ts'
import { compositionRevision } from './composition-revision.ts'
import { configMap } from './config-map.ts'
import { controlPlane } from './control-plane.ts'
import { controlPlaneCluster } from './control-plane-cluster.ts'
import { cronJob } from './cron-job.ts'
import { crossplaneFunction } from './crossplane-function.ts'
import { crossplaneProvider } from './crossplane-provider.ts'
import { customResourceDefinition } from './custom-resource-definition.ts'
import { daemonSet } from './daemon-set.ts'
import { deployment } from './deployment.ts'
import { event } from './event.ts'
import { eviction } from './eviction.ts'
import { externalSecret } from './external-secret.ts'
import { fluxInstance } from './flux-instance.ts'
import { gitRepository } from './git-repository.ts'
import { helmChart } from './helm-chart.ts'
import { helmRelease } from './helm-release.ts'
import { helmRepository } from './helm-repository.ts'
import { hypervisor } from './hypervisor.ts'
import { hypervisorCluster } from './hypervisor-cluster.ts'
import { job } from './job.ts'
import { keystone } from './keystone.ts'
import { kustomization } from './kustomization.ts'
import { machinePool } from './machine-pool.ts'
import { mariaDb } from './maria-db.ts'
import { migration } from './migration.ts'
import { namespace } from './namespace.ts'
import { namespacedObject } from './namespaced-object.ts'
import { namespacedProviderConfig } from './namespaced-provider-config.ts'
import { node } from './node.ts'
import { object } from './object.ts'
import { ociRepository } from './oci-repository.ts'
import { openStackCluster } from './openstack-cluster.ts'
import { ovnChassis } from './ovn-chassis.ts'
import { ovnCluster } from './ovn-cluster.ts'
import { ovsNode } from './ovs-node.ts'
import { persistentVolumeClaim } from './persistent-volume-claim.ts'
import { pod } from './pod.ts'
import { podDisruptionBudget } from './pod-disruption-budget.ts'
import { providerConfig } from './provider-config.ts'
import { remoteArbiter } from './remote-arbiter.ts'
import { remoteCluster } from './remote-cluster.ts'
import { secret } from './secret.ts'
import { server } from './server.ts'
import { serverClaim } from './server-claim.ts'
import { shoot } from './shoot.ts'
import { statefulSet } from './stateful-set.ts'
import { storageCluster } from './storage-cluster.ts'
import { xControlPlaneCluster } from './x-control-plane-cluster.ts'
import { xHypervisorCluster } from './x-hypervisor-cluster.ts'
import { xOpenStackCluster } from './x-openstack-cluster.ts'
import { xStorageCluster } from './x-storage-cluster.ts'

/** Every kind this tool reads, in alphabetical order of their files. A test fails when a file is missing here. */
export const KINDS: readonly KindSpec[] = [
  bmc,
  c5c3Eviction,
  c5c3Hypervisor,
  c5c3Migration,
  c5c3RemoteArbiter,
  c5c3RemoteCluster,
  cephBlockPool,
  cephClient,
  cephCluster,
  cephFilesystem,
  cephObjectStoreUser,
  cephObjectStore,
  cephRbdMirror,
  clusterProviderConfig,
  compositeResourceDefinition,
  compositionRevision,
  composition,
  configMap,
  controlPlaneCluster,
  controlPlane,
  cronJob,
  crossplaneFunction,
  crossplaneProvider,
  customResourceDefinition,
  daemonSet,
  deployment,
  event,
  eviction,
  externalSecret,
  fluxInstance,
  gitRepository,
  helmChart,
  helmRelease,
  helmRepository,
  hypervisorCluster,
  hypervisor,
  job,
  keystone,
  kustomization,
  machinePool,
  mariaDb,
  migration,
  namespace,
  namespacedObject,
  namespacedProviderConfig,
  node,
  object,
  ociRepository,
  openStackCluster,
  ovnChassis,
  ovnCluster,
  ovsNode,
  persistentVolumeClaim,
  podDisruptionBudget,
  pod,
  providerConfig,
  remoteArbiter,
  remoteCluster,
  secret,
  serverClaim,
  server,
  shoot,
  statefulSet,
  storageCluster,
  xControlPlaneCluster,
  xHypervisorCluster,
  xOpenStackCluster,
  xStorageCluster,
]
