// SPDX-License-Identifier: Apache-2.0
/** The purpose of a cluster, in display order. */
export const ROLES = ['management', 'control-plane', 'hypervisor', 'storage', 'arbiter', 'garden'] as const

export type Role = (typeof ROLES)[number]

/** A role and a name: the pool for hypervisor and storage, the region or any name for control planes. */
export interface RoleName {
  readonly role: Role
  readonly name: string
}

export function isRole(text: string): text is Role {
  return (ROLES as readonly string[]).includes(text)
}
