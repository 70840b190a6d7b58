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

/** What a person allows. */
export interface SyncOptions {
  readonly adopt: boolean
  readonly forceCaps: boolean
  /** A Crossplane Object may show the value in the management cluster. */
  readonly allowObserved: boolean
  /** Who keeps the target could not be read, and nobody does. */
  readonly assumeUnmanaged: boolean
  /** clientId of those that were named on the command line. */
  readonly named: ReadonlySet<string>
}

/** Everything one target needs to be planned. */
export interface SyncJob {
  readonly landscape: CephLandscape
  readonly target: CephTarget
  readonly client: ObjectInCluster
  readonly source: CephKeySource
  /** Keys the Secret must hold. */
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

/** A step that is not done, with all its reasons. */
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

/** What is known of a Secret; undefined when nobody asked. */
export const readingOf = (secrets: SecretReadings, place: SecretPlace) => secrets.get(secretKey(place))
