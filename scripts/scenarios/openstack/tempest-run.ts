// SPDX-License-Identifier: Apache-2.0
// One smoke run of Tempest: the log of its Pod, and the results in the Tempest object.
import { after, sha256 } from '../kube.ts'

export const RUN_START = '2026-11-16T02:00:00Z'
/** Workers of stestr. */
const WORKERS = 4

const TESTS: Readonly<Record<string, readonly string[]>> = {
  'api.compute.flavors.test_flavors.FlavorsV2TestJSON': ['test_get_flavor', 'test_list_flavors'],
  'api.compute.security_groups.test_security_groups.SecurityGroupsTestJSON': [
    'test_security_groups_create_list_delete',
  ],
  'api.compute.servers.test_create_server.ServersTestJSON': ['test_list_servers', 'test_verify_server_details'],
  'api.compute.servers.test_server_actions.ServerActionsTestJSON': ['test_reboot_server_hard'],
  'api.compute.servers.test_server_addresses.ServerAddressesTestJSON': ['test_list_server_addresses'],
  'api.identity.admin.v3.test_credentials.CredentialsTestJSON': ['test_credentials_create_get_update_delete'],
  'api.identity.admin.v3.test_domains.DomainsTestJSON': ['test_create_update_delete_domain'],
  'api.identity.admin.v3.test_endpoints.EndPointsTestJSON': ['test_update_endpoint'],
  'api.identity.admin.v3.test_policies.PoliciesTestJSON': ['test_create_update_delete_policy'],
  'api.identity.admin.v3.test_regions.RegionsTestJSON': ['test_create_region_with_specific_id'],
  'api.identity.admin.v3.test_roles.RolesV3TestJSON': ['test_role_create_update_show_list'],
  'api.identity.admin.v3.test_services.ServicesTestJSON': ['test_create_update_get_service'],
  'api.identity.v3.test_api_discovery.TestApiDiscovery': ['test_api_version_resources', 'test_api_version_statuses'],
  'api.identity.v3.test_domains.DefaultDomainTestJSON': ['test_default_domain_exists'],
  'api.image.v2.test_images.BasicOperationsImagesTest': [
    'test_delete_image',
    'test_register_upload_get_image_file',
    'test_update_image',
  ],
  'api.network.test_extensions.ExtensionsTestJSON': ['test_list_show_extensions'],
  'api.network.test_floating_ips.FloatingIPTestJSON': [
    'test_create_floating_ip_specifying_a_fixed_ip_address',
    'test_create_list_show_update_delete_floating_ip',
  ],
  'api.network.test_networks.NetworksTest': [
    'test_create_update_delete_network_subnet',
    'test_list_networks',
    'test_list_subnets',
    'test_show_network',
    'test_show_subnet',
  ],
  'api.network.test_ports.PortsTestJSON': [
    'test_create_port_in_allowed_allocation_pools',
    'test_create_update_delete_port',
    'test_list_ports',
  ],
  'api.network.test_routers.RoutersTest': [
    'test_add_multiple_router_interfaces',
    'test_create_show_list_update_delete_router',
  ],
  'api.volume.test_volumes_actions.VolumesActionsTest': ['test_attach_detach_volume_to_instance'],
  'api.volume.test_volumes_get.VolumesGetTest': ['test_volume_create_get_update_delete'],
  'api.volume.test_volumes_list.VolumesListTestJSON': ['test_volume_list'],
  'scenario.test_network_basic_ops.TestNetworkBasicOps': ['test_network_basic_ops'],
  'scenario.test_server_basic_ops.TestServerBasicOps': ['test_server_basic_ops'],
}

const SKIPPED = new Set(['test_create_update_delete_policy', 'test_register_upload_get_image_file'])

export interface TempestRun {
  readonly passed: number
  readonly skipped: number
  readonly seconds: number
  readonly end: string
  readonly log: string
}

/** The same tests for every tenant, with durations derived from its name. */
export function tempestRun(tenant: string): TempestRun {
  const names = Object.entries(TESTS).flatMap(([group, methods]) => methods.map((m) => `tempest.${group}.${m}`))
  const results = names.map((name, i) => {
    const skipped = SKIPPED.has(name.slice(name.lastIndexOf('.') + 1))
    const weight = name.includes('.scenario.') || name.includes('.servers.') ? 40 : 4
    const seconds = (Number.parseInt(sha256(`${tenant}/${name}`).slice(0, 4), 16) / 65536) * weight + 0.1
    return { name, worker: i % WORKERS, skipped, seconds: skipped ? 0 : seconds }
  })
  const busy = Array.from({ length: WORKERS }, (_, w) =>
    results.filter((r) => r.worker === w).reduce((sum, r) => sum + r.seconds, 0),
  )
  const skipped = results.filter((r) => r.skipped).length
  const seconds = Math.ceil(Math.max(...busy)) + 6
  const lines = results.map(
    (r) =>
      `{${r.worker}} ${r.name} [${r.seconds.toFixed(6)}s] ... ${r.skipped ? 'SKIPPED: feature is not enabled' : 'ok'}`,
  )
  const counted = (w: number) => results.filter((r) => r.worker === w).length
  const log = [
    ...lines,
    '',
    '======',
    'Totals',
    '======',
    `Ran: ${results.length} tests in ${Math.max(...busy).toFixed(4)} sec.`,
    ` - Passed: ${results.length - skipped}`,
    ` - Skipped: ${skipped}`,
    ' - Expected Fail: 0',
    ' - Unexpected Success: 0',
    ' - Failed: 0',
    `Sum of execute time for each test: ${busy.reduce((a, b) => a + b, 0).toFixed(4)} sec.`,
    '',
    '==============',
    'Worker Balance',
    '==============',
    ...busy.map(
      (s, w) =>
        ` - Worker ${w} (${counted(w)} tests) => 0:${String(Math.floor(s / 60)).padStart(2, '0')}:${(s % 60).toFixed(6).padStart(9, '0')}`,
    ),
    '',
  ].join('\n')
  return { passed: results.length - skipped, skipped, seconds, end: after(RUN_START, seconds), log }
}
