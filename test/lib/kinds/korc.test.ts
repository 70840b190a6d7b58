// SPDX-License-Identifier: Apache-2.0
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { kindName } from '../../../src/lib/model/graph/kind.ts'
import { sharedFolder } from '../../fleets/fleet.ts'
import { readObjects } from './recorded.ts'
import { conditions, healthOf, linksOf, NOW, specOf } from './told.ts'

const PROJECT = 'Project.openstack.k-orc.cloud'
const CREDENTIAL = 'ApplicationCredential.openstack.k-orc.cloud'
const HOUR_AGO = NOW - 3600_000

describe('K-ORC health', () => {
  it.each([
    ['available', ['Available=True/Success', 'Progressing=False/Success'], 'healthy', 'Success'],
    ['not looked at yet', [], 'unknown', 'NotObserved'],
    ['an update under way', ['Available=True/Success', 'Progressing=True/Progressing'], 'progressing', 'Progressing'],
    [
      'waiting',
      ['Available=False/Progressing Waiting for Domain/d to be ready', 'Progressing=True/Progressing'],
      'progressing',
      'Progressing',
    ],
    [
      'retried for an hour',
      ['Available=False/TransientError 401', 'Progressing=True/TransientError'],
      'failed',
      'TransientError',
    ],
    [
      'given up',
      ['Available=False/InvalidConfiguration', 'Progressing=False/InvalidConfiguration'],
      'failed',
      'InvalidConfiguration',
    ],
    [
      'gone from OpenStack',
      ['Available=Unknown/UnrecoverableError', 'Progressing=False/UnrecoverableError'],
      'failed',
      'UnrecoverableError',
    ],
  ])('%s', (_, reported, state, reason) => {
    expect(healthOf(PROJECT, reported.length > 0 ? conditions(...reported) : '')).toMatchObject({ state, reason })
  })

  it('a transient error has a grace period of five minutes', () => {
    const reported = conditions('Available=False/TransientError no such host')
    expect(healthOf(PROJECT, reported, HOUR_AGO + 4 * 60_000)).toMatchObject({ state: 'progressing', itself: true })
    expect(healthOf(PROJECT, reported, HOUR_AGO + 6 * 60_000)).toMatchObject({ state: 'failed', itself: true })
  })

  it('a condition of an older generation is ignored', () => {
    const yaml = `
      metadata: { generation: 2 }
      status: { conditions: [{ type: Available, status: "True", observedGeneration: 1 }] }`
    expect(healthOf(PROJECT, yaml)).toMatchObject({ state: 'unknown', reason: 'Stale' })
  })

  it('an object being deleted is not healthy, whatever its conditions', () => {
    const yaml = `metadata: { deletionTimestamp: "2026-06-01T11:00:00Z" }\n${conditions('Available=True/Success')}`
    expect(healthOf(PROJECT, yaml)).toMatchObject({ state: 'progressing', reason: 'Deleting' })
  })

  it.each([
    ['2026-05-31T00:00:00Z', 'failed', 'Expired', undefined],
    ['2026-06-05T00:00:00Z', 'healthy', 'Success', ['expires at 2026-06-05T00:00:00Z']],
    ['2027-06-01T00:00:00Z', 'healthy', 'Success', undefined],
    ['soon', 'healthy', 'Success', undefined],
  ])('a credential that expires at %s is %s', (expiresAt, state, reason, notes) => {
    const yaml = `status: { resource: { expiresAt: "${expiresAt}" }, conditions: [{ type: Available, status: "True", reason: Success }] }`
    const health = healthOf(CREDENTIAL, yaml)
    expect(health).toMatchObject({ state, reason })
    expect(health.notes).toEqual(notes)
  })
})

describe('K-ORC links', () => {
  it('names in spec are references in the same namespace', () => {
    const yaml = `spec: { cloudCredentialsRef: { secretName: clouds }, resource: { userRef: u, roleRefs: [r, s], secretRef: value } }`
    expect(linksOf(CREDENTIAL, yaml)).toEqual([
      'consumes Secret ns/clouds',
      'consumes ExternalSecret ns/clouds (optional)',
      'consumes Secret ns/value',
      'consumes ExternalSecret ns/value (optional)',
      'depends-on User ns/u',
      'depends-on Role ns/r',
      'depends-on Role ns/s',
      'depends-on Keystone ns/* (optional)',
    ])
    expect(linksOf(PROJECT, 'spec: { import: { filter: { domainRef: d } } }')).toContain('depends-on Domain ns/d')
  })

  it('the object that a message waits for is a reference, and the first to inspect', () => {
    const wait = (what: string) =>
      linksOf(PROJECT, conditions(`Progressing=True/Progressing Waiting for ${what} to be created`))
    expect(wait('Domain/no-such-domain')).toContain('depends-on Domain ns/no-such-domain (named)')
    expect(wait('Secret/clouds')).toEqual(
      expect.arrayContaining([
        'consumes Secret ns/clouds (named)',
        'consumes ExternalSecret ns/clouds (optional, named)',
      ]),
    )
    expect(wait('OpenStack resource').filter((link) => link.includes('named'))).toEqual([])
    expect(wait('Domain/../../x').filter((link) => link.includes('named'))).toEqual([])
  })

  it('never throws on malformed data', () => {
    for (const yaml of [
      'spec: 7',
      'spec: { resource: [1] }',
      'spec: { resource: { roleRefs: [1, {}], userRef: {} } }',
      'status: { conditions: x }',
    ])
      expect(linksOf(PROJECT, yaml)).toEqual(['depends-on Keystone ns/* (optional)'])
  })
})

const recorded = sharedFolder('recorded/k-orc')

describe.skipIf(!recorded)('recorded K-ORC objects', () => {
  const states = (file: string) =>
    new Map(
      readObjects(join(recorded ?? '', file))
        .filter(({ kind }) => kind !== 'Secret')
        .map((object) => {
          const spec = specOf(kindName({ group: 'openstack.k-orc.cloud', kind: object.kind }))
          const health = spec.health?.(object, Date.parse('2026-11-16T02:30:00Z'))
          return [`${object.kind}/${object.metadata.name}`, `${health?.state} ${health?.reason}`]
        }),
    )

  it('have the state of the case that they record', () => {
    const found = states('objects.yaml')
    const cases = new Map([...found].filter(([name]) => name.includes('/f-')))
    expect(Object.fromEntries(cases)).toEqual({
      'Project/f-ambiguous': 'failed InvalidConfiguration',
      'Project/f-conflict': 'healthy Success',
      'Project/f-missing-dep': 'progressing Progressing',
      'Project/f-nocloud': 'failed TransientError',
      'Project/f-nosecret': 'progressing Progressing',
      'Project/f-notfound-filter': 'progressing Progressing',
      'Project/f-notfound-id': 'failed UnrecoverableError',
      'Project/f-unreachable': 'failed TransientError',
      'Project/f-wrongpass': 'failed TransientError',
    })
    for (const [name, state] of found) if (!cases.has(name)) expect([name, state]).toEqual([name, 'healthy Success'])
    expect(found.size).toBeGreaterThan(25)
  })

  it('an object that is deleted while in use is not healthy although Available', () => {
    expect(states('objects-after-external-changes.yaml').get('Domain/default')).toBe('progressing Deleting')
  })
})
