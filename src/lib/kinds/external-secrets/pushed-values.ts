// SPDX-License-Identifier: Apache-2.0
import type { CheckContext } from '../../model/check/check.ts'
import type { GraphNode } from '../../model/graph/graph.ts'
import { listAt, textAt } from '../../model/object/fields.ts'
import { Sealed } from '../../model/secret/sealed.ts'
import { deliveredKeys } from './delivered-keys.ts'
import { remotePath } from './remote-path.ts'
import { EXTERNAL_SECRET, PUSH_SECRET, targetSecretName } from './sync.ts'

/** A value that passes through the secret backend: from a key of one Secret to a key of another. */
export interface PushedValue {
  readonly push: GraphNode
  readonly reader: GraphNode
  readonly source: GraphNode
  readonly sourceKey: string
  readonly target: GraphNode
  readonly targetKey: string
}

export const PUSHED_KINDS: readonly string[] = [PUSH_SECRET, EXTERNAL_SECRET, 'Secret']

/** Values that should be equal on both sides within one cluster and differ. Compares only fingerprints. */
export function differingValues(context: CheckContext): readonly PushedValue[] {
  const readers = Map.groupBy(
    context.of(EXTERNAL_SECRET).flatMap((reader) => readPathsOf(reader).map((path) => ({ reader, path }))),
    ({ reader, path }) => `${reader.cluster.label} ${path}`,
  )
  return context.of(PUSH_SECRET).flatMap((push) => {
    const name = textAt(push.object, 'spec.selector.secret.name')
    const source = context.out(push, 'Secret').find((one) => one.name === name)
    if (!source?.object) return []
    const paths = [...new Set(writesOf(push, source).map(({ path }) => path))]
    const pathReaders = new Set(
      paths.flatMap((path) => readers.get(`${push.cluster.label} ${path}`) ?? []).map((r) => r.reader),
    )
    return [...pathReaders].flatMap((reader) => {
      const target = context.out(reader, 'Secret').find((one) => one.name === targetSecretName(reader))
      return passedValues(push, source, reader).flatMap(({ sourceKey, targetKey }) => {
        const [sourceFingerprint, targetFingerprint] = [
          fingerprintOf(source, sourceKey),
          target && fingerprintOf(target, targetKey),
        ]
        if (
          !target ||
          sourceFingerprint === undefined ||
          targetFingerprint === undefined ||
          sourceFingerprint === targetFingerprint
        )
          return []
        return [{ push, reader, source, sourceKey, target, targetKey }]
      })
    })
  })
}

/** Pairs of keys of the pushed Secret and the created Secret between which values pass unchanged. */
export function passedValues(
  push: GraphNode,
  source: GraphNode,
  reader: GraphNode,
): readonly Pick<PushedValue, 'sourceKey' | 'targetKey'>[] {
  const entries = readsOf(reader)
  return writesOf(push, source).flatMap(({ path, property, key }) =>
    entries.flatMap((entry) => {
      if (entry.path !== path) return []
      if (entry.property === undefined ? property === '' : entry.property !== property) return []
      return deliveredKeys(reader.object, entry.key ?? property).map((targetKey) => ({ sourceKey: key, targetKey }))
    }),
  )
}

interface RemoteWrite {
  readonly path: string
  readonly property: string
  readonly key: string
}

/** What a PushSecret writes; an entry without a key writes the whole Secret, each key as a property. */
function writesOf(push: GraphNode, source: GraphNode): readonly RemoteWrite[] {
  return listAt(push.object, 'spec.data').flatMap((entry) => {
    const path = remotePath(textAt(entry, 'match.remoteRef.remoteKey') ?? '')
    const property = textAt(entry, 'match.remoteRef.property') ?? ''
    const key = textAt(entry, 'match.secretKey')
    if (key !== undefined) return [{ path, property, key }]
    return property === ''
      ? Object.keys(source.object?.data ?? {}).map((one) => ({ path, property: one, key: one }))
      : []
  })
}

interface RemoteRead {
  readonly path: string
  /** Absent if all properties of the path are read, each under its own name. */
  readonly property?: string
  readonly key?: string
}

/** What an ExternalSecret reads; entries with a rewrite are left out because their keys are unknown. */
function readsOf({ object }: GraphNode): readonly RemoteRead[] {
  const single = listAt(object, 'spec.data').flatMap((entry): RemoteRead[] => {
    const key = textAt(entry, 'secretKey')
    const property = textAt(entry, 'remoteRef.property') ?? ''
    return key ? [{ path: remotePath(textAt(entry, 'remoteRef.key') ?? ''), property, key }] : []
  })
  const whole = listAt(object, 'spec.dataFrom').flatMap((entry): RemoteRead[] => {
    const path = textAt(entry, 'extract.key')
    const isPlain = textAt(entry, 'extract.property') === undefined && listAt(entry, 'rewrite').length === 0
    return path && isPlain ? [{ path: remotePath(path) }] : []
  })
  return [...single, ...whole]
}

const readPathsOf = (reader: GraphNode): readonly string[] => [...new Set(readsOf(reader).map(({ path }) => path))]

function fingerprintOf({ object }: GraphNode, key: string): string | undefined {
  const value = object?.data && Object.hasOwn(object.data, key) ? object.data[key] : undefined
  return value instanceof Sealed ? value.fingerprint : undefined
}

export const pushedFingerprint = fingerprintOf
