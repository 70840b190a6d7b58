// SPDX-License-Identifier: Apache-2.0
import * as Args from '@oclif/core/args'
import { FleetCommand } from '../../lib/cli/oclif/fleet-command.ts'

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
    const parsed = await this.parse(GitopsOwner)
    return this.answerFromFleet(parsed, () => import('../../lib/topics/gitops/owner.ts'))
  }
}
