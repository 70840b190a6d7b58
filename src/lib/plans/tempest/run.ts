// SPDX-License-Identifier: Apache-2.0
import { FIELD_MANAGER } from '../../model/object/field-manager.ts'
import {
  type JobStart,
  type ObjectAt,
  objectName,
  type PlanStep,
  type Reason,
  stepId,
  type TestChoice,
} from '../../model/plan/plan.ts'
import { RUN_LABEL } from '../../model/tempest/run-label.ts'

/** All inputs for planning a run. */
export interface RunFacts {
  readonly cluster: string
  readonly namespace: string
  /** The Tempest object, or the CronJob. */
  readonly suite: string
  /** The object that contains the Job template. */
  readonly template: ObjectAt
  readonly uid: string
  readonly path: string
  readonly fingerprint: string
  /** Unique for each run. */
  readonly run: string
  readonly parallel: boolean
  readonly tests?: TestChoice
  /** Reasons not to start it. */
  readonly reasons: readonly Reason[]
  /** The Job of this run, if it exists already. */
  readonly made?: string
  readonly notes: readonly string[]
}

export function planTempestRun(facts: RunFacts): PlanStep {
  const { cluster, namespace, suite, template, uid, path, fingerprint, run, parallel, tests, made, reasons } = facts
  const prefix = `${template.name}-run-`.slice(-MAX_PREFIX_LENGTH).replace(/^[-.]+/, '')
  // Like generateName, but stable across retries.
  const name = made ?? `${prefix}${run.slice(0, 5)}`
  const target: ObjectAt = { cluster, group: 'batch', version: 'v1', kind: 'Job', plural: 'jobs', namespace, name }
  const { group, version, kind } = template
  const starts: JobStart = {
    template,
    uid,
    path,
    fingerprint,
    run,
    parallel,
    ...(tests ? { tests } : {}),
  }
  const action = made ? 'none' : reasons.length > 0 ? 'refused' : 'create'
  return {
    id: stepId(target),
    action,
    target,
    about: `a run of Tempest ${suite}`,
    manifest: {
      metadata: {
        generateName: prefix,
        labels: {
          'app.kubernetes.io/name': 'tempest',
          'app.kubernetes.io/managed-by': FIELD_MANAGER,
          [RUN_LABEL]: run,
        },
        annotations: { 'cronjob.kubernetes.io/instantiate': 'manual' },
        ownerReferences: [
          {
            apiVersion: group === '' ? version : `${group}/${version}`,
            kind,
            name: template.name,
            uid,
            controller: true,
          },
        ],
      },
    },
    stamps: { 'c5c3.io/started-at': 'time', 'c5c3.io/started-by': 'user' },
    values: [],
    changes:
      action === 'create'
        ? [
            { path: 'spec', to: `${path} of ${objectName(template)} (hmac:${fingerprint.slice(0, 8)})` },
            ...(tests ? [{ path: pathOf(tests), to: tests.regex ?? 'the smoke tests' }] : []),
          ]
        : [],
    reasons: action === 'refused' ? reasons : [],
    notes: facts.notes,
    acknowledged: 'started',
    starts,
  }
}

const pathOf = ({ by, container }: TestChoice) =>
  by === 'arguments'
    ? `tests (arguments of container ${container})`
    : `tests (${by.variable} of container ${container})`

/** A Job's name is also a label value of its Pods (63 characters); five are for the suffix. */
const MAX_PREFIX_LENGTH = 63 - 5
