// SPDX-License-Identifier: Apache-2.0

import type { KindSpec } from '../../model/graph/kind.ts'
import type { Failure } from '../../model/landscape/fault.ts'
import type { KubeObject } from '../../model/object/resource.ts'
import { safeLine } from '../../model/text/sanitize.ts'
import type { ApiAnswer, ApiRequest } from '../transport/types.ts'
import type { ServedResource } from '../types.ts'
import { readExactJson } from './exact-numbers.ts'
import { isPlainJson } from './is-plain-json.ts'
import { jsonTypeName, own, ownText } from './json-shape.ts'
import { apiVersionOf } from './path.ts'
import { keepsManagers, NotAnObject, project } from './project.ts'
import { checkAnswer, readResponse, requestError } from './response.ts'
import { NestingError } from './sanitize.ts'
import { type ListParts, listParts } from './split-list.ts'

/** A projected page holds nothing of the answer itself. */
export interface ListPage {
  readonly items: readonly KubeObject[]
  /** The continue token; empty on the last page. */
  readonly next: string
  readonly resourceVersion: string
  /** Invalid items and omitted fields. */
  readonly problems: readonly string[]
}

/** A checked answer whose items are not parsed yet. */
export interface OpenPage {
  /** As in ListPage; absent when it is only known after parsing. */
  readonly next?: string
  /** Throws ClusterError when the answer is no list of this kind. */
  read(): ListPage
}

export function readPage(answer: ApiAnswer, request: ApiRequest, kind: KindSpec, resource: ServedResource): ListPage {
  return openPage(answer, request, kind, resource).read()
}

/** Throws ClusterError when the answer is not successful JSON. */
export function openPage(answer: ApiAnswer, request: ApiRequest, kind: KindSpec, resource: ServedResource): OpenPage {
  checkAnswer(answer, request)
  const bytes = answer.bytes ?? Buffer.from(answer.text)
  const apiVersion = apiVersionOf(resource)
  const parts = listParts(bytes, apiVersion, kind.kind, !keepsManagers(kind))
  return {
    ...(parts ? { next: nextOf(parts.list) } : {}),
    read: () => {
      const about = { request, kind, apiVersion, plain: isPlainJson(bytes) }
      return (parts && pageOfParts(parts, about)) ?? readResponse(answer, request, (body) => pageOf(body, about))
    },
  }
}

const nextOf = (list: Readonly<Record<string, unknown>>) => ownText(own(list, 'metadata'), 'continue') ?? ''

interface About {
  readonly request: ApiRequest
  readonly kind: KindSpec
  readonly apiVersion: string
  readonly plain: boolean
}

/** Undefined when a part turns out not to be a complete item. */
function pageOfParts({ list, items }: ListParts, about: About): ListPage | undefined {
  const head = headOf(list, about)
  const projected = new Items(about)
  try {
    for (const text of items) readExactJson(text, (item) => projected.add(item))
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
  return { ...head, items: projected.objects, problems: projected.problems }
}

function pageOf(list: Readonly<Record<string, unknown>>, about: About): ListPage {
  const head = headOf(list, about)
  const items = own(list, 'items')
  if (!Array.isArray(items))
    throw requestError(about.request, 'malformed', `the list has ${jsonTypeName(items)} where its items should be`)
  const projected = new Items(about)
  for (const item of items) projected.add(item)
  return { ...head, items: projected.objects, problems: projected.problems }
}

function headOf(list: Readonly<Record<string, unknown>>, { request, kind }: About) {
  const listKind = own(list, 'kind')
  if (listKind !== `${kind.kind}List` && listKind !== 'List')
    throw requestError(
      request,
      'malformed',
      `answered with a ${safeLine(String(listKind), 80)} instead of a ${kind.kind}List`,
    )
  return { next: nextOf(list), resourceVersion: ownText(own(list, 'metadata'), 'resourceVersion') ?? '' }
}

/** One failure for all invalid items: the rest of the list is valid but incomplete. */
export function problemFailure(problems: readonly string[], request: ApiRequest): Failure | undefined {
  if (problems.length === 0) return undefined
  const shown = problems.slice(0, 3).join('; ')
  const more = problems.length > 3 ? ` and ${problems.length - 3} more` : ''
  return { ...request.about, fault: 'malformed', message: `${shown}${more}` }
}

class Items {
  readonly objects: KubeObject[] = []
  readonly problems: string[] = []
  readonly #about: About
  #count = 0

  constructor(about: About) {
    this.#about = about
  }

  /** Throws PrecisionLost as project() does, before anything is added. */
  add(item: unknown): void {
    const { kind, apiVersion, plain } = this.#about
    try {
      const { object, problems } = project(item, kind, apiVersion, plain)
      this.objects.push(object)
      for (const { field, problem } of problems) this.problems.push(`${field} of ${nameOf(object)} ${problem}`)
    } catch (error) {
      if (!(error instanceof NotAnObject) && !(error instanceof NestingError)) throw error
      this.problems.push(`item ${this.#count} was left out: ${error.message}`)
    }
    this.#count++
  }
}

const nameOf = ({ metadata: { namespace, name } }: KubeObject) =>
  namespace === undefined ? name : `${namespace}/${name}`
