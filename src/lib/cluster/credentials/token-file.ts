// SPDX-License-Identifier: Apache-2.0
import { readFile } from 'node:fs/promises'
import { safeLine } from '../../model/text/sanitize.ts'
import { ClusterError } from '../failure.ts'
import { unreadable } from './material-file.ts'

export interface TokenFile {
  /** The trimmed token, at most a minute old. Returns the last valid one while the file is not readable. */
  read(): Promise<string>
  /** Reads the file now; true when the token is not the rejected one. */
  reread(rejected: string): Promise<boolean>
}

/** Reads a token file that another process rotates. Falls back to a static token, as client-go does. */
export function tokenFile(file: string, fallback: string | undefined, now: () => number): TokenFile {
  let token: string | undefined
  let readAt = Number.NEGATIVE_INFINITY
  let loading: Promise<string> | undefined

  const load = async (): Promise<string> => {
    try {
      token = validToken(await readFile(file, 'utf8'), file)
    } catch (error) {
      const lastValid = token ?? fallback
      if (lastValid === undefined) throw error instanceof ClusterError ? error : unreadable('token file', file, error)
      return lastValid
    }
    readAt = now()
    return token
  }
  const reload = () => {
    loading ??= load().finally(() => {
      loading = undefined
    })
    return loading
  }
  return {
    read: async () => (token !== undefined && now() - readAt < REREAD_INTERVAL ? token : reload()),
    reread: async (rejected) => (await reload()) !== rejected,
  }
}

/** client-go's interval: half of the remaining lifetime of a projected token after the kubelet replaced it. */
const REREAD_INTERVAL = 60_000

function validToken(text: string, file: string): string {
  const token = text.trim()
  if (/^[\x21-\x7e]+$/.test(token)) return token
  const problem = token === '' ? 'is empty' : 'holds a character no header can carry'
  throw new ClusterError({ fault: 'unauthorized', message: `token file ${safeLine(file)} ${problem}` })
}
