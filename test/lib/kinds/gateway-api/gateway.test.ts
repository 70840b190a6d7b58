// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest'
import { conditions, healthOf, linksOf } from '../told.ts'

const GATEWAY = 'Gateway.gateway.networking.k8s.io'
const ROUTE = 'HTTPRoute.gateway.networking.k8s.io'

const stateOf = (kind: string, yaml: string) => healthOf(kind, yaml).state

describe('a Gateway', () => {
  it('is healthy only if it is accepted and programmed', () => {
    expect(stateOf(GATEWAY, conditions('Accepted=True/Accepted', 'Programmed=True/Programmed'))).toBe('healthy')
    expect(stateOf(GATEWAY, conditions('Accepted=True/Accepted'))).toBe('unknown')
    expect(stateOf(GATEWAY, conditions('Accepted=False/Invalid', 'Programmed=True/Programmed'))).toBe('failed')
    expect(stateOf(GATEWAY, conditions('Accepted=True/Accepted', 'Programmed=False/AddressNotAssigned'))).toBe('failed')
  })

  it('may be pending for ten minutes', () => {
    const pending = conditions('Accepted=True/Accepted', 'Programmed=False/Pending')
    const since = Date.parse('2026-06-01T11:00:00Z')
    expect(healthOf(GATEWAY, pending, since + 5 * 60_000).state).toBe('progressing')
    expect(healthOf(GATEWAY, pending, since + 15 * 60_000).state).toBe('failed')
  })

  it('is degraded by one broken listener of two, and failed if none works', () => {
    const listener = (name: string, status: string) =>
      `{ name: ${name}, conditions: [{ type: ResolvedRefs, status: "${status}", reason: InvalidCertificateRef, message: no such Secret }] }`
    const told = (...listeners: string[]) =>
      conditions('Accepted=True/Accepted', 'Programmed=True/Programmed').replace(
        / }$/,
        `, listeners: [${listeners.join(', ')}] }`,
      )
    expect(stateOf(GATEWAY, told(listener('a', 'True'), listener('b', 'True')))).toBe('healthy')
    expect(healthOf(GATEWAY, told(listener('a', 'True'), listener('b', 'False')))).toMatchObject({
      state: 'degraded',
      message: 'listener b: no such Secret',
    })
    expect(stateOf(GATEWAY, told(listener('a', 'False')))).toBe('failed')
  })
})

describe('an HTTPRoute', () => {
  const parent = (accepted: string, resolved = 'True') =>
    `{ conditions: [{ type: Accepted, status: "${accepted}", reason: R }, { type: ResolvedRefs, status: "${resolved}", reason: R }] }`

  it('needs a Gateway that accepts it', () => {
    expect(stateOf(ROUTE, '')).toBe('unknown')
    expect(stateOf(ROUTE, `status: { parents: [${parent('True')}] }`)).toBe('healthy')
    expect(stateOf(ROUTE, `status: { parents: [${parent('False')}] }`)).toBe('failed')
    expect(stateOf(ROUTE, `status: { parents: [${parent('True', 'False')}] }`)).toBe('failed')
    expect(stateOf(ROUTE, `status: { parents: [${parent('True')}, ${parent('False')}] }`)).toBe('degraded')
  })

  it('depends on the Gateways it names, by default in its own namespace', () => {
    const spec = 'spec: { parentRefs: [{ name: a }, { name: b, namespace: edge }, { kind: Service, name: c }] }'
    expect(linksOf(ROUTE, spec)).toEqual(['depends-on Gateway ns/a (optional)', 'depends-on Gateway edge/b (optional)'])
  })
})
