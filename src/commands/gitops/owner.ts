// SPDX-License-Identifier: Apache-2.0
import * as Args from '@oclif/core/args'
import { FleetCommand } from '../../lib/cli/oclif/fleet-command.ts'

export default class GitopsOwner extends FleetCommand {
  static override summary = 'Show which Git repository and path an object comes from'
  static override examples = [
    '# Find the source of a claim\n<%= config.bin %> gitops owner OpenStackCluster/customer-a-prod',
    '# Find the source of an object in one cluster\n<%= config.bin %> gitops owner Deployment/c5c3-system/c5c3-operator@eu-de-1',
  ]
  static override args = {
    object: Args.string({ description: 'KIND/NAME[@CLUSTER] or KIND/NAMESPACE/NAME[@CLUSTER]', required: true }),
  }

  async run(): Promise<number> {
    const parsed = await this.parse(GitopsOwner)
    return this.answerFromFleet(parsed, () => import('../../lib/topics/gitops/owner.ts'))
  }
}
