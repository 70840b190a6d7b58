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
  title: 'A service refuses the release it is asked for',
  why: 'Upgrades go from one release to the next (2025.1, 2025.2, 2026.1). A release that skips one, an older one, or one that changes while an upgrade is under way is refused, and the service stays where it is.',
  fix: 'Set spec.openStackRelease of the ControlPlane (and any image override) to the next release after the installed one; while an upgrade runs, back to its target or to the installed release.',
  byHand: [
    'kubectl -n NAMESPACE get KIND NAME -o jsonpath="{.status.installedRelease} {.status.targetRelease}"',
    'kubectl -n NAMESPACE get controlplanes.c5c3.io -o jsonpath="{.items[*].spec.openStackRelease}"',
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
