// SPDX-License-Identifier: Apache-2.0
import { CHECKS } from '../checks/index.ts'
import { cephBlockPool } from '../kinds/ceph-block-pool.ts'
import { cephClient } from '../kinds/ceph-client.ts'
import { cephCluster } from '../kinds/ceph-cluster.ts'
import { cinder } from '../kinds/cinder.ts'
import { clusterSecretStore } from '../kinds/cluster-secret-store.ts'
import { configMap } from '../kinds/config-map.ts'
import { controlPlane } from '../kinds/control-plane.ts'
import { externalSecret } from '../kinds/external-secret.ts'
import { glance } from '../kinds/glance.ts'
import { namespacedObject } from '../kinds/namespaced-object.ts'
import { nova } from '../kinds/nova.ts'
import { object } from '../kinds/object.ts'
import { pushSecret } from '../kinds/push-secret.ts'
import { secret } from '../kinds/secret.ts'
import { secretStore } from '../kinds/secret-store.ts'
import type { Check } from '../model/check.ts'
import type { KindSpec } from '../model/kind.ts'
import type { Role } from '../model/role.ts'

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
