// SPDX-License-Identifier: Apache-2.0
import { describe, expect, test } from 'vitest'
import type { GetBackend } from '../backend.ts'
import { refusal } from '../objects.ts'

const PODS = '/api/v1/namespaces/default/pods'

/** Log requests that the API server answers itself: the real server has no kubelet to compare with. */
export function describeLogs(backend: GetBackend): void {
  describe('logs', () => {
    const make = async (name: string, containers: readonly string[], initContainers: readonly string[] = []) => {
      const named = (names: readonly string[]) => names.map((each) => ({ name: each, image: 'x' }))
      const { status, text } = await backend().admin.post(PODS, {
        apiVersion: 'v1',
        kind: 'Pod',
        metadata: { name, namespace: 'default' },
        spec: {
          containers: named(containers),
          initContainers: named(initContainers),
          automountServiceAccountToken: false,
        },
      })
      expect(status, text).toBe(201)
      return (query = '') => backend().admin.get(`${PODS}/${name}/log${query}`)
    }

    test('a Pod with several containers requires the name of an existing container', async () => {
      const log = await make('several', ['a', 'b'], ['first'])
      expect(await log()).toMatchObject(
        refusal(400, 'BadRequest', {
          message: 'a container name must be specified for pod several, choose one of: [first a b]',
        }),
      )
      expect(await log('?container=c')).toMatchObject(
        refusal(400, 'BadRequest', { message: 'container c is not valid for pod several' }),
      )
      expect(await backend().admin.get(`${PODS}/nothing/log`)).toMatchObject(refusal(404, 'NotFound'))
    })

    test('invalid options are 422', async () => {
      const log = await make('options', ['main'])
      for (const query of ['?sinceSeconds=1&sinceTime=2026-11-16T11:00:00Z', '?sinceSeconds=0', '?tailLines=-1'])
        expect([query, (await log(query)).body]).toEqual([
          query,
          expect.objectContaining({ code: 422, reason: 'Invalid' }),
        ])
    })

    test('a Pod without a node has an empty log, also with fractional seconds in the time', async () => {
      const log = await make('nowhere', ['main'])
      for (const query of ['', '?follow=true', '?timestamps=true&sinceTime=2026-11-16T11:00:00.123456789Z'])
        expect([query, await log(query)]).toEqual([query, expect.objectContaining({ status: 204, text: '' })])
    })

    test('permission to read Pods does not include their logs', async () => {
      await make('private', ['main'])
      const { limited, limitedName } = backend()
      expect(await limited.get(`${PODS}/private/log`)).toMatchObject(
        refusal(403, 'Forbidden', {
          message: `pods "private" is forbidden: User "${limitedName}" cannot get resource "pods/log" in API group "" in the namespace "default"`,
        }),
      )
    })
  })
}
