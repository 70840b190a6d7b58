// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest'
import { ClusterError } from '../../../src/lib/cluster/failure.ts'
import type { ClusterClient, Listing, ListOptions } from '../../../src/lib/cluster/types.ts'
import type { Fleet, Member } from '../../../src/lib/fleet/member.ts'
import { providerConfig } from '../../../src/lib/kinds/crossplane/provider-config.ts'
import { kustomization } from '../../../src/lib/kinds/flux/kustomization.ts'
import { namespace } from '../../../src/lib/kinds/kubernetes/namespace.ts'
import type { KindSpec } from '../../../src/lib/model/graph/kind.ts'
import { shareLists } from '../../../src/lib/pipeline/shared-lists.ts'

const listing = (more: Partial<Listing> = {}): Listing => ({
  items: [],
  apiVersion: 'v1',
  verified: true,
  resourceVersion: '1',
  failures: [],
  ...more,
})

/** A cluster whose lists complete when the test resolves them. */
function cluster() {
  const requests: string[] = []
  const answers = new Map<string, PromiseWithResolvers<Listing>>()
  const answer = (kind: KindSpec) => {
    const found = answers.get(kind.kind) ?? Promise.withResolvers<Listing>()
    answers.set(kind.kind, found)
    return found
  }
  const list = (kind: KindSpec, options?: ListOptions) => {
    requests.push(`${kind.kind}${options ? ` ${Object.keys(options)}` : ''}`)
    return answer(kind).promise
  }
  const member = { label: 'management', client: { list } as unknown as ClusterClient } as Member
  const { asking, taking, over } = shareLists({ members: [member], notes: [], close: () => {} } as Fleet)
  const [one, other] = [asking[0]?.client, taking.members[0]?.client]
  if (!one || !other) throw new Error('no clients')
  return { requests, answer, asking: one, taking: other, over }
}

const HOW = { signal: new AbortController().signal }

describe('shared lists', () => {
  it('are requested once, and available to the reader while other lists are in flight', async () => {
    const { requests, answer, asking, taking } = cluster()
    const taken = taking.list(providerConfig)
    const all = [asking.list(namespace, HOW), asking.list(providerConfig, HOW)]
    const page = listing({ resourceVersion: '7' })
    answer(providerConfig).resolve(page)
    expect(await taken).toBe(page)
    expect(await all[1]).toBe(page)
    expect(requests).toEqual(['Namespace signal', 'ProviderConfig signal'])
  })

  it('are requested by the reader if the lister did not', async () => {
    const { requests, answer, asking, taking, over } = cluster()
    const taken = taking.list(kustomization)
    answer(namespace).resolve(listing())
    await asking.list(namespace, HOW)
    expect(requests).toEqual(['Namespace signal'])
    over()
    answer(kustomization).resolve(listing({ resourceVersion: '9' }))
    expect((await taken).resourceVersion).toBe('9')
    expect(requests).toEqual(['Namespace signal', 'Kustomization'])
  })

  it('fail for both, and are not requested again', async () => {
    const { requests, answer, asking, taking } = cluster()
    const forbidden = new ClusterError({ fault: 'forbidden', message: 'no' })
    answer(providerConfig).reject(forbidden)
    await expect(asking.list(providerConfig, HOW)).rejects.toBe(forbidden)
    await expect(taking.list(providerConfig)).rejects.toBe(forbidden)
    expect(requests).toEqual(['ProviderConfig signal'])
  })

  it('that fail without a reader cause no unhandled rejection', async () => {
    const { answer, asking } = cluster()
    answer(namespace).reject(new ClusterError({ fault: 'forbidden', message: 'no' }))
    await expect(asking.list(namespace, HOW)).rejects.toThrow('no')
    // An unhandled rejection would fail the run.
    await new Promise((resolve) => setTimeout(resolve, 5))
  })

  it('that cover only some namespaces are not used by a reader that needs all', async () => {
    const { requests, answer, asking, taking } = cluster()
    answer(kustomization).resolve(listing({ onlyNamespaces: ['a'] }))
    await asking.list(kustomization, HOW)
    await taking.list(kustomization)
    expect(requests).toEqual(['Kustomization signal', 'Kustomization'])
  })

  it('with a selector are requested separately', async () => {
    const { requests, answer, taking } = cluster()
    answer(namespace).resolve(listing())
    await taking.list(namespace, { labelSelector: 'a=b' })
    expect(requests).toEqual(['Namespace labelSelector'])
  })
})
