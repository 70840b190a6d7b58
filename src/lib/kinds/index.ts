// SPDX-License-Identifier: Apache-2.0
import type { KindSpec } from '../model/kind.ts'
import { backup } from './backup.ts'
import { barbican } from './barbican.ts'
import { barbicanSecretStore } from './barbican-secret-store.ts'
import { bmc } from './bmc.ts'
import { bucket } from './bucket.ts'
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
import { certificate } from './certificate.ts'
import { cinder } from './cinder.ts'
import { clusterProviderConfig } from './cluster-provider-config.ts'
import { clusterSecretStore } from './cluster-secret-store.ts'
import { compositeResourceDefinition } from './composite-resource-definition.ts'
import { composition } from './composition.ts'
import { compositionRevision } from './composition-revision.ts'
import { configMap } from './config-map.ts'
import { controlPlane } from './control-plane.ts'
import { controlPlaneCluster } from './control-plane-cluster.ts'
import { cortex } from './cortex.ts'
import { credentialRotation } from './credential-rotation.ts'
import { cronJob } from './cron-job.ts'
import { crossplaneFunction } from './crossplane-function.ts'
import { crossplaneProvider } from './crossplane-provider.ts'
import { customResourceDefinition } from './custom-resource-definition.ts'
import { daemonSet } from './daemon-set.ts'
import { database } from './database.ts'
import { deployment } from './deployment.ts'
import { event } from './event.ts'
import { eviction } from './eviction.ts'
import { externalArtifact } from './external-artifact.ts'
import { externalSecret } from './external-secret.ts'
import { fluxInstance } from './flux-instance.ts'
import { gitRepository } from './git-repository.ts'
import { glance } from './glance.ts'
import { glanceBackend } from './glance-backend.ts'
import { grant } from './grant.ts'
import { helmChart } from './helm-chart.ts'
import { helmRelease } from './helm-release.ts'
import { helmRepository } from './helm-repository.ts'
import { horizon } from './horizon.ts'
import { hypervisor } from './hypervisor.ts'
import { hypervisorCluster } from './hypervisor-cluster.ts'
import { job } from './job.ts'
import { keystone } from './keystone.ts'
import { keystoneIdentityBackend } from './keystone-identity-backend.ts'
import { keystoneService } from './keystone-service.ts'
import { korcApplicationCredential } from './korc-application-credential.ts'
import { korcDomain } from './korc-domain.ts'
import { korcEndpoint } from './korc-endpoint.ts'
import { korcGroup } from './korc-group.ts'
import { korcProject } from './korc-project.ts'
import { korcRole } from './korc-role.ts'
import { korcRoleAssignment } from './korc-role-assignment.ts'
import { korcService } from './korc-service.ts'
import { korcUser } from './korc-user.ts'
import { kustomization } from './kustomization.ts'
import { machinePool } from './machine-pool.ts'
import { mariaDb } from './maria-db.ts'
import { mariaDbUser } from './maria-db-user.ts'
import { maxScale } from './max-scale.ts'
import { memcached } from './memcached.ts'
import { migration } from './migration.ts'
import { namespace } from './namespace.ts'
import { namespacedObject } from './namespaced-object.ts'
import { namespacedProviderConfig } from './namespaced-provider-config.ts'
import { neutron } from './neutron.ts'
import { node } from './node.ts'
import { nova } from './nova.ts'
import { object } from './object.ts'
import { ociRepository } from './oci-repository.ts'
import { openStackCluster } from './openstack-cluster.ts'
import { OTHER_KORC } from './other-korc.ts'
import { ovnChassis } from './ovn-chassis.ts'
import { ovnCluster } from './ovn-cluster.ts'
import { ovsNode } from './ovs-node.ts'
import { persistentVolumeClaim } from './persistent-volume-claim.ts'
import { pipeline } from './pipeline.ts'
import { placement } from './placement.ts'
import { pod } from './pod.ts'
import { podDisruptionBudget } from './pod-disruption-budget.ts'
import { providerConfig } from './provider-config.ts'
import { pushSecret } from './push-secret.ts'
import { rabbitmqCluster } from './rabbitmq-cluster.ts'
import { remoteArbiter } from './remote-arbiter.ts'
import { remoteCluster } from './remote-cluster.ts'
import { secret } from './secret.ts'
import { secretAggregate } from './secret-aggregate.ts'
import { secretStore } from './secret-store.ts'
import { server } from './server.ts'
import { serverClaim } from './server-claim.ts'
import { shoot } from './shoot.ts'
import { statefulSet } from './stateful-set.ts'
import { storageCluster } from './storage-cluster.ts'
import { tempest } from './tempest.ts'
import { valkey } from './valkey.ts'
import { vaultDynamicSecret } from './vault-dynamic-secret.ts'
import { xControlPlaneCluster } from './x-control-plane-cluster.ts'
import { xHypervisorCluster } from './x-hypervisor-cluster.ts'
import { xOpenStackCluster } from './x-openstack-cluster.ts'
import { xStorageCluster } from './x-storage-cluster.ts'

/** Every kind this tool reads, in alphabetical order of their files. A test fails when a file is missing here. */
export const KINDS: readonly KindSpec[] = [
  backup,
  barbican,
  barbicanSecretStore,
  bmc,
  bucket,
  c5c3Eviction,
  c5c3Hypervisor,
  c5c3Migration,
  c5c3RemoteArbiter,
  c5c3RemoteCluster,
  cephBlockPool,
  cephClient,
  cephCluster,
  cephFilesystem,
  cephObjectStore,
  cephObjectStoreUser,
  cephRbdMirror,
  certificate,
  cinder,
  clusterProviderConfig,
  clusterSecretStore,
  compositeResourceDefinition,
  composition,
  compositionRevision,
  configMap,
  controlPlane,
  controlPlaneCluster,
  cortex,
  credentialRotation,
  cronJob,
  crossplaneFunction,
  crossplaneProvider,
  customResourceDefinition,
  daemonSet,
  database,
  deployment,
  event,
  eviction,
  externalArtifact,
  externalSecret,
  fluxInstance,
  gitRepository,
  glance,
  glanceBackend,
  grant,
  helmChart,
  helmRelease,
  helmRepository,
  horizon,
  hypervisor,
  hypervisorCluster,
  job,
  keystone,
  keystoneIdentityBackend,
  keystoneService,
  korcApplicationCredential,
  korcDomain,
  korcEndpoint,
  korcGroup,
  korcProject,
  korcRole,
  korcRoleAssignment,
  korcService,
  korcUser,
  kustomization,
  machinePool,
  mariaDb,
  mariaDbUser,
  maxScale,
  memcached,
  migration,
  namespace,
  namespacedObject,
  namespacedProviderConfig,
  neutron,
  node,
  nova,
  object,
  ociRepository,
  openStackCluster,
  ovnChassis,
  ovnCluster,
  ovsNode,
  persistentVolumeClaim,
  pipeline,
  placement,
  pod,
  podDisruptionBudget,
  providerConfig,
  pushSecret,
  rabbitmqCluster,
  remoteArbiter,
  remoteCluster,
  secret,
  secretAggregate,
  secretStore,
  server,
  serverClaim,
  shoot,
  statefulSet,
  storageCluster,
  tempest,
  valkey,
  vaultDynamicSecret,
  xControlPlaneCluster,
  xHypervisorCluster,
  xOpenStackCluster,
  xStorageCluster,
  ...OTHER_KORC,
]
