// SPDX-License-Identifier: Apache-2.0
import type { Check } from '../model/check/check.ts'
import { agentMissing } from './hypervisors/agent-missing.ts'
import { agentNotReady } from './hypervisors/agent-not-ready.ts'
import { cellShort } from './hypervisors/cell-short.ts'
import { chassisLost } from './hypervisors/chassis-lost.ts'
import { chassisMissing } from './hypervisors/chassis-missing.ts'
import { drainHeld } from './hypervisors/drain-held.ts'
import { evictedNotEmpty } from './hypervisors/evicted-not-empty.ts'
import { evictionFailing } from './hypervisors/eviction-failing.ts'
import { evictionRefused } from './hypervisors/eviction-refused.ts'
import { labelsNotInjected } from './hypervisors/labels-not-injected.ts'
import { libvirtDown } from './hypervisors/libvirt-down.ts'
import { maintenanceForgotten } from './hypervisors/maintenance-forgotten.ts'
import { nodeWithoutHypervisor } from './hypervisors/node-without-hypervisor.ts'
import { novaOutOfSync } from './hypervisors/nova-out-of-sync.ts'
import { onboardingAborted } from './hypervisors/onboarding-aborted.ts'
import { onboardingStuck } from './hypervisors/onboarding-stuck.ts'
import { versionSkew } from './hypervisors/version-skew.ts'

export const HYPERVISORS_CHECKS: readonly Check[] = [
  agentMissing,
  agentNotReady,
  cellShort,
  chassisLost,
  chassisMissing,
  drainHeld,
  evictedNotEmpty,
  evictionFailing,
  evictionRefused,
  labelsNotInjected,
  libvirtDown,
  maintenanceForgotten,
  nodeWithoutHypervisor,
  novaOutOfSync,
  onboardingAborted,
  onboardingStuck,
  versionSkew,
]
