// SPDX-License-Identifier: Apache-2.0
import type { ObjectAt } from '../plan/plan.ts'

/** The API path of one object: /api/v1/namespaces/openstack/secrets/ceph-client-nova */
export function apiPath({ group, version, plural, namespace, name }: ObjectAt): string {
  const root = group === '' ? ['api', version] : ['apis', group, version]
  const scope = namespace === undefined ? [] : ['namespaces', namespace]
  return ['', ...root, ...scope, plural, name].map(encodeURIComponent).join('/')
}
