// SPDX-License-Identifier: Apache-2.0
// Shared setup of the transport tests: servers and transports that are closed after each test.
import { afterEach, vi } from 'vitest'
import type { ClusterConfig } from '../../../../src/lib/cluster/config.ts'
import type { Credentials } from '../../../../src/lib/cluster/credentials/types.ts'
import { openTransport } from '../../../../src/lib/cluster/transport/open.ts'
import type { ApiRequest, Transport, TransportDeps } from '../../../../src/lib/cluster/transport/types.ts'
import type { Limits } from '../../../../src/lib/model/landscape/limits.ts'
import { stubCredentials } from '../../../faults/clients.ts'
import { type FaultServer, type FaultServerOptions, startFaultServer } from '../../../faults/server.ts'

export const GET: ApiRequest = { method: 'GET', path: '/api', about: { verb: 'get', resource: 'things.example.io' } }

/** For tests in which nothing may time out, however busy the machine is. */
export const PATIENT: Limits = { connect: 20_000, request: 20_000, watchIdle: 20_000 }

export const BOTH = [
  ['HTTP/2', true],
  ['HTTP/1.1', false],
] as const

const cleanUps: (() => unknown)[] = []

afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp()
  vi.restoreAllMocks()
})

/** Runs after the test, in reverse order. */
export function afterwards(cleanUp: () => unknown): void {
  cleanUps.push(cleanUp)
}

export async function serve(options: FaultServerOptions = {}): Promise<FaultServer> {
  const server = await startFaultServer(options)
  afterwards(() => server.close())
  return server
}

export interface OpenOptions extends TransportDeps {
  readonly limits?: Limits
  readonly credentials?: Credentials
}

export function open(config: ClusterConfig, { limits, credentials, ...deps }: OpenOptions = {}): Transport {
  const transport = openTransport(config, credentials ?? stubCredentials(), limits ?? PATIENT, { env: {}, ...deps })
  afterwards(() => transport.close())
  return transport
}
