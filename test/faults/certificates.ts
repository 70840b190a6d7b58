// SPDX-License-Identifier: Apache-2.0
// Throw-away certificates for tests: one CA per process, leaf certificates on demand (EC P-256, a few milliseconds
// each).
import { generate } from 'selfsigned'

export interface Pair {
  readonly cert: string
  readonly key: string
}

export interface LeafOptions {
  readonly cn?: string
  readonly dns?: readonly string[]
  readonly ips?: readonly string[]
  readonly notBefore?: Date
  readonly notAfter?: Date
}

export interface Authority extends Pair {
  issue(options?: LeafOptions): Promise<Pair>
}

const DAY = 86_400_000
const EC = { keyType: 'ec', curve: 'P-256', algorithm: 'sha256' } as const

let shared: Promise<Authority> | undefined

/** The default CA of every fault server of this process. */
export function testAuthority(): Promise<Authority> {
  shared ??= makeAuthority('fault server authority')
  return shared
}

/** A new, untrusted CA. */
export async function makeAuthority(cn = 'another authority'): Promise<Authority> {
  const generated = await generate([{ name: 'commonName', value: cn }], {
    ...EC,
    notBeforeDate: new Date(Date.now() - 30 * DAY),
    notAfterDate: new Date(Date.now() + 30 * DAY),
    extensions: [
      { name: 'basicConstraints', cA: true, critical: true },
      { name: 'keyUsage', keyCertSign: true, cRLSign: true, digitalSignature: true, critical: true },
    ],
  })
  const ca = { cert: generated.cert, key: generated.private }
  return { ...ca, issue: (options) => issue(ca, options ?? {}) }
}

async function issue(ca: Pair, options: LeafOptions): Promise<Pair> {
  const dns = options.dns ?? ['localhost']
  const ips = options.ips ?? ['127.0.0.1', '::1']
  const generated = await generate([{ name: 'commonName', value: options.cn ?? dns[0] ?? 'server' }], {
    ...EC,
    ca,
    notBeforeDate: options.notBefore ?? new Date(Date.now() - 20 * DAY),
    notAfterDate: options.notAfter ?? new Date(Date.now() + 20 * DAY),
    extensions: [
      { name: 'basicConstraints', cA: false, critical: true },
      { name: 'keyUsage', digitalSignature: true, critical: true },
      { name: 'extKeyUsage', serverAuth: true, clientAuth: true },
      {
        name: 'subjectAltName',
        altNames: [
          ...dns.map((value) => ({ type: 2 as const, value })),
          ...ips.map((ip) => ({ type: 7 as const, ip })),
        ],
      },
    ],
  })
  return { cert: generated.cert, key: generated.private }
}
