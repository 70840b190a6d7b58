// SPDX-License-Identifier: Apache-2.0
import { resolve } from 'node:path'
import { placesOf } from '../../cluster/kubeconfig/load.ts'
import type { Candidate } from '../../fleet/candidate.ts'
import type { Io } from '../../io/io.ts'

/** Marks a cluster of the user's own kubeconfig: only its context may be printed for the user's kubectl. */
export function withOwnContext(candidate: Candidate, explicit: string | undefined, { env, home }: Io): Candidate {
  const { config } = candidate
  if (!config) return candidate
  const usual = placesOf({ env, home })
  const isUsual = explicit === undefined || (usual.length === 1 && usual[0] === resolve(explicit))
  const own = { context: config.context, ...(isUsual ? {} : { kubeconfig: config.source }) }
  return { ...candidate, config: Object.freeze({ ...config, own }) }
}
