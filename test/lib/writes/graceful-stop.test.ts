// SPDX-License-Identifier: Apache-2.0
import { expect, it } from 'vitest'
import { GracefulStop } from '../../../src/lib/writes/graceful-stop.ts'

it('aborts requests at once, unless a write is in progress', async () => {
  const stopRequest = new AbortController()
  const idle = new GracefulStop(stopRequest.signal)
  const busy = new GracefulStop(stopRequest.signal)
  const work = Promise.withResolvers<string>()
  const done = busy.finishing(work.promise)
  stopRequest.abort('SIGINT')
  expect([idle.requests.aborted, busy.requests.aborted]).toEqual([true, false])
  work.resolve('written')
  expect(await done).toBe('written')
  expect([busy.requests.aborted, busy.requests.reason]).toEqual([true, 'SIGINT'])
})

it('aborts requests after a failed write too, and at once if it was stopped before', async () => {
  const stopRequest = new AbortController()
  const stop = new GracefulStop(stopRequest.signal)
  const failing = stop.finishing(Promise.reject(new Error('no')))
  stopRequest.abort()
  await expect(failing).rejects.toThrow('no')
  expect(stop.requests.aborted).toBe(true)
  expect(new GracefulStop(stopRequest.signal).requests.aborted).toBe(true)
})
