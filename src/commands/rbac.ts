// SPDX-License-Identifier: Apache-2.0
import * as Flags from '@oclif/core/flags'
import { checkNamespace } from '../lib/cli/flags/cluster-flags.ts'
import { outputFlag } from '../lib/cli/flags/output-flags.ts'
import { FleetCommand } from '../lib/cli/oclif/fleet-command.ts'
import { ROLES } from '../lib/model/landscape/role.ts'
import type { Format } from '../lib/render/formats.ts'

/** YAML is the default: the output is meant for kubectl apply. */
const FORMATS: readonly Format[] = ['yaml', 'table', 'wide', 'json', 'jsonl', 'name', 'jsonpath', 'custom-columns']

export default class Rbac extends FleetCommand {
  static override summary = 'Generate the RBAC roles commands need, or check what you are missing'
  static override description =
    'Prints Roles and ClusterRoles as YAML for kubectl apply: those of all read-only commands, or of the commands named with --for. With --check it asks each cluster what the current user may do and prints a table.'
  static override examples = [
    '# Apply the roles of a storage cluster\n<%= config.bin %> rbac --role storage | kubectl --context st-a apply -f -',
    '# Print what one command needs in one namespace\n<%= config.bin %> rbac --for "ceph-secrets sync" --role control-plane -n openstack',
    '# Include what --watch needs\n<%= config.bin %> rbac --for status --watch',
    '# Check what the current user is missing\n<%= config.bin %> rbac --check --demo forbidden-secrets',
  ]
  static override formats = FORMATS
  static override baseFlags = { ...FleetCommand.baseFlags, output: outputFlag(FORMATS) }
  static override flags = {
    for: Flags.string({
      summary: 'only for this command (repeatable)',
      helpValue: 'COMMAND',
      multiple: true,
    }),
    role: Flags.string({
      summary: 'only for this kind of cluster (repeatable)',
      helpValue: 'ROLE',
      options: [...ROLES],
      multiple: true,
    }),
    check: Flags.boolean({ summary: 'show which permissions the current user is missing, per cluster' }),
    watch: Flags.boolean({ summary: 'include the permissions that --watch needs' }),
    discovery: Flags.boolean({ summary: 'include the permissions that cluster discovery needs' }),
  }

  async run(): Promise<number> {
    const { flags } = await this.parse(Rbac)
    checkNamespace(flags)
    const { rbacSets } = await import('../lib/topics/rbac/select-roles.ts')
    const sets = rbacSets(flags.for ?? [], this.config.commandIDs, flags.watch)
    const input = { flags, sets, clusterRoles: ROLES.filter((role) => flags.role?.includes(role) ?? true) }
    if (!flags.check) return this.answer(input, () => import('../lib/topics/rbac/roles.ts'))
    const asTable = { ...input, flags: { ...flags, output: flags.output ?? 'table' } }
    return this.answerFromFleet(asTable, () => import('../lib/topics/rbac/check.ts'))
  }
}
