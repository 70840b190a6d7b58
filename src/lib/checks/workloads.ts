// SPDX-License-Identifier: Apache-2.0
import type { Check } from '../model/check/check.ts'
import { containerCrashing } from './workloads/container-crashing.ts'
import { containerNotCreated } from './workloads/container-not-created.ts'
import { imagePullFailing } from './workloads/image-pull-failing.ts'
import { namespaceTerminating } from './workloads/namespace-terminating.ts'
import { podEvicted } from './workloads/pod-evicted.ts'
import { podNotReady } from './workloads/pod-not-ready.ts'
import { podRefused } from './workloads/pod-refused.ts'
import { podUnschedulable } from './workloads/pod-unschedulable.ts'
import { volumeNotBound } from './workloads/volume-not-bound.ts'

export const WORKLOADS_CHECKS: readonly Check[] = [
  containerCrashing,
  containerNotCreated,
  imagePullFailing,
  namespaceTerminating,
  podEvicted,
  podNotReady,
  podRefused,
  podUnschedulable,
  volumeNotBound,
]
