// SPDX-License-Identifier: Apache-2.0
import type { Check } from '../../model/check/check.ts'
import { conditionOf, conditionProof, fieldProof } from '../../model/check/evidence.ts'
import { kubectl } from '../../model/check/next-step.ts'

const PACKAGES: readonly string[] = ['Provider.pkg.crossplane.io', 'Function.pkg.crossplane.io']

export const packageUnhealthy: Check = {
  id: 'package-unhealthy',
  category: 'crossplane',
  severity: 'error',
  title: 'Crossplane Provider or Function is unhealthy',
  why: 'Without its provider, Crossplane cannot write to or observe any cluster; without a function, no Composition that uses it is rendered. Existing workloads keep running, but no change is applied, and statuses become outdated. Usually the package or its image cannot be pulled, or its Pod lacks permissions.',
  fix: 'Read the status of the package revision and of its Pod in the namespace of Crossplane; correct spec.package or the pull secret.',
  byHand: [
    'kubectl --context MANAGEMENT describe providers.pkg.crossplane.io NAME',
    'kubectl --context MANAGEMENT get providerrevisions.pkg.crossplane.io,functionrevisions.pkg.crossplane.io',
  ],
  modes: ['F110'],
  reasons: ['UnhealthyPackageRevision', 'UnpackingPackage', 'InactivePackageRevision', 'UnknownPackageRevisionHealth'],
  about: PACKAGES,
  *run(context) {
    for (const node of PACKAGES.flatMap((kind) => context.of(kind))) {
      if (context.own(node).state !== 'failed') continue
      const type = conditionOf(node, 'Installed')?.status === 'False' ? 'Installed' : 'Healthy'
      const { reason = '', message = '' } = conditionOf(node, type) ?? {}
      yield {
        mode: 'F110',
        subject: node,
        message: `not ${type.toLowerCase()}: ${message || reason}`,
        evidence: [
          conditionProof(node, type),
          fieldProof(node, 'spec.package'),
          fieldProof(node, 'status.currentRevision'),
        ],
        next: [
          kubectl(node, 'get', `${node.kind.toLowerCase()}revisions.pkg.crossplane.io`),
          kubectl(
            { cluster: node.cluster },
            'get',
            'pods',
            '-A',
            '-l',
            `pkg.crossplane.io/${node.kind.toLowerCase()}=${node.name}`,
          ),
        ],
      }
    }
  },
}
