// SPDX-License-Identifier: Apache-2.0
import { describe, expect, test } from 'vitest'
import { running } from './fleet.ts'

const pod = (name: string, containers: string[], phase = 'Succeeded') =>
  `apiVersion: v1\nkind: Pod\nmetadata: { name: ${name}, namespace: ns }\nspec: { containers: [${containers.map((c) => `{ name: ${c} }`)}] }\nstatus: { phase: ${phase} }\n`
const FILES = {
  'fleet.yaml': 'now: 2026-11-16T12:00:00Z\n',
  'management.yaml': [pod('one', ['main']), pod('two', ['a', 'b']), pod('three', ['main'])].join('---\n'),
  'management.logs/ns/one.log':
    '2026-11-16T11:00:00Z first\n2026-11-16T11:59:00Z second\nunstamped\n2026-11-16T11:59:59.5Z third\n',
  'management.logs/ns/two.b.log': 'from b\n',
}

describe('Pod logs', () => {
  const log = async (pod: string, query = '') =>
    (await running(FILES)).api('management').get(`/api/v1/namespaces/ns/pods/${pod}/log${query}`)

  test.each([
    ['', 'first\nsecond\nunstamped\nthird\n'],
    ['?tailLines=1', 'third\n'],
    ['?tailLines=0', ''],
    ['?sinceSeconds=120', 'second\nunstamped\nthird\n'],
    ['?sinceTime=2026-11-16T11:59:30Z', 'unstamped\nthird\n'],
    ['?timestamps=true&tailLines=1', '2026-11-16T11:59:59.5Z third\n'],
    ['?follow=true&tailLines=1', 'third\n'],
  ])('%s', async (query, text) => {
    const answer = await log('one', query)
    expect([answer.status, answer.type, answer.text]).toEqual([200, 'text/plain', text])
  })

  test('a Pod with several containers wants one named', async () => {
    expect(await log('two')).toMatchObject({
      status: 400,
      body: { message: 'a container name must be specified for pod two, choose one of: [a b]' },
    })
    expect((await log('two', '?container=b')).text).toBe('from b\n')
    expect(await log('two', '?container=c')).toMatchObject({ status: 400 })
  })

  test('a Pod without a file has said nothing, one that is not there is 404', async () => {
    expect(await log('three')).toMatchObject({ status: 200, text: '' })
    expect(await log('four')).toMatchObject({ status: 404 })
  })
})
