// SPDX-License-Identifier: Apache-2.0
import * as Flags from '@oclif/core/flags'
import { FleetCommand } from '../lib/cli/fleet-command.ts'
import { io } from '../lib/cli/io.ts'
import { outputFlag } from '../lib/cli/output.ts'
import { FINDING_SEVERITIES, type FindingSeverity } from '../lib/model/check.ts'
import { MANIFEST_FORMATS } from '../lib/render/formats.ts'

export default class Validate extends FleetCommand {
  static override summary =
    'claims and pools before they are merged: schema, pools, regions, Composition, layout of the repository'
  static override description =
    'Holds files against what the management cluster serves and has, or with --offline against the specification alone. Pools are looked for among the files first. Other objects are held against their CRD, from the files or the management cluster; rules in CEL are left to the API server.'
  static override examples = [
    '<%= config.bin %> validate -f claim.yaml',
    '<%= config.bin %> validate -f ./c5c3-gitops --offline -o github',
    'kubectl kustomize tenants/customer-a | <%= config.bin %> validate -f -',
  ]
  static override formats = MANIFEST_FORMATS
  static override baseFlags = { ...FleetCommand.baseFlags, output: outputFlag(MANIFEST_FORMATS) }
  static override flags = {
    filename: Flags.string({
      char: 'f',
      summary: 'a file, a folder, or - for stdin; may be given often',
      helpValue: 'FILE|FOLDER|-',
      multiple: true,
      required: true,
    }),
    offline: Flags.boolean({ summary: 'ask no cluster: the schema of the specification, the pools of the files' }),
    'fail-on': Flags.option({
      options: FINDING_SEVERITIES,
      default: 'warning',
      summary: 'exit 1 for findings of this severity or worse',
    })(),
  }

  async run(): Promise<number> {
    const { flags } = await this.parse(Validate)
    const { readManifestFiles } = await import('../lib/cli/manifest-files.ts')
    const { OFFLINE, readBeside, validateFiles } = await import('../lib/cli/validate.ts')
    const { validateForms } = await import('../lib/reports/validate.ts')
    const read = await readManifestFiles(flags.filename)
    const options = {
      failOn: flags['fail-on'] as FindingSeverity,
      offline: flags.offline ?? false,
      allowIncomplete: flags['allow-incomplete'],
    }
    if (options.offline) return this.finish(validateFiles(read, OFFLINE, options), validateForms(io().now()), flags)
    return this.withFleet(flags, async (landscape) => {
      const report = validateFiles(read, await readBeside(landscape, read), options)
      return this.finish(report, validateForms(landscape.now), flags)
    })
  }
}
