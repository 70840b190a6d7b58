// SPDX-License-Identifier: Apache-2.0

import { CONTROL_PLANE, refusals, SERVICE_KINDS } from '../../kinds/openstack/conditions.ts'
import type { Check } from '../../model/check/check.ts'
import { conditionProof, fieldProof } from '../../model/check/evidence.ts'
import { kubectl } from '../../model/check/next-step.ts'
import { objectArgs } from '../../model/text/command.ts'

export const upgradeRefused: Check = {
  id: 'upgrade-refused',
  category: 'control-plane',
  severity: 'error',
  effect: 'degrades',
  title: 'Service refuses the requested release',
  why: 'Upgrades go from one release to the next (2025.1, 2025.2, 2026.1). A release that skips one, an older one, or a change during an upgrade is refused, and the service keeps its release.',
  fix: 'Set spec.openStackRelease of the ControlPlane (and any image override) to the release after the installed one; during an upgrade, to its target or back to the installed release.',
  byHand: [
    'kubectl --context CONTEXT -n NAMESPACE get KIND NAME -o jsonpath="{.status.installedRelease} {.status.targetRelease}"',
    'kubectl --context CONTEXT -n NAMESPACE get controlplanes.c5c3.io -o jsonpath="{.items[*].spec.openStackRelease}"',
  ],
  modes: ['F61'],
  about: SERVICE_KINDS,
  beside: [CONTROL_PLANE],
  reasons: [
    'UpgradePathInvalid',
    'UpgradeTargetChanged',
    'DowngradeNotSupported',
    'VersionParseError',
    'ImageReleaseMismatch',
  ],
  *run(context) {
    const reasons =
      /^(UpgradePathInvalid|UpgradeTargetChanged|DowngradeNotSupported|VersionParseError|ImageReleaseMismatch)$/
    for (const service of SERVICE_KINDS.flatMap((kind) => context.of(kind)))
      for (const condition of refusals(service, /^DatabaseReady$/, reasons)) {
        const owners = context.into(service, CONTROL_PLANE)
        yield {
          mode: 'F61',
          subject: service,
          standsAlone: true,
          message: condition.message || condition.reason,
          evidence: [
            conditionProof(service, condition.type),
            fieldProof(service, 'spec.image.tag'),
            fieldProof(service, 'status.installedRelease'),
            fieldProof(service, 'status.targetRelease'),
            ...owners.map((owner) => fieldProof(owner, 'spec.openStackRelease')),
          ].filter(({ value }) => value !== 'absent'),
          next: owners.map((owner) => kubectl(owner, 'edit', ...objectArgs('controlplanes.c5c3.io', owner.name))),
        }
      }
  },
}
