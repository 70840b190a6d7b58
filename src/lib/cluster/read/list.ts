// SPDX-License-Identifier: Apache-2.0

import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { KindSpec } from '../../model/graph/kind.ts'
import type { Failure } from '../../model/landscape/fault.ts'
import type { KubeObject } from '../../model/object/resource.ts'
import { ClusterError } from '../failure.ts'
import { inParallel } from '../parallel.ts'
import type { ApiAnswer, ApiRequest } from '../transport/types.ts'
import type { Listing, ListOptions } from '../types.ts'
import { expectServed, type VersionChoice } from './choose-version.ts'
import { type ListPage, openPage, problemFailure } from './page.ts'
import { apiVersionOf, resourceRequest } from './path.ts'
import { requestError, type Send, sendRequest } from './response.ts'

const PAGE_SIZE = 500
const MAX_OBJECTS = 200_000
/** More empty pages in a row mean that the server makes no progress. */
const MAX_EMPTY_PAGES = 10
const NAMESPACES_AT_ONCE = 4

interface Pages {
  readonly items: readonly KubeObject[]
  readonly resourceVersion: string
  readonly failures: readonly Failure[]
}

/**
 * Lists all objects of one kind page by page. When the cluster-wide list is forbidden, reads the fallback namespaces
 * and reports that as a failure. Throws ClusterError when nothing could be read.
 */
export async function listKind(
  send: Send,
  kind: KindSpec,
  choice: VersionChoice,
  options: ListOptions = {},
): Promise<Listing> {
  const { resource, verified } = choice
  const source = { apiVersion: apiVersionOf(resource), verified }
  try {
    return { ...source, ...(await readAll(send, kind, choice, options, options.namespace)) }
  } catch (error) {
    const namespaces = resource.namespaced && options.namespace === undefined ? (options.fallbackNamespaces ?? []) : []
    if (!isForbidden(error) || namespaces.length === 0) throw error
    return { ...source, ...(await readNamespaces(send, kind, choice, options, namespaces, error.failure)) }
  }
}

async function readNamespaces(
  send: Send,
  kind: KindSpec,
  choice: VersionChoice,
  options: ListOptions,
  namespaces: readonly string[],
  forbidden: Failure,
): Promise<Omit<Listing, 'apiVersion' | 'verified'>> {
  const parts = await inParallel([...new Set(namespaces)], NAMESPACES_AT_ONCE, async (namespace) => {
    try {
      return { namespace, pages: await readAll(send, kind, choice, options, namespace) }
    } catch (error) {
      if (!(error instanceof ClusterError) || error.failure.fault === 'cancelled') throw error
      return { namespace, failure: error.failure }
    }
  })
  const read = parts.flatMap(({ namespace, pages }) => (pages === undefined ? [] : [{ namespace, pages }]))
  const failures = parts.flatMap(({ failure }) => (failure === undefined ? [] : [failure]))
  if (read.length === 0) throw new ClusterError(failures.find(({ fault }) => fault !== 'forbidden') ?? forbidden)
  const onlyNamespaces = read.map(({ namespace }) => namespace)
  return {
    items: read.flatMap(({ pages }) => pages.items),
    resourceVersion: '',
    onlyNamespaces,
    failures: [
      {
        ...forbidden,
        message: `read only in ${onlyNamespaces.join(', ')}: ${forbidden.message}`,
        onlyIn: onlyNamespaces,
      },
      ...failures,
      ...read.flatMap(({ pages }) => pages.failures),
    ],
  }
}

/** A list that expires between pages is started again once: pages of two snapshots must not be mixed. */
async function readAll(
  send: Send,
  kind: KindSpec,
  choice: VersionChoice,
  options: ListOptions,
  namespace: string | undefined,
): Promise<Pages> {
  try {
    return await expectServed(() => readPages(send, kind, choice, options, namespace))
  } catch (error) {
    if (!(error instanceof ClusterError) || error.failure.fault !== 'expired') throw error
    return await expectServed(() => readPages(send, kind, choice, options, namespace))
  }
}

