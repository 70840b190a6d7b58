// SPDX-License-Identifier: Apache-2.0

import { type KindSpec, resourceName } from '../../model/graph/kind.ts'
import type { Failure } from '../../model/landscape/fault.ts'
import type { ObjectReference } from '../../model/landscape/object-reference.ts'
import type { KubeObject } from '../../model/object/resource.ts'
import { toFailure } from '../failure.ts'
import { inParallel } from '../parallel.ts'
import type { ClusterClient } from '../types.ts'

export interface ByName {
  readonly objects: readonly KubeObject[]
  /** Names whose existence is known, by namespace. */
  readonly answered: ReadonlyMap<string, ReadonlySet<string>>
  /** One failure for each namespace and fault. */
  readonly refused: readonly Failure[]
  /** Set when there were more names than the limit. */
  readonly left?: Failure
}

/** Per cluster and kind. */
const MOST_NAMES = 50
const PARALLEL_REQUESTS = 8

/** Reads objects by name, in the given order of priority. */
export async function readByName(
  client: Pick<ClusterClient, 'get'>,
  kind: KindSpec,
  references: readonly ObjectReference[],
): Promise<ByName> {
  const selected = references.slice(0, MOST_NAMES)
  const answers = await inParallel(selected, PARALLEL_REQUESTS, async (reference): Promise<Answer> => {
    try {
      return { reference, object: await client.get(kind, reference.name, reference.namespace) }
    } catch (error) {
      return { reference, failure: toFailure(error) }
    }
  })
  const known = answers.filter(({ failure }) => failure === undefined || failure.fault === 'notfound')
  const omitted = references.length - selected.length
  return {
    objects: answers.flatMap(({ object }) => object ?? []),
    answered: new Map(
      [...Map.groupBy(known, ({ reference }) => reference.namespace)].map(([namespace, all]) => [
        namespace,
        new Set(all.map(({ reference }) => reference.name)),
      ]),
    ),
    refused: groupFailures(answers.filter((answer) => !known.includes(answer))),
    ...(omitted > 0 ? { left: tooMany(kind, references, omitted) } : {}),
  }
}

interface Answer {
  readonly reference: ObjectReference
  readonly object?: KubeObject
  readonly failure?: Failure
}

/** Groups failures by namespace instead of listing every name. */
function groupFailures(answers: readonly Answer[]): readonly Failure[] {
  const groups = Map.groupBy(answers, ({ reference, failure }) => `${reference.namespace} ${failure?.fault}`)
  return [...groups.values()].flatMap((group) => {
    const [first] = group
    if (first?.failure === undefined) return []
    const { name: _, verb: __, ...failure } = first.failure
    const verb = failure.fault === 'forbidden' ? 'list or get' : 'get'
    return [{ ...failure, namespace: first.reference.namespace, verb }]
  })
}

function tooMany(kind: KindSpec, references: readonly ObjectReference[], omitted: number): Failure {
  const what = resourceName(kind)
  const namespaces = [...new Set(references.map(({ namespace }) => namespace))].sort()
  const more = namespaces.length > 3 ? ` and ${namespaces.length - 3} more namespaces` : ''
  const where = `${namespaces.slice(0, 3).join(', ')}${more}`
  const message = `list ${what} in ${where}; by name only ${MOST_NAMES} are read, ${omitted} more were not`
  return { fault: 'forbidden', message }
}
