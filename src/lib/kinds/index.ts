// SPDX-License-Identifier: Apache-2.0
import type { KindSpec } from '../model/kind.ts'
import { cephBlockPool } from './ceph-block-pool.ts'
import { cephClient } from './ceph-client.ts'
import { cephCluster } from './ceph-cluster.ts'
import { clusterProviderConfig } from './cluster-provider-config.ts'
import { controlPlane } from './control-plane.ts'
import { controlPlaneCluster } from './control-plane-cluster.ts'
import { externalSecret } from './external-secret.ts'
import { helmRelease } from './helm-release.ts'
import { hypervisor } from './hypervisor.ts'
import { hypervisorCluster } from './hypervisor-cluster.ts'
import { keystone } from './keystone.ts'
import { kustomization } from './kustomization.ts'
import { mariaDb } from './maria-db.ts'
import { namespace } from './namespace.ts'
import { node } from './node.ts'
import { object } from './object.ts'
import { openStackCluster } from './openstack-cluster.ts'
import { providerConfig } from './provider-config.ts'
import { secret } from './secret.ts'
import { shoot } from './shoot.ts'
import { storageCluster } from './storage-cluster.ts'
import { xControlPlaneCluster } from './x-control-plane-cluster.ts'
import { xHypervisorCluster } from './x-hypervisor-cluster.ts'
import { xOpenStackCluster } from './x-openstack-cluster.ts'
import { xStorageCluster } from './x-storage-cluster.ts'

/** Every kind this tool reads, in alphabetical order of their files. A test fails when a file is missing here. */
export const KINDS: readonly KindSpec[] = [
  cephBlockPool,
  cephClient,
  cephCluster,
  clusterProviderConfig,
  controlPlaneCluster,
  controlPlane,
  externalSecret,
  helmRelease,
  hypervisorCluster,
  hypervisor,
  keystone,
  kustomization,
  mariaDb,
  namespace,
  node,
  object,
  openStackCluster,
  providerConfig,
  secret,
  shoot,
  storageCluster,
  xControlPlaneCluster,
  xHypervisorCluster,
  xOpenStackCluster,
  xStorageCluster,
]
