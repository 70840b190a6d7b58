// SPDX-License-Identifier: Apache-2.0
import { CHECKS } from '../../checks/index.ts'
import { KINDS } from '../../kinds/index.ts'
import { IDENTITY_PARTS, KORC } from '../../kinds/korc/health-and-links.ts'
import type { Check } from '../../model/check/check.ts'
import type { KindSpec } from '../../model/graph/kind.ts'
import { inputKinds } from '../../pipeline/check-inputs.ts'
import { VERIFIED_MODES } from '../../reports/korc/verify.ts'

export const KORC_KINDS: readonly KindSpec[] = KINDS.filter(({ group }) => group === KORC)

/** Keystone, which K-ORC logs in to, and what it depends on: its failure blocks every K-ORC object. */
const KEYSTONE_KINDS: readonly KindSpec[] = KINDS.filter(
  ({ group, kind }) => group.startsWith('keystone.openstack.') || group === 'k8s.mariadb.com' || kind === 'Memcached',
).map((spec) => ({ ...spec, roles: spec.roles.filter((role) => role === 'control-plane') }))

/** What `korc` reads. */
export const KORC_LIST_KINDS: readonly KindSpec[] = [...KORC_KINDS, ...KEYSTONE_KINDS]

/** Checks whose subjects are K-ORC objects; other kinds they read are optional. */
export const KORC_CHECKS: readonly Check[] = CHECKS.filter(
  ({ category, about }) => category === 'identity' && about.every((kind) => IDENTITY_PARTS.includes(kind)),
)

/** The checks that verify the work of K-ORC, by failure mode. */
export const VERIFY_CHECKS: readonly Check[] = CHECKS.filter(({ modes }) =>
  modes.some((mode) => VERIFIED_MODES.includes(mode)),
)

/** The inputs of those checks, limited to control-plane clusters. */
export const VERIFY_KINDS: readonly KindSpec[] = [
  ...KORC_KINDS,
  ...inputKinds(VERIFY_CHECKS)
    .filter(({ group }) => group !== KORC)
    .map((kind): KindSpec => ({ ...kind, roles: kind.roles.filter((role) => role === 'control-plane') })),
]
