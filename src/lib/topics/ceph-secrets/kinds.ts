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

const WAY: readonly Role[] = ['control-plane', 'hypervisor', 'storage']

const only = (kind: KindSpec, roles: readonly Role[]): KindSpec => ({ ...kind, roles })

/** What a Ceph key passes on its way, each kind only where it does. */
export const CEPH_KINDS: readonly KindSpec[] = [
  cephBlockPool,
  cephClient,
  cephCluster,
  only(configMap, ['storage']),
  controlPlane,
  cinder,
  glance,
  { ...nova, keep: [...nova.keep, 'spec.ephemeral'] },
  only(externalSecret, ['control-plane', 'hypervisor']),
  only(pushSecret, ['storage']),
  only(secretStore, WAY),
  only(clusterSecretStore, WAY),
  object,
  namespacedObject,
  only(secret, WAY),
]

/** Failure modes of that way: the key, its names, capabilities, monitors, and those who carry it. */
const MODES = ['F11', 'F44', 'F45', 'F46', 'F47', 'F48', 'F49', 'F74', 'F75', 'F76', 'F98', 'F99', 'F100']

export const CEPH_CHECKS: readonly Check[] = CHECKS.filter(({ modes }) => modes.some((mode) => MODES.includes(mode)))
