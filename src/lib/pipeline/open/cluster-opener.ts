// SPDX-License-Identifier: Apache-2.0

import type { FleetFlags } from '../../cli/flags/cluster-flags.ts'
import { openCluster } from '../../cluster/client.ts'
import { shiftedClock } from '../../cluster/transport/clock.ts'
import type { TransportEvent } from '../../cluster/transport/types.ts'
import type { OpenCluster } from '../../fleet/open.ts'
import type { Io } from '../../io/io.ts'
import { LIMITS } from '../../model/landscape/limits.ts'
import { safeLine } from '../../model/text/sanitize.ts'

export interface OpenerOptions {
  readonly flags: FleetFlags
  readonly signal: AbortSignal
  /** When the signal fires, in ms since the epoch. */
  readonly deadline: number
  /** Fleet time minus ours, in ms. */
  readonly offset: number
  readonly userAgent: string
  /** Allow writes to servers whose certificate is not verified. */
  readonly allowInsecureWrites?: boolean
  readonly requestsPerSecond?: number
}

/** Returns the function that opens clusters as the flags say; warnings go to stderr, each one once. */
export function clusterOpener(io: Io, options: OpenerOptions): OpenCluster {
  const { flags, signal, deadline, offset, userAgent, allowInsecureWrites = false, requestsPerSecond } = options
  const warned = new Set<string>()
  const warn = (text: string) => {
    if (!warned.has(text)) void io.stderr.write(`warning: ${text}\n`)
    warned.add(text)
  }
  const clock = shiftedClock(offset + io.now() - Date.now())
  const limits = { ...LIMITS, request: flags['request-timeout'] ?? LIMITS.request }
  return (config, { mayAsk }) =>
    openCluster(config, {
      // the servers of a demo share this process: while it is busy they do not answer either
      limits: config.source === 'demo' ? { ...limits, connect: limits.request } : limits,
      signal,
      deadline: deadline + offset,
      env: io.env,
      userAgent,
      allowInsecureWrites,
      // kubectl proxy serves plain HTTP on localhost; the client never uses it for other hosts.
      allowPlainHttp: allowInsecureWrites,
      ...(requestsPerSecond === undefined ? {} : { requestsPerSecond }),
      clock,
      terminal: mayAsk && io.interactive,
      prompt: (text) => void io.stderr.write(text),
      ...(flags.debug
        ? { debug: (text: string) => void io.stderr.write(`debug: ${safeLine(config.context)}: ${text}\n`) }
        : {}),
      onEvent: (event) => {
        const text = warningOf(event, safeLine(config.context))
        if (text) warn(text)
        const detail = flags.debug ? debugOf(event) : undefined
        if (detail) void io.stderr.write(`debug: ${safeLine(config.context)}: ${detail}\n`)
      },
    })
}

function warningOf(event: TransportEvent, context: string): string | undefined {
  if (event.type === 'insecure')
    return `${context}: the server's certificate is not verified (insecure-skip-tls-verify)`
  if (event.type === 'ignored-variable') return `${event.name} is set and has no effect here: certificates are verified`
  return undefined
}

/** The --debug line: the path only, never a header, a body or a query. */
function debugOf(event: TransportEvent): string | undefined {
  if (event.type === 'waiting') return `waiting ${event.ms} ms (${event.reason})`
  if (event.type !== 'answered') return undefined
  const again = event.attempts > 1 ? `, ${event.attempts} attempts` : ''
  return `${event.method} ${safeLine(event.path)} ${event.status} ${event.bytes} bytes in ${event.ms} ms${again}`
}
