// SPDX-License-Identifier: Apache-2.0
// Healthy fleets of which not everything is readable.
import { healthy } from '../healthy.ts'
import { Incident } from '../incident.ts'

/** One storage cluster is unreachable for us; Crossplane still reaches it. */
export function poolUnreachable(): Incident {
  return new Incident(healthy()).rule('storage.st-pool-a', { unreachable: true })
}

/** Only the management cluster is reachable. */
export function managementOnly(): Incident {
  const incident = new Incident(healthy())
  for (const cluster of incident.clusters) if (cluster !== 'management') incident.rule(cluster, { unreachable: true })
  return incident
}

/** Everything except for Secrets is readable. */
export function forbiddenSecrets(): Incident {
  const incident = new Incident(healthy())
  for (const cluster of incident.clusters) incident.rule(cluster, { forbidden: ['secrets'] })
  return incident
}
