// SPDX-License-Identifier: Apache-2.0
import * as Args from '@oclif/core/args'
import { FleetCommand } from '../../lib/cli/fleet-command.ts'

export default class GitopsOwner extends FleetCommand {
  static override summary = 'which folder of which repository an object comes from'
  static override examples = [
    '<%= config.bin %> gitops owner OpenStackCluster/customer-a-prod',
    '<%= config.bin %> gitops owner Deployment/c5c3-system/c5c3-operator@eu-de-1',
  ]
  static override args = {
    object: Args.string({ description: 'KIND/NAME or KIND/NAMESPACE/NAME, with @CLUSTER if you like', required: true }),
  }

  async run(): Promise<number> {
    const { args, flags } = await this.parse(GitopsOwner)
    return this.withFleet(flags, async ({ fleet, signal, progress, now }) => {
      const { findOwner } = await import('../../lib/cli/gitops-owner.ts')
      const { ownerForms } = await import('../../lib/reports/gitops-owner-view.ts')
      const namespace = flags.namespace ? { namespace: flags.namespace } : {}
      const options = { now, acceptCached: false, signal, scope: {}, ...namespace }
      const work = findOwner(fleet, args.object, options, flags['allow-incomplete'])
      return this.finish(await progress.during('all clusters', work), ownerForms, flags)
    })
  }
}
