// SPDX-License-Identifier: Apache-2.0
import type { Check } from '../model/check/check.ts'
import { accessExpiring } from './clusters/access-expiring.ts'
import { clusterHibernated } from './clusters/cluster-hibernated.ts'
import { dnsDown } from './clusters/dns-down.ts'
import { nodeNotReady } from './clusters/node-not-ready.ts'
import { nodeUnderPressure } from './clusters/node-under-pressure.ts'
import { nodesMissing } from './clusters/nodes-missing.ts'
import { shootNotCreated } from './clusters/shoot-not-created.ts'

export const CLUSTERS_CHECKS: readonly Check[] = [
  accessExpiring,
  clusterHibernated,
  dnsDown,
  nodeNotReady,
  nodeUnderPressure,
  nodesMissing,
  shootNotCreated,
]
