// SPDX-License-Identifier: Apache-2.0

import { SERVICE_KINDS } from '../../kinds/openstack/conditions.ts'
import type { Check } from '../../model/check/check.ts'
import { missingEvidence } from '../../model/check/evidence.ts'
import { getYaml } from '../../model/check/next-step.ts'
import { DEPENDABLE_KINDS, declaredDependencies } from '../shared/service-dependencies.ts'

export const dependencyMissing: Check = {
  id: 'dependency-missing',
  category: 'control-plane',
  severity: 'error',
  title: 'Service depends on an object that does not exist',
  why: 'Every object in spec.dependsOn has to exist and be ready before the service starts. If one does not exist, the service is blocked indefinitely.',
  fix: 'Correct the kind or the name in spec.dependsOn, or create the missing object (enable the service in the ControlPlane).',
  byHand: ['kubectl --context CONTEXT -n NAMESPACE get KIND NAME -o yaml   # spec.dependsOn'],
  modes: ['F57'],
  about: SERVICE_KINDS,
  beside: DEPENDABLE_KINDS,
  clusters: ['control-plane', 'hypervisor'],
  *run(context) {
    const waits = SERVICE_KINDS.flatMap((kind) => context.of(kind)).flatMap((service) =>
      declaredDependencies(context, service)
        .filter(({ to }) => to.source === 'missing' && context.own(to).state === 'failed')
        .map((dependency) => ({ service, ...dependency })),
    )
    for (const group of Map.groupBy(waits, ({ to }) => to.id).values()) {
      const [first] = group
      if (!first) continue
      yield {
        mode: 'F57',
        subject: first.to,
        message: `${first.service.kind} ${first.service.name} is blocked by ${first.to.kind} ${first.to.name}, which does not exist`,
        evidence: [
          missingEvidence(first.to),
          ...group.map(({ service, path, to }) => ({ on: service, path, value: `${to.kind} ${to.name}` })),
        ],
        next: [getYaml(first.service)],
        affects: group.map(({ service }) => service),
      }
    }
  },
}
