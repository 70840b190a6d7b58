// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest'
import type { KubeObject } from '../../../../src/lib/model/object/resource.ts'
import { changesOf } from '../../../../src/lib/reports/changes/object-changes.ts'

const T1 = '2026-11-16T11:00:00Z'
const T2 = '2026-11-16T11:30:00Z'

const object = (
  apiVersion: string,
  kind: string,
  status: object,
  metadata: object = {},
  spec: object = {},
): KubeObject => ({
  apiVersion,
  kind,
  metadata: { name: 'x', ...metadata },
  spec,
  status,
})

const changeLines = (given: KubeObject) => changesOf(given).map(({ type, time, says }) => `${type} ${time} ${says}`)

describe('changes recorded in an object', () => {
  it('conditions, with messages only if they are not as expected', () => {
    const conditions = [
      { type: 'Ready', status: 'False', reason: 'Broken', message: 'two\n  lines', lastTransitionTime: T2 },
      { type: 'Synced', status: 'True', reason: 'Done', message: 'all is well', lastTransitionTime: T1 },
      { type: 'Odd', status: 'True', lastTransitionTime: 'yesterday' },
      { type: 'Odder', status: 'True', lastTransitionTime: 7 },
    ]
    expect(changeLines(object('c5c3.io/v1', 'ControlPlane', { conditions }))).toEqual([
      `condition ${T2} Ready False (Broken: two lines)`,
      `condition ${T1} Synced True (Done)`,
    ])
  })

  it('creation, update and deletion; the first update is part of the creation', () => {
    expect(
      changeLines(object('v1', 'X', {}, { creationTimestamp: T1, changed: T2, generation: 4, deletionTimestamp: T2 })),
    ).toEqual([`created ${T1} created`, `spec ${T2} generation 4`, `deleting ${T2} deletion requested`])
    expect(changeLines(object('v1', 'X', {}, { creationTimestamp: T1, changed: T1, generation: 2 }))).toEqual([
      `created ${T1} created`,
    ])
    expect(changeLines(object('v1', 'X', {}, { changed: T2, generation: 1 }))).toEqual([])
  })

  it('a reconciliation of Flux that changed nothing is no change, its failure is', () => {
    const ready = (status: string) => ({
      conditions: [{ type: 'Ready', status, reason: 'R', message: 'm', lastTransitionTime: T1 }],
    })
    const flux = 'kustomize.toolkit.fluxcd.io/v1'
    expect(changeLines(object(flux, 'Kustomization', ready('True')))).toEqual([])
    expect(changeLines(object(flux, 'Kustomization', ready('False')))).toEqual([`condition ${T1} Ready False (R: m)`])
    expect(changeLines(object('c5c3.io/v1alpha1', 'ControlPlane', ready('True')))).toEqual([
      `condition ${T1} Ready True (R)`,
    ])
  })

  it('revisions that Flux fetched, applied and installed', () => {
    const revision = 'main@sha1:66133af49f7516a17d9a66e001fe98cdc863640d'
    expect(
      changeLines(
        object('source.toolkit.fluxcd.io/v1', 'GitRepository', { artifact: { revision, lastUpdateTime: T1 } }),
      ),
    ).toEqual([`revision ${T1} fetched main@sha1:66133af4`])
    expect(
      changeLines(
        object('kustomize.toolkit.fluxcd.io/v1', 'Kustomization', {
          lastAppliedRevision: revision,
          history: [{ firstReconciled: T2, lastReconciled: T2 }],
        }),
      ),
    ).toEqual([`revision ${T2} applied main@sha1:66133af4`])
    expect(
      changeLines(
        object('helm.toolkit.fluxcd.io/v2', 'HelmRelease', { history: [{ chartVersion: '1.2.3', lastDeployed: T1 }] }),
      ),
    ).toEqual([`revision ${T1} installed chart 1.2.3`])
    expect(
      changeLines(object('example.com/v1', 'Kustomization', { lastAppliedRevision: revision, history: [] })),
    ).toEqual([])
  })

  it('a completed rollout and its images', () => {
    const spec = { template: { spec: { containers: [{ image: 'web:2' }] } } }
    const status = (reason: string) => ({ conditions: [{ type: 'Progressing', reason, lastUpdateTime: T2 }] })
    expect(changeLines(object('apps/v1', 'Deployment', status('NewReplicaSetAvailable'), {}, spec))).toEqual([
      `rollout ${T2} rolled out web:2`,
    ])
    expect(changeLines(object('apps/v1', 'Deployment', status('ReplicaSetUpdated'), {}, spec))).toEqual([])
  })

  it('restarts, and how the container terminated', () => {
    const containerStatuses = [
      { name: 'a', restartCount: 3, lastState: { terminated: { reason: 'OOMKilled', exitCode: 137, finishedAt: T2 } } },
      { name: 'b', restartCount: 1, state: { running: { startedAt: T1 } } },
      { name: 'c', restartCount: 0, state: { running: { startedAt: T1 } } },
    ]
    expect(changeLines(object('v1', 'Pod', { containerStatuses }))).toEqual([
      `restart ${T2} a restarted 3 times (OOMKilled, exit 137)`,
      `restart ${T1} b restarted 1 time`,
    ])
  })
})
