// SPDX-License-Identifier: Apache-2.0
import { readFile } from 'node:fs/promises'
import { safeLine } from '../../model/text/sanitize.ts'
import { ClusterError } from '../failure.ts'
import { unreadable } from './material-file.ts'

/** Half of what a projected service account token lives after the kubelet has replaced it: client-go's figure. */
const PERIOD = 60_000

export interface TokenFile {
  /** The trimmed token, at most a minute old. Keeps the last good one when the file cannot be read for a moment. */
  read(): Promise<string>
  /** Reads now; true when the token is not the rejected one. */
  reread(rejected: string): Promise<boolean>
}

/** A token that lives in a file and is replaced there by somebody else. Falls back to a static one, as client-go does. */
export function tokenFile(file: string, fallback: string | undefined, now: () => number): TokenFile {
  let token: string | undefined
  let readAt = Number.NEGATIVE_INFINITY
  let flight: Promise<string> | undefined

  const load = async (): Promise<string> => {
    try {
      token = checked(await readFile(file, 'utf8'), file)
    } catch (error) {
      const last = token ?? fallback
      if (last === undefined) throw error instanceof ClusterError ? error : unreadable('token file', file, error)
      return last
    }
    readAt = now()
    return token
  }
  const fresh = () => {
    flight ??= load().finally(() => {
      flight = undefined
    })
    return flight
  }
  return {
    read: async () => (token !== undefined && now() - readAt < PERIOD ? token : fresh()),
    reread: async (rejected) => (await fresh()) !== rejected,
  }
}

function checked(text: string, file: string): string {
  const token = text.trim()
  if (/^[\x21-\x7e]+$/.test(token)) return token
  const why = token === '' ? 'is empty' : 'holds a character no header can carry'
  throw new ClusterError({ fault: 'unauthorized', message: `token file ${safeLine(file)} ${why}` })
}
