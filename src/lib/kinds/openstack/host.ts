// SPDX-License-Identifier: Apache-2.0
export interface ServiceHost {
  readonly name: string
  readonly namespace: string
}

/** The in-cluster Service of an endpoint; undefined for any other address. */
export function serviceHost(endpoint: string | undefined): ServiceHost | undefined {
  const [, name, namespace] = URL.exec(endpoint ?? '') ?? CONNECTION.exec(endpoint ?? '') ?? []
  return name && namespace ? { name, namespace } : undefined
}

/** https://keystone.openstack.svc.cluster.local:5000/v3 */
const URL = /^https?:\/\/([a-z0-9-]{1,63})\.([a-z0-9-]{1,63})\.svc(?:[.:/]|$)/

/** tcp:ovn-nb.ovn-system:6641, the format of OVN */
const CONNECTION = /^(?:tcp|ssl):([a-z0-9-]{1,63})\.([a-z0-9-]{1,63})(?:\.svc(?:\.[a-z0-9.-]+)?)?:\d+$/
