// SPDX-License-Identifier: Apache-2.0

import { type KindSpec, resourceName } from '../../model/graph/kind.ts'
import type { Failure } from '../../model/landscape/fault.ts'
import type { ObjectReference } from '../../model/landscape/object-reference.ts'
import type { KubeObject } from '../../model/object/resource.ts'
import { toFailure } from '../failure.ts'
import { inParallel } from '../parallel.ts'
import type { ClusterClient } from '../types.ts'

/** Objects that were asked for one by one. */
export interface ByName {
  readonly objects: readonly KubeObject[]
  /** Names of which is known whether they are there, by namespace. */
  readonly answered: ReadonlyMap<string, ReadonlySet<string>>
  /** What was not told, one failure for each namespace and fault. */
  readonly refused: readonly Failure[]
  /** There were more than may be asked for. */
  readonly left?: Failure
}

/** At most this many in one cluster. */
export const MOST_NAMES = 50
const AT_ONCE = 8

/** Asks for single objects, those that are needed most first. */
export async function readByName(
  client: Pick<ClusterClient, 'get'>,
  kind: KindSpec,
  mentions: readonly ObjectReference[],
): Promise<ByName> {
  const asked = mentions.slice(0, MOST_NAMES)
  const answers = await inParallel(asked, AT_ONCE, async (mention): Promise<Answer> => {
    try {
      return { mention, object: await client.get(kind, mention.name, mention.namespace) }
    } catch (error) {
      return { mention, failure: toFailure(error) }
    }
  })
  const known = answers.filter(({ failure }) => failure === undefined || failure.fault === 'notfound')
  const left = mentions.length - asked.length
  return {
    objects: answers.flatMap(({ object }) => object ?? []),
    answered: new Map(
      [...Map.groupBy(known, ({ mention }) => mention.namespace)].map(([namespace, all]) => [
        namespace,
        new Set(all.map(({ mention }) => mention.name)),
      ]),
    ),
    refused: refusals(answers.filter((answer) => !known.includes(answer))),
    ...(left > 0 ? { left: tooMany(kind, mentions, left) } : {}),
  }
}

interface Answer {
  readonly mention: ObjectReference
  readonly object?: KubeObject
  readonly failure?: Failure
}

/** One line for each namespace: a long list of names helps nobody. */
function refusals(answers: readonly Answer[]): readonly Failure[] {
  const groups = Map.groupBy(answers, ({ mention, failure }) => `${mention.namespace} ${failure?.fault}`)
  return [...groups.values()].flatMap((group) => {
    const [first] = group
    if (first?.failure === undefined) return []
    const { name: _, verb: __, ...failure } = first.failure
    const verb = failure.fault === 'forbidden' ? 'list or get' : 'get'
    return [{ ...failure, namespace: first.mention.namespace, verb }]
  })
}

function tooMany(kind: KindSpec, mentions: readonly ObjectReference[], left: number): Failure {
  const what = resourceName(kind)
  const namespaces = [...new Set(mentions.map(({ namespace }) => namespace))].sort()
  const more = namespaces.length > 3 ? ` and ${namespaces.length - 3} more namespaces` : ''
  const where = `${namespaces.slice(0, 3).join(', ')}${more}`
  const message = `list ${what} in ${where}; by name only ${MOST_NAMES} are read, ${left} more were not`
  return { fault: 'forbidden', message }
}
