// SPDX-License-Identifier: Apache-2.0
// Concurrency, rate and retry limits, and deadlines.
import { describe, expect, test } from 'vitest'
import { orAborted, startDeadline } from '../../../../src/lib/cluster/transport/deadline.ts'
import { Rate } from '../../../../src/lib/cluster/transport/rate.ts'
import { retryAfterOf, waitBefore } from '../../../../src/lib/cluster/transport/retry.ts'
import { Semaphore } from '../../../../src/lib/cluster/transport/semaphore.ts'
import { fakeClock } from '../../../faults/clients.ts'

const never = new AbortController().signal

describe('semaphore', () => {
  test('admits up to its limit and the others in order, one for each release', async () => {
    const gate = new Semaphore(2)
    const order: number[] = []
    const enter = async (number: number) => {
      const leave = await gate.enter(never)
      order.push(number)
      return leave
    }
    const leaves = [await enter(1), await enter(2)]
    const third = enter(3)
    const fourth = enter(4)
    await Promise.resolve()
    expect(order).toEqual([1, 2])
    leaves[0]?.()
    leaves[0]?.()
    const leaveThird = await third
    expect(order).toEqual([1, 2, 3])
    leaveThird()
    await fourth
    expect(order).toEqual([1, 2, 3, 4])
  })

  test('a cancelled waiter takes no slot', async () => {
    const gate = new Semaphore(1)
    const leave = await gate.enter(never)
    const stop = new AbortController()
    const waiting = gate.enter(stop.signal)
    stop.abort()
    await expect(waiting).rejects.toMatchObject({ fault: 'cancelled' })
    leave()
    await expect(gate.enter(never)).resolves.toBeTypeOf('function')
  })
})

describe('rate limit', () => {
  test('waiting requests delay later ones further', async () => {
    const waits: number[] = []
    const clock = { ...fakeClock(0), sleep: async (ms: number) => void waits.push(ms) }
    const rate = new Rate(10, 2, clock)
    for (let taken = 0; taken < 5; taken++) await rate.take(never)
    expect(waits).toEqual([100, 200, 300])
  })

  test('idle time refills it, up to the burst', async () => {
    const clock = fakeClock(0)
    const rate = new Rate(10, 2, clock)
    await clock.sleep(3_600_000, never)
    for (let taken = 0; taken < 3; taken++) await rate.take(never)
    expect(clock.waits.slice(1)).toEqual([100])
  })
})

describe('retry', () => {
  test('delays are random up to a limit that doubles', () => {
    expect([2, 3, 4].map((nextTry) => waitBefore(nextTry, 0.999))).toEqual([200, 400, 799])
    expect([2, 3, 4].map((nextTry) => waitBefore(nextTry, 0))).toEqual([0, 0, 0])
    expect(waitBefore(30, 1)).toBe(5000)
    expect(waitBefore(2, 0.5, 3000)).toBe(3000)
  })

  test.each([
    [{}, undefined],
    [{ 'retry-after': '5' }, 5000],
    [{ 'retry-after': 'Thu, 01 Jan 1970 00:00:30 GMT' }, 20_000],
    [{ 'retry-after': 'Thu, 01 Jan 1970 00:00:01 GMT' }, 0],
    [{ 'retry-after': 'soon' }, undefined],
    [{ 'retry-after': '-1' }, undefined],
  ])('%o is %s', (headers, expected) => {
    expect(retryAfterOf(headers as Record<string, string>, 10_000)).toBe(expected)
  })
})

describe('deadline', () => {
  test('follows its parents and removes its listeners', () => {
    const parent = new AbortController()
    const followed = startDeadline(Number.POSITIVE_INFINITY, undefined, parent.signal)
    const ended = startDeadline(Number.POSITIVE_INFINITY, parent.signal)
    ended.end()
    parent.abort('why')
    expect(followed.signal.reason).toBe('why')
    expect(followed.expired()).toBe(false)
    expect(ended.signal.aborted).toBe(false)
  })

  test('a promise that lost against the deadline may reject without an unhandled rejection', async () => {
    const stop = new AbortController()
    let fail: (reason: Error) => void = () => {}
    const promise = new Promise<void>((_resolve, reject) => {
      fail = reject
    })
    const waiting = orAborted(promise, stop.signal)
    stop.abort()
    await expect(waiting).rejects.toMatchObject({ fault: 'cancelled' })
    fail(new Error('late'))
  })
})
