// SPDX-License-Identifier: Apache-2.0
// Nothing is wrong, but not everything can be seen.
import { healthy } from '../healthy.ts'
import { Incident } from '../incident.ts'

/** One storage cluster does not answer us; Crossplane still reaches it. */
export function poolUnreachable(): Incident {
  return new Incident(healthy()).rule('storage.st-pool-a', { unreachable: true })
}

/** Only the management cluster answers us. */
export function managementOnly(): Incident {
  const incident = new Incident(healthy())
  for (const cluster of incident.clusters) if (cluster !== 'management') incident.rule(cluster, { unreachable: true })
  return incident
}

/** We may read everything but Secrets. */
export function forbiddenSecrets(): Incident {
  const incident = new Incident(healthy())
  for (const cluster of incident.clusters) incident.rule(cluster, { forbidden: ['secrets'] })
  return incident
}
