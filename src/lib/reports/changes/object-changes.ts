// SPDX-License-Identifier: Apache-2.0

import { shortRevision } from '../../kinds/flux/revision.ts'
import { conditionsOf } from '../../model/object/conditions.ts'
import { countAt, fieldAt, listAt, textAt } from '../../model/object/fields.ts'
import { groupOf } from '../../model/object/reference.ts'
import type { KubeObject } from '../../model/object/resource.ts'

export type ChangeType = 'created' | 'spec' | 'condition' | 'revision' | 'rollout' | 'restart' | 'deleting'

/** A change that an object records, timestamped by its cluster's clock. */
export interface ObjectChange {
  readonly type: ChangeType
  readonly time: string
  readonly says: string
}

/** Changes an object records about itself. An object keeps only the latest of each type. */
export function changesOf(object: KubeObject): readonly ObjectChange[] {
  const { creationTimestamp, deletionTimestamp, generation = 1 } = object.metadata
  const changed = object.metadata.changed
  const isNew = changed !== undefined && creationTimestamp !== undefined && changed <= creationTimestamp
  return [
    ...changeAt('created', creationTimestamp, 'created'),
    // controllers often update an object right after they create it
    ...(generation > 1 && !isNew ? changeAt('spec', changed, `generation ${generation}`) : []),
    ...conditions(object),
    ...revisions(object),
    ...rollouts(object),
    ...restarts(object),
    ...changeAt('deleting', deletionTimestamp, 'deletion requested'),
  ]
}

function changeAt(type: ChangeType, time: unknown, says: string): ObjectChange[] {
  return typeof time === 'string' && !Number.isNaN(Date.parse(time)) ? [{ type, time, says }] : []
}

function conditions(object: KubeObject): readonly ObjectChange[] {
  return [...conditionsOf(object).values()].flatMap(({ type, status, reason, message, since }) => {
    if (isHeartbeat(object, type, status)) return []
    const detail = status === 'True' ? reason : [reason, message].filter(Boolean).join(': ')
    return changeAt('condition', since, `${type} ${status}${detail ? ` (${detail.replace(/\s+/g, ' ')})` : ''}`)
  })
}

/** Flux sets Ready to Unknown and back to True on each reconciliation; a new revision is a change of its own. */
const isHeartbeat = ({ apiVersion }: KubeObject, type: string, status: string): boolean =>
  FLUX.test(groupOf(apiVersion)) && FLUX_RESULTS.has(type) && status === 'True'

const FLUX = /\.toolkit\.fluxcd\.io$/
const FLUX_RESULTS: ReadonlySet<string> = new Set(['Ready', 'Healthy', 'ArtifactInStorage'])

/** What Flux fetched or applied, with the time of the first success. */
function revisions(object: KubeObject): readonly ObjectChange[] {
  const group = groupOf(object.apiVersion)
  if (!FLUX.test(group)) return []
  if (object.kind === 'HelmRelease') {
    const [last] = listAt(object, 'status.history')
    const version = textAt(last, 'chartVersion')
    return version ? changeAt('revision', fieldAt(last, 'lastDeployed'), `installed chart ${version}`) : []
  }
  if (object.kind === 'Kustomization') {
    const [last] = listAt(object, 'status.history')
    const revision = textAt(object, 'status.lastAppliedRevision')
    return revision ? changeAt('revision', fieldAt(last, 'firstReconciled'), `applied ${shortRevision(revision)}`) : []
  }
  const revision = textAt(object, 'status.artifact.revision')
  return revision
    ? changeAt('revision', fieldAt(object, 'status.artifact.lastUpdateTime'), `fetched ${shortRevision(revision)}`)
    : []
}

function rollouts(object: KubeObject): readonly ObjectChange[] {
  if (object.kind !== 'Deployment' || groupOf(object.apiVersion) !== 'apps') return []
  const progressing = listAt(object, 'status.conditions').find((condition) => condition['type'] === 'Progressing')
  if (textAt(progressing, 'reason') !== 'NewReplicaSetAvailable') return []
  const images = listAt(object, 'spec.template.spec.containers').flatMap(
    (container) => textAt(container, 'image') ?? [],
  )
  return changeAt('rollout', fieldAt(progressing, 'lastUpdateTime'), ['rolled out', ...images].join(' '))
}

function restarts(object: KubeObject): readonly ObjectChange[] {
  if (object.kind !== 'Pod') return []
  return ['status.initContainerStatuses', 'status.containerStatuses'].flatMap((list) =>
    listAt(object, list).flatMap((container) => {
      const count = countAt(container, 'restartCount') ?? 0
      if (count === 0) return []
      const [name = '', reason] = [textAt(container, 'name'), textAt(container, 'lastState.terminated.reason')]
      const code = countAt(container, 'lastState.terminated.exitCode')
      const why = [reason, code === undefined ? undefined : `exit ${code}`].filter(Boolean).join(', ')
      const time =
        fieldAt(container, 'lastState.terminated.finishedAt') ?? fieldAt(container, 'state.running.startedAt')
      return changeAt(
        'restart',
        time,
        `${name} restarted ${count} ${count === 1 ? 'time' : 'times'}${why ? ` (${why})` : ''}`,
      )
    }),
  )
}
