// SPDX-License-Identifier: Apache-2.0
import { type ObjectAt, type PlanStep, type Reason, stepId } from '../../model/plan/plan.ts'
import {
  type CephLandscape,
  type ObjectInCluster,
  type SecretPlace,
  type SecretReadings,
  secretKey,
} from '../ceph-secrets/landscape.ts'
import type { CephKeySource } from '../ceph-secrets/source.ts'
import type { CephTarget } from '../ceph-secrets/targets.ts'

/** Permissions that the user gives by flags. */
export interface SyncOptions {
  readonly adopt: boolean
  readonly forceCaps: boolean
  /** A Crossplane Object may show the value in the management cluster. */
  readonly allowObserved: boolean
  /** Proceed if it could not be read whether a controller manages the target. */
  readonly assumeUnmanaged: boolean
  /** clientId() of the clients named on the command line. */
  readonly named: ReadonlySet<string>
}

/** All inputs for planning one target. */
export interface SyncJob {
  readonly landscape: CephLandscape
  readonly target: CephTarget
  readonly client: ObjectInCluster
  readonly source: CephKeySource
  /** Keys that the Secret must hold. */
  readonly keys: readonly string[]
  readonly at: ObjectAt
  readonly about: string
  readonly secrets: SecretReadings
  readonly options: SyncOptions
}

export const secretAt = ({ cluster, namespace, name }: SecretPlace): ObjectAt => ({
  cluster,
  group: '',
  version: 'v1',
  kind: 'Secret',
  plural: 'secrets',
  namespace,
  name,
})

/** A refused step, with all reasons. */
export function refused(target: ObjectAt, about: string, reasons: readonly Reason[]): PlanStep {
  return {
    id: stepId(target),
    action: 'refused',
    target,
    about,
    manifest: {},
    stamps: {},
    values: [],
    changes: [],
    reasons,
    notes: [],
  }
}

/** Undefined if the Secret was not requested. */
export const readingOf = (secrets: SecretReadings, place: SecretPlace) => secrets.get(secretKey(place))
