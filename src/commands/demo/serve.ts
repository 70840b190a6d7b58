// SPDX-License-Identifier: Apache-2.0
import { once } from 'node:events'
import { basename } from 'node:path'
import * as Args from '@oclif/core/args'
import { outputFlag } from '../../lib/cli/flags/output-flags.ts'
import { BaseCommand } from '../../lib/cli/oclif/base-command.ts'
import { io } from '../../lib/io/io.ts'
import { EXIT } from '../../lib/model/report/errors.ts'
import { ERROR_FORMATS } from '../../lib/render/formats.ts'

export default class DemoServe extends BaseCommand {
  static override summary = 'Serve a demo scenario as real API endpoints for kubectl and k9s'
  static override examples = [
    '# Serve the healthy fleet until Ctrl-C\n<%= config.bin %> demo serve',
    '# Serve a scenario of your own\n<%= config.bin %> demo serve ./my-fleet',
  ]
  static override formats = ERROR_FORMATS
  static override baseFlags = { ...BaseCommand.baseFlags, output: outputFlag(ERROR_FORMATS) }
  static override args = {
    scenario: Args.string({ description: 'bundled scenario or fleet folder', default: 'healthy' }),
  }

  async run(): Promise<number> {
    const { args } = await this.parse(DemoServe)
    const { scenarioFolder } = await import('../../lib/cli/demo/demo-fleet.ts')
    const { writeDemoFiles } = await import('../../lib/cli/demo/demo-kubeconfig.ts')
    const { loadFleetFolder } = await import('../../lib/embedded/scenario/fleet-folder.ts')
    const { shiftFleet } = await import('../../lib/embedded/scenario/shift-times.ts')
    const { startFleet } = await import('../../lib/embedded/start.ts')
    const cliIo = io()
    const folder = await scenarioFolder(this.config.root, cliIo.cwd, args.scenario)
    const scenario = shiftFleet(await loadFleetFolder(folder), Date.now())
    const fleet = await startFleet(scenario, { controllers: true })
    const files = await writeDemoFiles(basename(folder), fleet.clusters)
    try {
      await cliIo.stdout.write(`export KUBECONFIG=${files.kubeconfig}\nexport C5C3_CONFIG=${files.config}\n`)
      await cliIo.stderr.write(
        `Serving ${fleet.clusters.length} clusters: ${fleet.clusters.map(({ key }) => key).join(', ')}\n`,
      )
      await cliIo.stderr.write(
        'Run the two export lines in another terminal, then: kubectl get nodes,openstackclusters -A\nPress Ctrl-C to stop.\n',
      )
      if (!cliIo.signal.aborted) await once(cliIo.signal, 'abort')
    } finally {
      await files.remove()
      await fleet.close()
    }
    return EXIT.ok
  }
}
