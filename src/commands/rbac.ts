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
  static override summary = 'the roles that commands need in each kind of cluster, and what you lack'
  static override description =
    'Prints Roles and ClusterRoles as YAML for kubectl apply, of all commands that only read unless --for names some. With --check it asks each cluster what you may do, and prints a table.'
  static override examples = [
    '<%= config.bin %> rbac --role storage | kubectl --context st-a apply -f -',
    '<%= config.bin %> rbac --for "ceph-secrets sync" --role control-plane -n openstack',
    '<%= config.bin %> rbac --for status --watch',
    '<%= config.bin %> rbac --check --demo forbidden-secrets',
  ]
  static override formats = FORMATS
  static override baseFlags = { ...FleetCommand.baseFlags, output: outputFlag(FORMATS) }
  static override flags = {
    for: Flags.string({
      summary: 'only what this command needs; again for more',
      helpValue: 'COMMAND',
      multiple: true,
    }),
    role: Flags.string({
      summary: 'only this kind of cluster; again for more',
      helpValue: 'ROLE',
      options: [...ROLES],
      multiple: true,
    }),
    check: Flags.boolean({ summary: 'show what the current user lacks, per cluster' }),
    watch: Flags.boolean({ summary: 'also what -w needs, of commands that take it' }),
    discovery: Flags.boolean({ summary: 'also what finds clusters that no profile names' }),
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
