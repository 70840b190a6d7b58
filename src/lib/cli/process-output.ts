// SPDX-License-Identifier: Apache-2.0
import { fstatSync, statSync, writeSync } from 'node:fs'
import type { Sink } from './io.ts'

/** A pipe takes as much before its writer has to wait for the reader; less than that where somebody asked for less. */
const PIPE_HOLDS = 65_536

const streams = new Map<number, NodeJS.WriteStream>()

/** Node's stream of stdout or stderr, with nobody to tell when it breaks but its writer. */
export function outputStream(fd: 1 | 2): NodeJS.WriteStream {
  const known = streams.get(fd)
  if (known !== undefined) return known
  const stream = fd === 1 ? process.stdout : process.stderr
  streams.set(fd, stream)
  // `| head` closes our output: there is nobody left to talk to. Other errors reach the writer through its callback.
  if (fd === 1) stream.on('error', leaveOnClosedPipe)
  else stream.on('error', () => {})
  return stream
}

/**
 * Writes to stdout or stderr. Node's streams take a tenth of what a start takes, so what needs none does without: files,
 * and the first words into a pipe, which do not wait for its reader. A wait is left to a stream: signals are heard then.
 */
export function outputOf(fd: 1 | 2): Pick<Sink, 'write' | 'isTTY' | 'columns' | 'rows'> {
  let room = roomBehind(fd)
  // made when somebody asks: stderr is mostly silent
  const terminal = room === 0 ? () => outputStream(fd) : () => undefined
  return {
    write: async (text) => {
      const bytes = Buffer.from(text)
      room = Math.max(0, room - bytes.length)
      const written = room === 0 ? 0 : direct(fd, bytes)
      if (written === bytes.length) return
      // from here on all of it, or the next words would overtake these
      room = 0
      await streamed(outputStream(fd), bytes.subarray(written))
    },
    get isTTY() {
      return terminal()?.isTTY === true
    },
    get columns() {
      return terminal()?.columns
    },
    get rows() {
      return terminal()?.rows
    },
  }
}

/** How many bytes can be written to a descriptor without its stream; 0 for what is a terminal, or may be one. */
function roomBehind(fd: number): number {
  try {
    const found = fstatSync(fd)
    if (found.isFile()) return Number.POSITIVE_INFINITY
    if (process.platform === 'win32') return 0
    if (found.isFIFO()) return PIPE_HOLDS
    return found.isCharacterDevice() && found.rdev === statSync('/dev/null').rdev ? Number.POSITIVE_INFINITY : 0
  } catch {
    return 0
  }
}

/** How much was written: all, or less where somebody made the pipe one that does not wait. */
function direct(fd: 1 | 2, bytes: Uint8Array): number {
  let written = 0
  try {
    while (written < bytes.length) written += writeSync(fd, bytes, written)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EAGAIN') return written
    if (fd === 1) leaveOnClosedPipe(error as NodeJS.ErrnoException)
    throw error
  }
  return written
}

function streamed(stream: NodeJS.WriteStream, bytes: Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => {
    stream.write(bytes, (error) => (error ? reject(error) : resolve()))
  })
}

function leaveOnClosedPipe({ code }: NodeJS.ErrnoException): void {
  if (code === 'EPIPE') process.exit(141)
}
