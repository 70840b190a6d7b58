// SPDX-License-Identifier: Apache-2.0
// Permissions that several commands share.

import { hypervisorCluster } from '../../kinds/claims/hypervisor-cluster.ts'
import { openStackCluster } from '../../kinds/claims/openstack-cluster.ts'
import { storageCluster } from '../../kinds/claims/storage-cluster.ts'
import { xControlPlaneCluster } from '../../kinds/claims/x-control-plane-cluster.ts'
import { xHypervisorCluster } from '../../kinds/claims/x-hypervisor-cluster.ts'
import { xStorageCluster } from '../../kinds/claims/x-storage-cluster.ts'
import { clusterProviderConfig } from '../../kinds/crossplane/cluster-provider-config.ts'
import { namespacedProviderConfig } from '../../kinds/crossplane/namespaced-provider-config.ts'
import { object } from '../../kinds/crossplane/object.ts'
import { providerConfig } from '../../kinds/crossplane/provider-config.ts'
import { helmRelease } from '../../kinds/flux/helm-release.ts'
import { kustomization } from '../../kinds/flux/kustomization.ts'
import { shoot } from '../../kinds/gardener/shoot.ts'
import type { KindSpec } from '../../model/graph/kind.ts'
import type { Permission, PermissionPurpose } from '../../model/landscape/permission.ts'
import { ROLES, type Role } from '../../model/landscape/role.ts'
import { TENANT_KINDS } from '../../pipeline/tenant-kinds.ts'

/** Why kinds read by reference are read. */
export const BY_REFERENCE =
  'listed in namespaces where something refers to one; who may only get them reads them by name, at most 50'

/** Kinds to read: cluster-wide lists, but kinds read by reference only in the namespaces of references. */
export const readPermissions = (kinds: readonly KindSpec[], part?: PermissionPurpose): readonly Permission[] =>
  kinds.map((kind) => ({
    ...resourceOf(kind),
    ...(kind.byReference
      ? { verbs: ['list'], where: 'namespaces', why: BY_REFERENCE }
      : { verbs: ['list'], where: 'everywhere' }),
    ...(part ? { part } : {}),
  }))

/** Verbs on a kind in the namespaces that contain it. */
export const inNamespaces = (
  kind: Pick<KindSpec, 'group' | 'plural' | 'roles'>,
  verbs: readonly string[],
  more: Pick<Permission, 'why' | 'part'> = {},
): Permission => ({ ...resourceOf(kind), verbs, where: 'namespaces', ...more })

const resourceOf = ({ group, plural, roles }: Pick<KindSpec, 'group' | 'plural' | 'roles'>) => ({
  group,
  resource: plural,
  roles,
})

const inRoles = (kinds: readonly KindSpec[], roles: readonly Role[]) => kinds.map((kind) => ({ ...kind, roles }))

/** Clusters that refer to other clusters. */
const DISCOVERY_ROLES: readonly Role[] = ['management', 'control-plane']

const KUBECONFIGS = 'kubeconfigs that ProviderConfigs and Flux refer to: they open other clusters'

/** For every command that opens clusters: identity of a cluster and, without a profile, discovery of others. */
export const OPEN_FLEET: readonly Permission[] = [
  {
    roles: ROLES,
    group: '',
    resource: 'namespaces',
    verbs: ['get'],
    names: ['kube-system'],
    where: 'everywhere',
    part: 'identity',
    why: 'its UID tells clusters apart',
  },
  ...readPermissions(
    inRoles(
      [providerConfig, clusterProviderConfig, namespacedProviderConfig, kustomization, helmRelease],
      DISCOVERY_ROLES,
    ),
    'discovery',
  ),
  ...readPermissions([object, xControlPlaneCluster, xHypervisorCluster, xStorageCluster, shoot], 'discovery'),
  inNamespaces({ group: '', plural: 'secrets', roles: DISCOVERY_ROLES }, ['get'], {
    part: 'discovery',
    why: KUBECONFIGS,
  }),
  {
    roles: DISCOVERY_ROLES,
    group: '',
    resource: 'secrets',
    verbs: ['list'],
    where: { namespace: 'c5c3-clusters' },
    part: 'discovery',
    why: 'kubeconfigs of clusters that are registered with CobaltCore: they open other clusters',
  },
  inNamespaces({ ...shoot, plural: 'shoots/viewerkubeconfig' }, ['create'], {
    part: 'discovery',
    why: 'a way into each Shoot that may read all but Secrets, for an hour',
  }),
]

/** Additional permissions of --region, --tenant and --pool: which clusters belong to the scope. */
export const SCOPE_KINDS: readonly Permission[] = readPermissions(
  [openStackCluster, hypervisorCluster, storageCluster],
  'scope',
)

/** The same for commands that also follow the chain from claims to control planes. */
export const SCOPE: readonly Permission[] = [
  ...SCOPE_KINDS,
  ...readPermissions(
    TENANT_KINDS.filter((kind) => kind !== openStackCluster),
    'scope',
  ),
]
