// SPDX-License-Identifier: Apache-2.0
import { CHECKS } from '../../checks/index.ts'
import { controlPlane } from '../../kinds/c5c3-operator/control-plane.ts'
import { namespacedObject } from '../../kinds/crossplane/namespaced-object.ts'
import { object } from '../../kinds/crossplane/object.ts'
import { clusterSecretStore } from '../../kinds/external-secrets/cluster-secret-store.ts'
import { externalSecret } from '../../kinds/external-secrets/external-secret.ts'
import { pushSecret } from '../../kinds/external-secrets/push-secret.ts'
import { secretStore } from '../../kinds/external-secrets/secret-store.ts'
import { configMap } from '../../kinds/kubernetes/config-map.ts'
import { secret } from '../../kinds/kubernetes/secret.ts'
import { cinder } from '../../kinds/openstack/cinder.ts'
import { glance } from '../../kinds/openstack/glance.ts'
import { nova } from '../../kinds/openstack/nova.ts'
import { cephBlockPool } from '../../kinds/rook/ceph-block-pool.ts'
import { cephClient } from '../../kinds/rook/ceph-client.ts'
import { cephCluster } from '../../kinds/rook/ceph-cluster.ts'
import type { Check } from '../../model/check/check.ts'
import type { KindSpec } from '../../model/graph/kind.ts'
import type { Role } from '../../model/landscape/role.ts'

const CHAIN_ROLES: readonly Role[] = ['control-plane', 'hypervisor', 'storage']

const limitTo = (kind: KindSpec, roles: readonly Role[]): KindSpec => ({ ...kind, roles })

/** The kinds in the chain of a Ceph key, each only in the roles where it matters. */
export const CEPH_KINDS: readonly KindSpec[] = [
  cephBlockPool,
  cephClient,
  cephCluster,
  limitTo(configMap, ['storage']),
  controlPlane,
  cinder,
  glance,
  { ...nova, keep: [...nova.keep, 'spec.ephemeral'] },
  limitTo(externalSecret, ['control-plane', 'hypervisor']),
  limitTo(pushSecret, ['storage']),
  limitTo(secretStore, CHAIN_ROLES),
  limitTo(clusterSecretStore, CHAIN_ROLES),
  object,
  namespacedObject,
  limitTo(secret, CHAIN_ROLES),
]

/** Failure modes of the chain: the key, its names, capabilities, monitors, and the controllers that copy it. */
const MODES = ['F11', 'F44', 'F45', 'F46', 'F47', 'F48', 'F49', 'F74', 'F75', 'F76', 'F98', 'F99', 'F100']

export const CEPH_CHECKS: readonly Check[] = CHECKS.filter(({ modes }) => modes.some((mode) => MODES.includes(mode)))
