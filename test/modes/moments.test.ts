// SPDX-License-Identifier: Apache-2.0
// Recorded moments of real controllers: why on the ControlPlane names the deepest object that shows the cause, and
// check finds nothing in the healthy one.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import type { CheckReport } from '../../src/lib/reports/check/report.ts'
import type { WhyReport } from '../../src/lib/reports/why/report.ts'
import { sharedFolder } from '../fleets/fleet.ts'
import { closeDemos } from '../harness/demos.ts'
import '../harness/shared-observations.ts'
import { runCli } from '../harness/run-cli.ts'
import { tempFolder } from '../harness/temp-folder.ts'

const recorded = sharedFolder('recorded')

const CP = 'controlplane-keystone'

/** The first named object, and the failure mode if a check covers it; operations in progress are none. */
const MOMENTS: Readonly<Record<string, { readonly first: string; readonly mode?: string; readonly also?: string }>> = {
  '01-waiting-for-database': { first: 'MariaDB openstack/openstack-db' },
  '02-secretstore-not-ready': { first: 'SecretStore openstack/openbao-tenant-store' },
  '03-keystone-waits-for-database-cr': { first: `Database openstack/${CP}-keystone` },
  '04-keystone-schema-check-running': { first: `Job openstack/${CP}-keystone-schema-check` },
  '05-keystone-deployment-rolling-out': { first: `Deployment openstack/${CP}-keystone` },
  '06-keystone-endpoint-not-resolvable': { first: `Keystone openstack/${CP}-keystone`, mode: 'F103' },
  // The host does not resolve: the error is in the Secret with its credentials.
  '07-korc-waits-for-credential': {
    first: `Secret openstack/${CP}-admin-password-cloud`,
    mode: 'F103',
  },
  '08-service-accounts-await-secret-store': {
    first: `PushSecret openstack/${CP}-glance-0b63a91f-registration-backup`,
  },
  // two faults: Glance has no credentials, and the ControlPlane cannot create the OpenBao of Barbican
  '09-barbican-openbao-error': {
    first: `GlanceBackend openstack/${CP}-glance-default`,
    also: `ControlPlane openstack/${CP}`,
  },
  '11-upgrade-under-way': { first: `Job openstack/${CP}-keystone-db-expand` },
}

/** One real cluster with the management and the control-plane role, shortly after it was recorded. */
function oneCluster(moment: string): string {
  const text = readFileSync(join(recorded ?? '', 'cobaltcore', `${moment}.yaml`), 'utf8')
  const latest = [...text.matchAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/g)].map(([time]) => Date.parse(time))
  const now = new Date(Math.max(...latest.filter((time) => time < Date.parse('2026-11-17T00:00:00Z'))) + 5 * 60_000)
  return tempFolder({
    'management.yaml': text,
    'fleet.yaml': `now: ${now.toISOString()}\nclusters:\n  management: { roles: [management, control-plane=local] }\n`,
  })
}

async function json<T>(...words: string[]): Promise<T> {
  const { stdout, stderr } = await runCli([...words, '-o', 'json'])
  expect(stderr).toBe('')
  return JSON.parse(stdout) as T
}

async function firstCause(subject: string, folder: string) {
  const { causes } = await json<WhyReport>('why', subject, '--demo', folder)
  const [cause] = causes
  const path = cause?.path.map(({ kind, namespace, name }) => `${kind} ${namespace}/${name}`) ?? []
  const ends = causes.map(({ subject: { kind, namespace, name } }) => `${kind} ${namespace}/${name}`)
  return { first: path.at(-1), ends, cluster: cause?.subject.cluster, modes: cause?.modes }
}

afterEach(closeDemos)

describe.skipIf(!recorded)('a control plane from its first minute to Ready and into an upgrade', () => {
  it('every moment is covered', () => {
    const files = readdirSync(join(recorded ?? '', 'cobaltcore')).map((file) => file.replace('.yaml', ''))
    expect([...Object.keys(MOMENTS), '10-ready'].sort()).toEqual(files.sort())
  })

  it.each(Object.entries(MOMENTS))('%s', async (moment, { first, mode, also = first }) => {
    const seen = await firstCause(`controlplane/${CP}`, oneCluster(moment))
    expect(seen).toMatchObject({ first, ...(mode ? { modes: [mode] } : {}) })
    expect(seen.ends).toContain(also)
  })

  it('10-ready: nothing is found', async () => {
    const { findings, checks } = await json<CheckReport>('check', '--demo', oneCluster('10-ready'))
    expect(findings.map(({ check, mode, message, subject }) => ({ check, mode, message, name: subject.name }))).toEqual(
      [],
    )
    expect(checks.filter(({ outcome }) => outcome === 'unknown')).toEqual([])
  })
})

describe.skipIf(!recorded)('services placed on a second cluster', () => {
  it('the missing database there is named, not the Ready one of the same name here', async () => {
    expect(await firstCause('controlplane/edge', join(recorded ?? '', 'cobaltcore-target'))).toMatchObject({
      first: 'MariaDB openstack-b/openstack-db',
      cluster: 'control-plane/edge-1',
      modes: ['F108'],
    })
  })
})

it.skipIf(recorded)('the recordings are not available: the tests above were skipped', ({ skip }) => skip())
