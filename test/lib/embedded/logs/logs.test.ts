// SPDX-License-Identifier: Apache-2.0
import { describe, expect, test } from 'vitest'
import { running } from '../fleet.ts'

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
    ['?sinceTime=2026-11-16T11:59:30Z', 'third\n'],
    // The kubelet compares times in whole seconds.
    ['?sinceTime=2026-11-16T11:59:59.9Z', 'third\n'],
    ['?timestamps=true&tailLines=2', '2026-11-16T11:59:00Z unstamped\n2026-11-16T11:59:59.5Z third\n'],
    ['?timestamps=true&tailLines=1', '2026-11-16T11:59:59.5Z third\n'],
    ['?follow=true&tailLines=1', 'third\n'],
  ])('%s', async (query, text) => {
    const answer = await log('one', query)
    expect([answer.status, answer.type, answer.text]).toEqual([200, 'text/plain', text])
  })

  test('a Pod with several containers requires a container name', async () => {
    expect(await log('two')).toMatchObject({
      status: 400,
      body: { message: 'a container name must be specified for pod two, choose one of: [a b]' },
    })
    expect((await log('two', '?container=b')).text).toBe('from b\n')
    expect(await log('two', '?container=c')).toMatchObject({ status: 400 })
  })

  test('requests that API servers refuse are refused', async () => {
    const refused = async (query: string) => (await log('one', query)).body
    expect(await refused('?sinceSeconds=1&sinceTime=2026-11-16T11:00:00Z')).toMatchObject({ code: 422 })
    expect(await refused('?sinceSeconds=0')).toMatchObject({ code: 422 })
    expect(await refused('?tailLines=-1')).toMatchObject({ code: 422 })
    expect(await refused('?previous=true')).toMatchObject({
      code: 400,
      message: 'previous terminated container "main" in pod "one" not found',
    })
  })

  test('a waiting container has no log; one that waits for its restart has', async () => {
    const waiting = (last: string) =>
      `apiVersion: v1\nkind: Pod\nmetadata: { name: w, namespace: ns }\nspec: { nodeName: n, containers: [{ name: main }] }\nstatus: { phase: Pending, containerStatuses: [{ name: main, state: { waiting: { reason: ImagePullBackOff } }${last} }] }\n`
    const ask = async (last: string) => {
      const files = { 'management.yaml': waiting(last), 'management.logs/ns/w.main.log': 'said\n' }
      return (await running(files)).api('management').get('/api/v1/namespaces/ns/pods/w/log')
    }
    expect((await ask('')).body).toMatchObject({
      code: 400,
      message: 'container "main" in pod "w" is waiting to start: ImagePullBackOff',
    })
    expect((await ask(', lastState: { terminated: { exitCode: 1 } }')).text).toBe('said\n')
  })

  test('the log of a container before its restart', async () => {
    const fleet = await running({ 'management.yaml': pod('one', ['main'], 'Running') })
    const cluster = fleet.cluster('management')
    const logOf = async (query = '') =>
      (await fleet.api('management').get(`/api/v1/namespaces/ns/pods/one/log${query}`)).text
    cluster.say('ns/one/main', 'first\nbeg')
    cluster.say('ns/one/main', 'un\n')
    expect(await logOf()).toBe('first\nbegun\n')
    cluster.restart('ns/one/main')
    cluster.say('ns/one/main', 'another\n')
    expect([await logOf(), await logOf('?previous=true')]).toEqual(['another\n', 'first\nbegun\n'])
  })

  test('a Pod without a log file has an empty log, a missing Pod is 404', async () => {
    expect(await log('three')).toMatchObject({ status: 200, text: '' })
    expect(await log('four')).toMatchObject({ status: 404 })
  })
})
