// SPDX-License-Identifier: Apache-2.0
import type { Sight } from './check.ts'
import { deliveredKeys } from './delivered-keys.ts'
import { listAt, textAt } from './fields.ts'
import type { GraphNode } from './graph.ts'
import { remotePath } from './remote-path.ts'
import { Sealed } from './sealed.ts'
import { EXTERNAL_SECRET, PUSH_SECRET, targetOf } from './secret-sync.ts'

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
export function differingValues(sight: Sight): readonly PushedValue[] {
  const readers = Map.groupBy(
    sight.of(EXTERNAL_SECRET).flatMap((reader) => wants(reader)),
    ({ reader, address }) => `${reader.cluster.label} ${address}`,
  )
  return sight.of(PUSH_SECRET).flatMap((push) => {
    const name = textAt(push.object, 'spec.selector.secret.name')
    const source = sight.out(push, 'Secret').find((one) => one.name === name)
    if (!source?.object) return []
    return listAt(push.object, 'spec.data').flatMap((entry) => {
      const sourceKey = textAt(entry, 'match.secretKey')
      const address = addressOf(textAt(entry, 'match.remoteRef.remoteKey'), textAt(entry, 'match.remoteRef.property'))
      if (!sourceKey) return []
      return (readers.get(`${push.cluster.label} ${address}`) ?? []).flatMap(({ reader, key }) => {
        const target = sight.out(reader, 'Secret').find((one) => one.name === targetOf(reader))
        const [sent, got] = [printOf(source, sourceKey), target && printOf(target, key)]
        if (!target || sent === undefined || got === undefined || sent === got) return []
        return [{ push, reader, source, sourceKey, target, targetKey: key }]
      })
    })
  })
}

const addressOf = (key = '', property = '') => `${remotePath(key)}#${property}`

function wants(reader: GraphNode): readonly { reader: GraphNode; address: string; key: string }[] {
  return listAt(reader.object, 'spec.data').flatMap((entry) => {
    const key = textAt(entry, 'secretKey')
    const address = addressOf(textAt(entry, 'remoteRef.key'), textAt(entry, 'remoteRef.property'))
    return key ? deliveredKeys(reader.object, key).map((as) => ({ reader, address, key: as })) : []
  })
}

function printOf({ object }: GraphNode, key: string): string | undefined {
  const value = object?.data && Object.hasOwn(object.data, key) ? object.data[key] : undefined
  return value instanceof Sealed ? value.fingerprint : undefined
}

/** The fingerprint of a value of a Secret that was read. */
export const fingerprintOf = printOf
