// SPDX-License-Identifier: Apache-2.0
import { expect, it } from 'vitest'
import { GracefulStop } from '../../../src/lib/writes/graceful-stop.ts'

it('ends requests at once, unless something is being written', async () => {
  const wish = new AbortController()
  const idle = new GracefulStop(wish.signal)
  const busy = new GracefulStop(wish.signal)
  const work = Promise.withResolvers<string>()
  const done = busy.finishing(work.promise)
  wish.abort('SIGINT')
  expect([idle.requests.aborted, busy.requests.aborted]).toEqual([true, false])
  work.resolve('written')
  expect(await done).toBe('written')
  expect([busy.requests.aborted, busy.requests.reason]).toEqual([true, 'SIGINT'])
})

it('work that fails ends it, too; a wish from before ends all', async () => {
  const wish = new AbortController()
  const stop = new GracefulStop(wish.signal)
  const failing = stop.finishing(Promise.reject(new Error('no')))
  wish.abort()
  await expect(failing).rejects.toThrow('no')
  expect(stop.requests.aborted).toBe(true)
  expect(new GracefulStop(wish.signal).requests.aborted).toBe(true)
})
