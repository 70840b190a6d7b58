// SPDX-License-Identifier: Apache-2.0
import * as Flags from '@oclif/core/flags'
import { outputFlag } from '../lib/cli/flags/output-flags.ts'
import { FleetCommand } from '../lib/cli/oclif/fleet-command.ts'
import { FINDING_SEVERITIES } from '../lib/model/check/check.ts'
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
    const parsed = await this.parse(Validate)
    const { readManifestFiles } = await import('../lib/topics/validate/files.ts')
    const input = { ...parsed, files: await readManifestFiles(parsed.flags.filename) }
    if (parsed.flags.offline) return this.answer(input, () => import('../lib/topics/validate/offline.ts'))
    return this.answerFromFleet(input, () => import('../lib/topics/validate/clusters.ts'))
  }
}
