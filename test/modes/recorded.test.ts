// SPDX-License-Identifier: Apache-2.0
// The XRD, Composition and claim of the specification, as real Crossplane and provider-kubernetes ran them against the
// released CRDs: why on the claim names what rejects the ControlPlane, and check also finds the other problems.
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import type { CheckReport } from '../../src/lib/reports/check/report.ts'
import type { WhyReport } from '../../src/lib/reports/why/report.ts'
import { sharedFolder } from '../fleets/fleet.ts'
import { closeDemos } from '../harness/demos.ts'
import { runCli } from '../harness/run-cli.ts'

const recorded = sharedFolder('recorded')
const demo = ['--demo', join(recorded ?? '', 'seeds-landscape'), '-o', 'json']

async function json<T>(...words: string[]): Promise<T> {
  const { stdout, stderr } = await runCli([...words, ...demo])
  expect(stderr).toBe('')
  return JSON.parse(stdout) as T
}

describe.skipIf(recorded === undefined)('the recorded fleet of the specification', () => {
  afterAll(closeDemos)

  it('why on the claim first names the API flavour that the CRD does not support', async () => {
    const { verdict, causes } = await json<WhyReport>('why', 'customer-a-prod')
    expect(verdict).toBe('failed')
    expect(causes[0]).toMatchObject({ check: 'undeclared-fields', modes: ['F127'], subject: { kind: 'Object' } })
    expect(causes[0]?.message).toContain('.spec.infrastructure.mariadb, .spec.openstack')
    expect(causes[0]?.path.map(({ kind }) => kind)).toEqual(['OpenStackCluster', 'XOpenStackCluster', 'Object'])
  })

  it('check also finds strings for numbers, empty capabilities, and a quota without effect', async () => {
    const { findings } = await json<CheckReport>('check')
    const modes = new Map(findings.map(({ mode, subject }) => [mode, `${subject.kind}/${subject.name}`]))
    expect([...modes.keys()]).toEqual(expect.arrayContaining(['F10', 'F11', 'F18', 'F127']))
    expect(modes.get('F11')).toBe('CephClient/openstack-customer-a-prod-tgkn9')
    expect(modes.get('F18')).toBe('OpenStackCluster/customer-a-prod')
    // No pools were created: the claim names two that do not exist.
    expect([...modes.keys()].sort()).toEqual(['F10', 'F11', 'F127', 'F14', 'F18'])
  })
})
