// SPDX-License-Identifier: Apache-2.0
import type { KindSpec } from '../../model/graph/kind.ts'
import { remoteArbiter } from './remote-arbiter.ts'

/** The RemoteArbiter of the specification: the same fields in a group that was never released. */
export const c5c3RemoteArbiter: KindSpec = { ...remoteArbiter, group: 'ceph.c5c3.io' }
