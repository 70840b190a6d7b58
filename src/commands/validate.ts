// SPDX-License-Identifier: Apache-2.0
import * as Flags from '@oclif/core/flags'
import { outputFlag } from '../lib/cli/flags/output-flags.ts'
import { FleetCommand } from '../lib/cli/oclif/fleet-command.ts'
import { FINDING_SEVERITIES } from '../lib/model/check/check.ts'
import { MANIFEST_FORMATS } from '../lib/render/formats.ts'

export default class Validate extends FleetCommand {
  static override summary = 'Validate claim and pool manifests before merging'
  static override description =
    'Validates files against the schemas and objects of the management cluster or, with --offline, against the bundled schemas only. Pools are first looked up among the files. Other objects are validated against their CRD, taken from the files or the management cluster. CEL rules are left to the API server.'
  static override examples = [
    '# Validate one file\n<%= config.bin %> validate -f claim.yaml',
    '# Validate a repository without a cluster, with GitHub annotations\n<%= config.bin %> validate -f ./c5c3-gitops --offline -o github',
    '# Validate the output of kustomize\nkubectl kustomize tenants/customer-a | <%= config.bin %> validate -f -',
  ]
  static override formats = MANIFEST_FORMATS
  static override baseFlags = { ...FleetCommand.baseFlags, output: outputFlag(MANIFEST_FORMATS) }
  static override flags = {
    filename: Flags.string({
      char: 'f',
      summary: 'file, directory or - for stdin (repeatable)',
      helpValue: 'FILE|FOLDER|-',
      multiple: true,
      required: true,
    }),
    offline: Flags.boolean({ summary: 'do not contact any cluster' }),
    'fail-on': Flags.option({
      options: FINDING_SEVERITIES,
      default: 'warning',
      summary: 'exit 1 for findings of this severity or higher',
    })(),
  }

  async run(): Promise<number> {
    const parsed = await this.parse(Validate)
    const { readManifestFiles } = await import('../lib/topics/validate/files.ts')
    const input = { ...parsed, files: await readManifestFiles(parsed.flags.filename) }
    if (parsed.flags.offline) return this.answer(input, () => import('../lib/topics/validate/offline.ts'))
    return this.answerFromFleet(input, () => import('../lib/topics/validate/clusters.ts'))
  }
}
