// SPDX-License-Identifier: Apache-2.0
// The namespace and settings of a released control plane, shared by its parts.
import { type Obj, type objectsOf, openstackId } from '../kube.ts'
import type { StoreRef } from '../openstack/secrets.ts'

export interface ReleasedSite {
  readonly cluster: string
  readonly namespace: string
  readonly name: string
  readonly region: string
  readonly release: string
  readonly age: string
  readonly replicas: number
}

export interface ReleasedParts {
  readonly site: ReleasedSite
  readonly make: ReturnType<typeof objectsOf>
  readonly owner: Obj
  readonly authUrl: string
}

export const TENANT_STORE: StoreRef = { kind: 'SecretStore', name: 'openbao-tenant-store' }
export function adminCredentialId(site: ReleasedSite): string {
  return releasedId(site, 'application-credential/admin')
}

/** An id assigned by Keystone in this control plane. */
export function releasedId(site: ReleasedSite, what: string): string {
  return openstackId(`${site.cluster}/${site.namespace}/${what}`)
}
