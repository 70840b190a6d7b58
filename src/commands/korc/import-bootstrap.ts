// SPDX-License-Identifier: Apache-2.0
import * as Args from '@oclif/core/args'
import * as Flags from '@oclif/core/flags'
import { outputFlag } from '../../lib/cli/flags/output-flags.ts'
import { WriteCommand } from '../../lib/cli/oclif/write-command.ts'
import { LIST_FORMATS } from '../../lib/render/formats.ts'

export default class KorcImportBootstrap extends WriteCommand {
  static override summary =
    "import what Keystone's bootstrap made into K-ORC, unmanaged: domain, projects, roles, admin, identity"
  static override description =
    '--from FILE is a list in YAML or JSON, each entry with kind and name: Domain, Project and User (with domain, unless it is Default), Role, Service (perhaps with type), Endpoint (its name is public, internal or admin; with service, unless it is keystone), Region.'
  static override examples = [
    '<%= config.bin %> korc import-bootstrap customer-a-prod-x7k2p --dry-run=server',
    '<%= config.bin %> korc import-bootstrap customer-a-prod-x7k2p --yes -o name',
  ]
  static override formats = LIST_FORMATS
  static override args = {
    controlplane: Args.string({
      description: 'ControlPlane: NAME, NAMESPACE/NAME, NAME@CLUSTER; may be left out when there is one',
    }),
  }
  static override baseFlags = { ...WriteCommand.baseFlags, output: outputFlag(LIST_FORMATS) }
  static override flags = {
    'name-prefix': Flags.string({ summary: 'how names of imports begin', default: 'bootstrap', helpValue: 'PREFIX' }),
    from: Flags.string({
      summary: 'list of what to import instead of the usual',
      helpValue: 'FILE',
    }),
    cloud: Flags.string({
      summary: "name of the cloud in clouds.yaml, instead of the control plane's",
      helpValue: 'NAME',
    }),
    'cloud-secret': Flags.string({
      summary: "Secret with clouds.yaml, instead of the control plane's",
      helpValue: 'NAME',
    }),
  }

  async run(): Promise<number> {
    const { args, flags } = await this.parse(KorcImportBootstrap)
    const { korcImportPlanner } = await import('../../lib/topics/korc/import-planner.ts')
    const { readWanted } = await import('../../lib/topics/korc/import-list-file.ts')
    const inputs = {
      ...(args.controlplane ? { controlPlane: args.controlplane } : {}),
      prefix: flags['name-prefix'],
      ...(flags.cloud ? { cloud: flags.cloud } : {}),
      ...(flags['cloud-secret'] ? { cloudSecret: flags['cloud-secret'] } : {}),
      ...(flags.from ? { wanted: await readWanted(flags.from) } : {}),
    }
    return this.write(flags, korcImportPlanner(inputs), inputs)
  }
}
