// SPDX-License-Identifier: Apache-2.0
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

export interface Timed {
  readonly argv: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  /** Allowed exit codes; default 0. */
  readonly codes?: readonly number[]
}

/** One run of one command: seconds, seconds, MB. */
export interface Sample {
  readonly wall: number
  readonly cpu: number
  readonly rss: number
  readonly code: number
}

/** Runs the commands alternately, round by round, and returns the samples of each. Throws if one of them fails. */
export function interleave(commands: readonly Timed[], rounds: number, warm = 1): Sample[][] {
  const script = fileURLToPath(new URL('./interleave.py', import.meta.url))
  const { status, stdout, stderr, error } = spawnSync('python3', [script], {
    input: JSON.stringify({ rounds, warm, commands }),
    encoding: 'utf8',
    env: quietEnvironment(),
  })
  if (error !== undefined || status !== 0) throw new Error(`python3 is needed to measure processes: ${error ?? stderr}`)
  const samples = JSON.parse(stdout) as Sample[][]
  for (const [i, taken] of samples.entries()) {
    const failed = taken.find(({ code }) => !(commands[i]?.codes ?? [0]).includes(code))
    if (failed !== undefined) throw new Error(`${commands[i]?.argv.join(' ')} exits ${failed.code}: ${stderr}`)
  }
  return samples
}

/** Extra CA certificates cost start-up time that is not ours. */
function quietEnvironment(): NodeJS.ProcessEnv {
  const { NODE_EXTRA_CA_CERTS: _extra, SSL_CERT_FILE: _file, SSL_CERT_DIR: _folder, ...rest } = process.env
  return rest
}
