// SPDX-License-Identifier: Apache-2.0

import { normaliseControlPlane } from '../../kinds/c5c3-operator/spec.ts'
import { CONTROL_PLANE, SERVICE_KINDS } from '../../kinds/openstack/conditions.ts'
import { serviceKind } from '../../kinds/openstack/service.ts'
import { isStatusCurrent } from '../../model/check/age.ts'
import type { Check } from '../../model/check/check.ts'
import { fieldProof } from '../../model/check/evidence.ts'
import { kubectl } from '../../model/check/next-step.ts'
import { kindName } from '../../model/graph/kind.ts'
import { textAt } from '../../model/object/fields.ts'
import { objectArgs } from '../../model/text/command.ts'

export const imagePinsRelease: Check = {
  id: 'image-pins-release',
  category: 'control-plane',
  severity: 'warning',
  title: 'Image override pins a service to another release',
  why: 'The ControlPlane requests one release, but the image override of the service belongs to another. The override silently wins: the ControlPlane reports the requested release, and the service runs the other one.',
  fix: 'Remove the image override from the ControlPlane, so that the service follows spec.openStackRelease. The service then upgrades.',
  byHand: [
    'kubectl --context CONTEXT -n NAMESPACE get controlplanes.c5c3.io NAME -o yaml   # spec.openStackRelease, spec.services.*.image',
    'kubectl --context CONTEXT -n NAMESPACE get KIND NAME -o jsonpath="{.status.installedRelease}"',
  ],
  modes: ['F62'],
  about: [CONTROL_PLANE],
  beside: SERVICE_KINDS,
  *run(context) {
    for (const node of context.of(CONTROL_PLANE)) {
      if (!node.object || !isStatusCurrent(node)) continue
      const { release, services } = normaliseControlPlane(node.object)
      for (const { name, path } of services) {
        const tag = textAt(node.object, `${path}.image.tag`)
        const [desired, pinned] = [releaseIn(release), releaseIn(tag)]
        if (!desired || !pinned || desired === pinned) continue
        const children = context
          .out(node, kindName(serviceKind(name)))
          .filter((child) => hasInstalled(child.object, pinned))
        for (const child of children)
          yield {
            mode: 'F62',
            subject: node,
            standsAlone: true,
            message: `image pins ${name} to ${pinned}, requested is ${desired}`,
            evidence: [
              fieldProof(node, `${path}.image.tag`),
              fieldProof(node, 'spec.openStackRelease'),
              fieldProof(child, 'status.installedRelease'),
              fieldProof(child, 'spec.image.tag'),
            ],
            next: [kubectl(node, 'edit', ...objectArgs('controlplanes.c5c3.io', node.name))],
          }
      }
    }
  },
}

/** 2025.2 of 2025.2-p1; undefined for a digest or any other tag. */
const releaseIn = (text: string | undefined) => /^\d{4}\.\d(?=$|[-+._])/.exec(text ?? '')?.[0]

const hasInstalled = (child: unknown, release: string) =>
  releaseIn(textAt(child, 'status.installedRelease')) === release &&
  !textAt(child, 'status.upgradePhase') &&
  !textAt(child, 'status.targetRelease')
