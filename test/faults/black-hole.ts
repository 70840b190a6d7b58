// SPDX-License-Identifier: Apache-2.0
// A loopback address that answers no SYN: a listener with a full accept queue, in a thread that never accepts.
import { connect, type Socket } from 'node:net'
import { Worker } from 'node:worker_threads'

const LISTEN = `
  const { parentPort } = require('node:worker_threads')
  const server = require('node:net').createServer()
  server.listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => {
    parentPort.postMessage(server.address().port)
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
  })`

export interface BlackHole {
  readonly port: number
  close(): Promise<void>
}

/** Opens a black hole; undefined if the system does not drop SYNs of a full queue (then warn and skip). */
export async function openBlackHole(): Promise<BlackHole | undefined> {
  const worker = new Worker(LISTEN, { eval: true })
  const port = await new Promise<number>((resolve) => worker.once('message', resolve))
  // Two fit into a queue of one; the others are never accepted.
  const fillers: Socket[] = Array.from({ length: 6 }, () => connect({ port, host: '127.0.0.1' }).on('error', () => {}))
  const close = async () => {
    for (const filler of fillers) filler.destroy()
    await worker.terminate()
  }
  await Promise.race(fillers.map((filler) => new Promise((resolve) => filler.once('connect', resolve))))
  const probe = connect({ port, host: '127.0.0.1' })
  const swallowed = await new Promise<boolean>((resolve) => {
    probe.once('connect', () => resolve(false))
    probe.once('error', () => resolve(false))
    setTimeout(() => resolve(true), 300)
  })
  probe.destroy()
  if (swallowed) return { port, close }
  await close()
  return undefined
}