async function readPages(
  send: Send,
  kind: KindSpec,
  { resource }: VersionChoice,
  { labelSelector, signal, ...options }: ListOptions,
  namespace: string | undefined,
): Promise<Pages> {
  const base = resourceRequest('list', resource, { namespace })
  const fieldSelector = fieldSelectorOf(kind, options)
  const progress = new Progress(base)
  const items: KubeObject[] = []
  const problems: string[] = []
  const requestFor = (next: string): ApiRequest => {
    const query = { limit: PAGE_SIZE, continue: next === '' ? undefined : next, labelSelector, fieldSelector }
    return { ...base, query, ...(signal === undefined ? {} : { signal }) }
  }
  const prefetch = new PagePrefetch(send)
  let request = requestFor('')
  try {
    for (;;) {
      const page = await sendRequest(prefetch.send, request, async (answer) => {
        const { next = '', read } = openPage(answer, request, kind, resource)
        if (next !== '' && items.length + PAGE_SIZE < MAX_OBJECTS) await prefetch.start(requestFor(next))
        return read()
      })
      progress.check(page)
      for (const item of page.items) items.push(item)
      for (const problem of page.problems) problems.push(problem)
      const isFull = page.next !== '' && items.length >= MAX_OBJECTS
      if (page.next === '' || isFull) {
        const failures = [problemFailure(problems, base), isFull ? tooMany(base) : undefined]
        return {
          items,
          resourceVersion: page.resourceVersion,
          failures: failures.filter((failure) => failure !== undefined),
        }
      }
      request = requestFor(page.next)
    }
  } finally {
    prefetch.discard()
  }
}

/** Requests the next page before the current one is parsed, so that server and client work in parallel. */
class PagePrefetch {
  readonly #send: Send
  #started: { readonly next: unknown; readonly answer: Promise<ApiAnswer> } | undefined

  constructor(send: Send) {
    this.#send = send
  }

  /** Resolves one turn of the event loop later, when the request was sent. Repeated calls start it once. */
  async start(request: ApiRequest): Promise<void> {
    const next = tokenOf(request)
    if (this.#started?.next === next) return
    const answer = this.#send(request)
    // The reader of the page gets the error.
    answer.catch(() => {})
    this.#started = { next, answer }
    await yieldToEventLoop()
  }

  /** A prefetched page that is not read must not count against the budget of the cluster. */
  discard(): void {
    this.#started?.answer.then(
      ({ release }) => release?.(),
      () => {},
    )
  }

  readonly send: Send = (request) => {
    const started = this.#started
    if (started === undefined || started.next !== tokenOf(request)) return this.#send(request)
    this.#started = undefined
    return started.answer
  }
}

const tokenOf = ({ query }: ApiRequest) => query?.['continue']

/** Combines the selector of the kind with that of the caller. */
export function fieldSelectorOf(kind: KindSpec, { fieldSelector }: ListOptions): string | undefined {
  return [kind.fieldSelector, fieldSelector].filter((part) => part !== undefined).join(',') || undefined
}

/** Detects a list that never ends: a repeated continue token or first object, or too many empty pages. */
class Progress {
  readonly #request: ApiRequest
  readonly #tokens = new Set<string>()
  readonly #firsts = new Set<string>()
  #empty = 0

  constructor(request: ApiRequest) {
    this.#request = request
  }

  check({ items, next }: ListPage): void {
    const [first] = items
    const name = first === undefined ? undefined : `${first.metadata.namespace ?? ''}/${first.metadata.name}`
    this.#empty = first === undefined ? this.#empty + 1 : 0
    if (this.#tokens.has(next) || (name !== undefined && this.#firsts.has(name)))
      throw requestError(
        this.#request,
        'malformed',
        'the list repeats itself: the server hands out the same page again',
      )
    if (this.#empty > MAX_EMPTY_PAGES)
      throw requestError(this.#request, 'malformed', 'the list never ends: only empty pages come')
    if (next !== '') this.#tokens.add(next)
    if (name !== undefined) this.#firsts.add(name)
  }
}

function tooMany({ about }: ApiRequest): Failure {
  return {
    ...about,
    fault: 'toolarge',
    message: 'more than 200,000 objects, the rest was not read',
    hint: 'use -n or -l to read fewer objects',
  }
}

function isForbidden(error: unknown): error is ClusterError {
  return error instanceof ClusterError && error.failure.fault === 'forbidden'
}
