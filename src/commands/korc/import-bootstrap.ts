// SPDX-License-Identifier: Apache-2.0
import * as Args from '@oclif/core/args'
import * as Flags from '@oclif/core/flags'
import { outputFlag } from '../../lib/cli/flags/output-flags.ts'
import { WriteCommand } from '../../lib/cli/oclif/write-command.ts'
import { LIST_FORMATS } from '../../lib/render/formats.ts'

export default class KorcImportBootstrap extends WriteCommand {
  static override summary = 'Import the resources that the Keystone bootstrap created (unmanaged)'
  static override description =
    '--from FILE is a YAML or JSON list of entries with kind and name. Kinds: Domain; Project and User (with domain, default: Default); Role; Service (optionally with type); Endpoint (named public, internal or admin; with service, default: keystone); Region.'
  static override examples = [
    '# Show what would be imported, and let the API servers validate it\n<%= config.bin %> korc import-bootstrap customer-a-prod-x7k2p --dry-run=server',
    '# Import without a prompt and print the names of the objects\n<%= config.bin %> korc import-bootstrap customer-a-prod-x7k2p --yes -o name',
  ]
  static override formats = LIST_FORMATS
  static override args = {
    controlplane: Args.string({
      description: 'ControlPlane: NAME, NAMESPACE/NAME or NAME@CLUSTER (default: the only one)',
    }),
  }
  static override baseFlags = { ...WriteCommand.baseFlags, output: outputFlag(LIST_FORMATS) }
  static override flags = {
    'name-prefix': Flags.string({
      summary: 'name prefix of the created imports',
      default: 'bootstrap',
      helpValue: 'PREFIX',
    }),
    from: Flags.string({
      summary: 'file that lists the resources to import',
      helpValue: 'FILE',
    }),
    cloud: Flags.string({
      summary: "cloud name in clouds.yaml (default: the control plane's)",
      helpValue: 'NAME',
    }),
    'cloud-secret': Flags.string({
      summary: "Secret with clouds.yaml (default: the control plane's)",
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
