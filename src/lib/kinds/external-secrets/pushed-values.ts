// SPDX-License-Identifier: Apache-2.0
import type { CheckContext } from '../../model/check/check.ts'
import type { GraphNode } from '../../model/graph/graph.ts'
import { listAt, textAt } from '../../model/object/fields.ts'
import { Sealed } from '../../model/secret/sealed.ts'
import { deliveredKeys } from './delivered-keys.ts'
import { remotePath } from './remote-path.ts'
import { EXTERNAL_SECRET, PUSH_SECRET, targetSecretName } from './sync.ts'

/** A value on its way over the secret backend: from a key of one Secret to a key of another. */
export interface PushedValue {
  readonly push: GraphNode
  readonly reader: GraphNode
  readonly source: GraphNode
  readonly sourceKey: string
  readonly target: GraphNode
  readonly targetKey: string
}

/** Kinds that have to be read for it. */
export const PUSHED_KINDS: readonly string[] = [PUSH_SECRET, EXTERNAL_SECRET, 'Secret']

/** The values that should be the same on both sides within one cluster and are not. Only fingerprints are compared. */
export function differingValues(sight: CheckContext): readonly PushedValue[] {
  const readers = Map.groupBy(
    sight.of(EXTERNAL_SECRET).flatMap((reader) => readPathsOf(reader).map((path) => ({ reader, path }))),
    ({ reader, path }) => `${reader.cluster.label} ${path}`,
  )
  return sight.of(PUSH_SECRET).flatMap((push) => {
    const name = textAt(push.object, 'spec.selector.secret.name')
    const source = sight.out(push, 'Secret').find((one) => one.name === name)
    if (!source?.object) return []
    const paths = [...new Set(sentBy(push, source).map(({ path }) => path))]
    const mine = new Set(
      paths.flatMap((path) => readers.get(`${push.cluster.label} ${path}`) ?? []).map((r) => r.reader),
    )
    return [...mine].flatMap((reader) => {
      const target = sight.out(reader, 'Secret').find((one) => one.name === targetSecretName(reader))
      return passedValues(push, source, reader).flatMap(({ sourceKey, targetKey }) => {
        const [sent, got] = [printOf(source, sourceKey), target && printOf(target, targetKey)]
        if (!target || sent === undefined || got === undefined || sent === got) return []
        return [{ push, reader, source, sourceKey, target, targetKey }]
      })
    })
  })
}

/** Which key of a pushed Secret arrives unchanged under which key of the Secret that is made. */
export function passedValues(
  push: GraphNode,
  source: GraphNode,
  reader: GraphNode,
): readonly Pick<PushedValue, 'sourceKey' | 'targetKey'>[] {
  const got = gotBy(reader)
  return sentBy(push, source).flatMap(({ path, property, key }) =>
    got.flatMap((entry) => {
      if (entry.path !== path) return []
      if (entry.property === undefined ? property === '' : entry.property !== property) return []
      return deliveredKeys(reader.object, entry.key ?? property).map((targetKey) => ({ sourceKey: key, targetKey }))
    }),
  )
}

interface Sent {
  readonly path: string
  readonly property: string
  readonly key: string
}

/** What a PushSecret writes; an entry without a key writes the whole Secret, each key as a property. */
function sentBy(push: GraphNode, source: GraphNode): readonly Sent[] {
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

interface Got {
  readonly path: string
  /** Left out where all properties of the path are taken, each under its own name. */
  readonly property?: string
  readonly key?: string
}

/** What an ExternalSecret reads; of one that renames what it takes, nothing can be said. */
function gotBy({ object }: GraphNode): readonly Got[] {
  const single = listAt(object, 'spec.data').flatMap((entry): Got[] => {
    const key = textAt(entry, 'secretKey')
    const property = textAt(entry, 'remoteRef.property') ?? ''
    return key ? [{ path: remotePath(textAt(entry, 'remoteRef.key') ?? ''), property, key }] : []
  })
  const whole = listAt(object, 'spec.dataFrom').flatMap((entry): Got[] => {
    const path = textAt(entry, 'extract.key')
    const isPlain = textAt(entry, 'extract.property') === undefined && listAt(entry, 'rewrite').length === 0
    return path && isPlain ? [{ path: remotePath(path) }] : []
  })
  return [...single, ...whole]
}

const readPathsOf = (reader: GraphNode): readonly string[] => [...new Set(gotBy(reader).map(({ path }) => path))]

function printOf({ object }: GraphNode, key: string): string | undefined {
  const value = object?.data && Object.hasOwn(object.data, key) ? object.data[key] : undefined
  return value instanceof Sealed ? value.fingerprint : undefined
}

/** The fingerprint of a value of a Secret that was read. */
export const pushedFingerprint = printOf
