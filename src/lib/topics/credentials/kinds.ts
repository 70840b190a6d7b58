// SPDX-License-Identifier: Apache-2.0
import { CHECKS } from '../../checks/index.ts'
import { EXTERNAL_SECRET, GENERATOR, PUSH_SECRET, STORES } from '../../kinds/external-secrets/sync.ts'
import { KINDS } from '../../kinds/index.ts'
import { IDENTITY_PARTS } from '../../kinds/korc/health-and-links.ts'
import { CONTROL_PLANE, SERVICE_KINDS } from '../../kinds/openstack/conditions.ts'
import type { Check } from '../../model/check/check.ts'
import { type KindSpec, kindName } from '../../model/graph/kind.ts'

/** The hops of credentials, and their consumers. */
const CHAIN_KINDS: readonly string[] = [
  ...IDENTITY_PARTS,
  EXTERNAL_SECRET,
  PUSH_SECRET,
  GENERATOR,
  ...STORES,
  'Secret',
  'SecretAggregate.c5c3.io',
  'CredentialRotation.c5c3.io',
  'KeystoneService.c5c3.io',
  CONTROL_PLANE,
  ...SERVICE_KINDS,
  'CephClient.ceph.rook.io',
]

/** Objects that expire, and the objects that reach other clusters with them. */
const EXPIRING_KINDS: readonly string[] = [
  'ApplicationCredential.openstack.k-orc.cloud',
  'Certificate.cert-manager.io',
  'MariaDB.k8s.mariadb.com',
  'Secret',
  'ProviderConfig.kubernetes.crossplane.io',
  'ProviderConfig.kubernetes.m.crossplane.io',
  'ClusterProviderConfig.kubernetes.m.crossplane.io',
  'Kustomization.kustomize.toolkit.fluxcd.io',
  'HelmRelease.helm.toolkit.fluxcd.io',
  'RemoteCluster.ceph.cobaltcore.sap.com',
  'RemoteCluster.ceph.c5c3.io',
  CONTROL_PLANE,
]

/** The kinds that `credentials` reads, or those that --expiring reads. */
export const credentialKinds = (isExpiring: boolean): readonly KindSpec[] => {
  const names = isExpiring ? [...EXPIRING_KINDS, EXTERNAL_SECRET, PUSH_SECRET] : CHAIN_KINDS
  return KINDS.filter((kind) => names.includes(kindName(kind))).map((kind) =>
    kind.kind === 'Secret' && !isExpiring ? { ...kind, roles: ['control-plane', 'hypervisor', 'storage'] } : kind,
  )
}

const MODES = ['F44', 'F45', 'F78', 'F79', 'F81', 'F83', 'F84', 'F85', 'F86', 'F87', 'F88', 'F89', 'F95', 'F106']

/** The checks about secrets, and those about identity and Ceph that concern credentials. */
export const CREDENTIAL_CHECKS: readonly Check[] = CHECKS.filter(
  ({ category, modes }) => category === 'secrets' || modes.some((mode) => MODES.includes(mode)),
)
