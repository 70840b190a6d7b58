// SPDX-License-Identifier: Apache-2.0
import type { KindSpec } from '../model/graph/kind.ts'
import { controlPlane } from './c5c3-operator/control-plane.ts'
import { credentialRotation } from './c5c3-operator/credential-rotation.ts'
import { keystoneService } from './c5c3-operator/keystone-service.ts'
import { secretAggregate } from './c5c3-operator/secret-aggregate.ts'
import { c5c3RemoteArbiter } from './ceph-arbiter/c5c3-remote-arbiter.ts'
import { c5c3RemoteCluster } from './ceph-arbiter/c5c3-remote-cluster.ts'
import { remoteArbiter } from './ceph-arbiter/remote-arbiter.ts'
import { remoteCluster } from './ceph-arbiter/remote-cluster.ts'
import { certificate } from './cert-manager/certificate.ts'
import { clusterIssuer } from './cert-manager/cluster-issuer.ts'
import { issuer } from './cert-manager/issuer.ts'
import { controlPlaneCluster } from './claims/control-plane-cluster.ts'
import { hypervisorCluster } from './claims/hypervisor-cluster.ts'
import { openStackCluster } from './claims/openstack-cluster.ts'
import { storageCluster } from './claims/storage-cluster.ts'
import { xControlPlaneCluster } from './claims/x-control-plane-cluster.ts'
import { xHypervisorCluster } from './claims/x-hypervisor-cluster.ts'
import { xOpenStackCluster } from './claims/x-openstack-cluster.ts'
import { xStorageCluster } from './claims/x-storage-cluster.ts'
import { clusterProviderConfig } from './crossplane/cluster-provider-config.ts'
import { compositeResourceDefinition } from './crossplane/composite-resource-definition.ts'
import { composition } from './crossplane/composition.ts'
import { compositionRevision } from './crossplane/composition-revision.ts'
import { crossplaneFunction } from './crossplane/function.ts'
import { namespacedObject } from './crossplane/namespaced-object.ts'
import { namespacedProviderConfig } from './crossplane/namespaced-provider-config.ts'
import { object } from './crossplane/object.ts'
import { crossplaneProvider } from './crossplane/provider.ts'
import { providerConfig } from './crossplane/provider-config.ts'
import { clusterSecretStore } from './external-secrets/cluster-secret-store.ts'
import { externalSecret } from './external-secrets/external-secret.ts'
import { pushSecret } from './external-secrets/push-secret.ts'
import { secretStore } from './external-secrets/secret-store.ts'
import { vaultDynamicSecret } from './external-secrets/vault-dynamic-secret.ts'
import { bucket } from './flux/bucket.ts'
import { externalArtifact } from './flux/external-artifact.ts'
import { fluxInstance } from './flux/flux-instance.ts'
import { gitRepository } from './flux/git-repository.ts'
import { helmChart } from './flux/helm-chart.ts'
import { helmRelease } from './flux/helm-release.ts'
import { helmRepository } from './flux/helm-repository.ts'
import { kustomization } from './flux/kustomization.ts'
import { ociRepository } from './flux/oci-repository.ts'
import { resourceSet } from './flux/resource-set.ts'
import { shoot } from './gardener/shoot.ts'
import { gateway } from './gateway-api/gateway.ts'
import { httpRoute } from './gateway-api/http-route.ts'
import { c5c3Eviction } from './hypervisor-operator/c5c3-eviction.ts'
import { c5c3Hypervisor } from './hypervisor-operator/c5c3-hypervisor.ts'
import { c5c3Migration } from './hypervisor-operator/c5c3-migration.ts'
import { eviction } from './hypervisor-operator/eviction.ts'
import { hypervisor } from './hypervisor-operator/hypervisor.ts'
import { migration } from './hypervisor-operator/migration.ts'
import { memcached } from './infrastructure/memcached.ts'
import { rabbitmqCluster } from './infrastructure/rabbitmq-cluster.ts'
import { valkey } from './infrastructure/valkey.ts'
import { bmc } from './ironcore/bmc.ts'
import { machinePool } from './ironcore/machine-pool.ts'
import { server } from './ironcore/server.ts'
import { serverClaim } from './ironcore/server-claim.ts'
import { korcApplicationCredential } from './korc/application-credential.ts'
import { korcDomain } from './korc/domain.ts'
import { korcEndpoint } from './korc/endpoint.ts'
import { korcGroup } from './korc/group.ts'
import { korcProject } from './korc/project.ts'
import { korcRole } from './korc/role.ts'
import { korcRoleAssignment } from './korc/role-assignment.ts'
import { korcService } from './korc/service.ts'
import { korcUser } from './korc/user.ts'
import { OTHER_KORC } from './korc/workload-kinds.ts'
import { configMap } from './kubernetes/config-map.ts'
import { cronJob } from './kubernetes/cron-job.ts'
import { customResourceDefinition } from './kubernetes/custom-resource-definition.ts'
import { daemonSet } from './kubernetes/daemon-set.ts'
import { deployment } from './kubernetes/deployment.ts'
import { event } from './kubernetes/event.ts'
import { job } from './kubernetes/job.ts'
import { namespace } from './kubernetes/namespace.ts'
import { node } from './kubernetes/node.ts'
import { persistentVolumeClaim } from './kubernetes/persistent-volume-claim.ts'
import { pod } from './kubernetes/pod.ts'
import { podDisruptionBudget } from './kubernetes/pod-disruption-budget.ts'
import { replicaSet } from './kubernetes/replica-set.ts'
import { secret } from './kubernetes/secret.ts'
import { statefulSet } from './kubernetes/stateful-set.ts'
import { backup } from './mariadb/backup.ts'
import { database } from './mariadb/database.ts'
import { grant } from './mariadb/grant.ts'
import { mariaDb } from './mariadb/maria-db.ts'
import { maxScale } from './mariadb/max-scale.ts'
import { physicalBackup } from './mariadb/physical-backup.ts'
import { restore } from './mariadb/restore.ts'
import { mariaDbUser } from './mariadb/user.ts'
import { openBaoCluster } from './openbao/openbao-cluster.ts'
import { openBaoTenant } from './openbao/openbao-tenant.ts'
import { barbican } from './openstack/barbican.ts'
import { barbicanSecretStore } from './openstack/barbican-secret-store.ts'
import { cinder } from './openstack/cinder.ts'
import { cortex } from './openstack/cortex.ts'
import { pipeline } from './openstack/cortex-pipeline.ts'
import { glance } from './openstack/glance.ts'
import { glanceBackend } from './openstack/glance-backend.ts'
import { horizon } from './openstack/horizon.ts'
import { keystone } from './openstack/keystone.ts'
import { keystoneIdentityBackend } from './openstack/keystone-identity-backend.ts'
import { neutron } from './openstack/neutron.ts'
import { nova } from './openstack/nova.ts'
import { placement } from './openstack/placement.ts'
import { tempest } from './openstack/tempest.ts'
import { ovnChassis } from './ovn/chassis.ts'
import { ovnCluster } from './ovn/cluster.ts'
import { ovsNode } from './ovn/ovs-node.ts'
import { cephBlockPool } from './rook/ceph-block-pool.ts'
import { cephClient } from './rook/ceph-client.ts'
import { cephCluster } from './rook/ceph-cluster.ts'
import { cephFilesystem } from './rook/ceph-filesystem.ts'
import { cephObjectStore } from './rook/ceph-object-store.ts'
import { cephObjectStoreUser } from './rook/ceph-object-store-user.ts'
import { cephRbdMirror } from './rook/ceph-rbd-mirror.ts'

/** Every kind this tool reads, in alphabetical order of their files. A test fails if a file is missing here. */
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
  clusterIssuer,
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
  gateway,
  gitRepository,
  glance,
  glanceBackend,
  grant,
  helmChart,
  helmRelease,
  helmRepository,
  horizon,
  httpRoute,
  hypervisor,
  hypervisorCluster,
  issuer,
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
  physicalBackup,
  restore,
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
  openBaoCluster,
  openBaoTenant,
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
  replicaSet,
  resourceSet,
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
