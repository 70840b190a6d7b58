// SPDX-License-Identifier: Apache-2.0
import type { GetBackend } from '../backend.ts'
import { describeAccess } from './access.ts'
import { describeApplying } from './applying.ts'
import { describeDefining } from './defining.ts'
import { describeDiscovery } from './discovery.ts'
import { describeGranting } from './granting.ts'
import { describeLogs } from './logs.ts'
import { describeReading } from './reading.ts'
import { describeWatching } from './watching.ts'
import { describeWriting } from './writing.ts'

/** The contract: the behaviour of a Kubernetes API that this project relies on. */
export function describeContract(backend: GetBackend): void {
  describeDiscovery(backend)
  describeLogs(backend)
  describeReading(backend)
  describeWriting(backend)
  describeApplying(backend)
  describeAccess(backend)
  describeGranting(backend)
  describeDefining(backend)
  // Last, because it compacts the history.
  describeWatching(backend)
}
