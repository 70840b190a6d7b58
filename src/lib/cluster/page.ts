// SPDX-License-Identifier: Apache-2.0
import type { Failure } from '../model/fault.ts'
import type { KindSpec } from '../model/kind.ts'
import type { KubeObject } from '../model/resource.ts'
import { safeLine } from '../model/safe.ts'
import { bad, readAnswer } from './answer.ts'
import { TooDeep } from './clean.ts'
import { apiVersionOf } from './path.ts'
import { isPlainJson } from './plain.ts'
import { NoObject, project } from './project.ts'
import { own, ownText, typeName } from './shape.ts'
import type { ApiAnswer, ApiRequest } from './transport/types.ts'
import type { ServedResource } from './types.ts'

/** One page of a list, projected: nothing of the answer itself is held. */
export interface Page {
  readonly items: readonly KubeObject[]
  /** Empty on the last page. */
  readonly next: string
  readonly resourceVersion: string
  /** Items that are no objects, and fields that had to be left out. */
  readonly problems: readonly string[]
}

/** Reads one answer to a list. Throws ClusterError when it is no list of this kind. */
export function readPage(answer: ApiAnswer, request: ApiRequest, kind: KindSpec, resource: ServedResource): Page {
  const plain = isPlainJson(answer.text)
  return readAnswer(answer, request, (body) => {
    const said = own(body, 'kind')
    if (said !== `${kind.kind}List` && said !== 'List')
      throw bad(request, 'malformed', `answered with a ${safeLine(String(said), 80)} instead of a ${kind.kind}List`)
    const items = own(body, 'items')
    if (!Array.isArray(items))
      throw bad(request, 'malformed', `the list has ${typeName(items)} where its items should be`)
    const metadata = own(body, 'metadata')
    return {
      ...projectItems(items, kind, apiVersionOf(resource), plain),
      next: ownText(metadata, 'continue') ?? '',
      resourceVersion: ownText(metadata, 'resourceVersion') ?? '',
    }
  })
}

/** One failure for all that is wrong with single items: the rest of the list stands, but it is not complete. */
export function problemFailure(problems: readonly string[], request: ApiRequest): Failure | undefined {
  if (problems.length === 0) return undefined
  const shown = problems.slice(0, 3).join('; ')
  const more = problems.length > 3 ? ` and ${problems.length - 3} more` : ''
  return { ...request.about, fault: 'malformed', message: `${shown}${more}` }
}

function projectItems(items: readonly unknown[], kind: KindSpec, apiVersion: string, plain: boolean) {
  const objects: KubeObject[] = []
  const problems: string[] = []
  for (const [i, item] of items.entries()) {
    try {
      const { object, problems: fields } = project(item, kind, apiVersion, plain)
      objects.push(object)
      for (const field of fields) problems.push(`${field} of ${object.metadata.name} has the wrong type`)
    } catch (error) {
      if (!(error instanceof NoObject) && !(error instanceof TooDeep)) throw error
      problems.push(`item ${i} was left out: ${error.message}`)
    }
  }
  return { items: objects, problems }
}
