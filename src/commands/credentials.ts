// SPDX-License-Identifier: Apache-2.0
import * as Args from '@oclif/core/args'
import { CLIError } from '@oclif/core/errors'
import * as Flags from '@oclif/core/flags'
import { FleetCommand } from '../lib/cli/fleet-command.ts'
import { outputFlag } from '../lib/cli/output.ts'
import { readFlags } from '../lib/cli/read-flags.ts'
import { C5c3Error } from '../lib/model/errors.ts'
import { safeLine } from '../lib/model/safe.ts'
import { parseDuration } from '../lib/model/time.ts'
import { type Format, LIST_FORMATS } from '../lib/render/formats.ts'

const FORMATS: readonly Format[] = [...LIST_FORMATS, 'dot', 'mermaid']

const ahead = Flags.custom<number>({
  parse: async (text) => {
    const ms = parseDuration(text)
    if (ms === undefined || ms <= 0) throw new CLIError(`"${safeLine(text)}" is no duration, write 14d or 36h`)
    return ms
  },
})

export default class Credentials extends FleetCommand {
  static override summary =
    'the way of each credential from K-ORC over OpenBao to its user, with the hop where it breaks'
  static override description =
    'Values are compared by fingerprints that mean nothing outside of one run; none is shown.'
  static override examples = [
    '<%= config.bin %> credentials',
    '<%= config.bin %> credentials glance-app-credential',
    '<%= config.bin %> credentials --expiring 14d',
  ]
  static override formats = FORMATS
  static override baseFlags = { ...FleetCommand.baseFlags, output: outputFlag(FORMATS) }
  static override args = { name: Args.string({ description: 'one chain, by the name of any of its hops' }) }
  static override flags = {
    ...readFlags,
    expiring: ahead({
      helpValue: 'DURATION',
      summary: 'what ends within this time instead: application credentials, certificates, kubeconfigs',
    }),
  }

  async run(): Promise<number> {
    const { args, flags } = await this.parse(Credentials)
    const { credentialKinds } = await import('../lib/cli/credential-kinds.ts')
    const { withTenants } = await import('../lib/cli/tenant-kinds.ts')
    const kinds = withTenants(credentialKinds(flags.expiring !== undefined), flags)
    const allowIncomplete = flags['allow-incomplete']
    const format = await this.formatOf(flags)
    const { expiring: within } = flags
    if (within !== undefined) {
      refuseBoth(args.name, format)
      const report = await import('../lib/reports/credential-ends.ts')
      const {
        expiringNames: names,
        expiringRows: rows,
        expiringView: view,
      } = await import('../lib/reports/credential-ends-view.ts')
      const show = { view, names, rows }
      return this.withObservation(
        flags,
        async (seen) => this.finish(report.expiringReport({ ...seen, within, allowIncomplete }), show, flags),
        [],
        kinds,
      )
    }
    return this.withObservation(
      flags,
      async (seen) => {
        const { inspect } = await import('../lib/cli/inspect.ts')
        const { CREDENTIAL_CHECKS } = await import('../lib/cli/credential-kinds.ts')
        const { credentialsReport } = await import('../lib/reports/credentials.ts')
        const view = await import('../lib/reports/credentials-view.ts')
        const { credentialsDiagram: diagram } = await import('../lib/reports/credentials-diagram.ts')
        const { causes } = inspect(seen, CREDENTIAL_CHECKS)
        const name = args.name === undefined ? {} : { name: args.name }
        const report = credentialsReport({ ...seen, causes, allowIncomplete, ...name })
        const { credentialsNames: names, credentialsRows: rows, credentialsView } = view
        const how = { all: format === 'wide', isOne: args.name !== undefined }
        return this.finish(report, { view: (one) => credentialsView(one, how), names, rows, diagram }, flags)
      },
      [],
      kinds,
    )
  }
}

/** What ends is a list of its own, and nothing to draw. */
function refuseBoth(name: string | undefined, format: Format): void {
  if (name !== undefined)
    throw new C5c3Error(
      'USAGE',
      'usage',
      `"${safeLine(name)}" names one credential and --expiring asks for all: leave one out`,
    )
  if (format === 'dot' || format === 'mermaid')
    throw new C5c3Error('USAGE', 'usage', `--expiring is a list, -o ${format} draws chains: leave one out`)
}
