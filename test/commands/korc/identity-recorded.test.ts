// SPDX-License-Identifier: Apache-2.0
// Objects recorded from real K-ORC, External Secrets, Crossplane and CobaltCore, in the identity and secret views.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { sharedFolder } from '../../fleets/fleet.ts'
import { runCli, words } from '../../harness/run-cli.ts'
import { type Document, expectValid } from '../../harness/schemas.ts'
import { tempFolder } from '../../harness/temp-folder.ts'

const recorded = sharedFolder('recorded')

const VIEWS = [
  'korc',
  'korc verify',
  'ceph-secrets',
  'ceph-secrets verify',
  'credentials',
  'credentials --expiring 30d',
]

async function documentOf(line: string, folder: string): Promise<Document & { readonly exitCode: number }> {
  const { stdout, code } = await runCli([...words(line), '--demo', folder, '-o', 'json'])
  const document = JSON.parse(stdout) as Document & { readonly exitCode: number }
  expectValid(document, `${line} of ${folder}`)
  expect(document.exitCode).toBe(code)
  return document
}

const read = (...path: readonly string[]) => readFileSync(join(recorded ?? '', ...path), 'utf8')

/** One cluster with the management and the control-plane role. */
const oneCluster = (text: string) =>
  tempFolder({
    'management.yaml': text,
    'fleet.yaml': 'clusters:\n  management: { roles: [management, control-plane=local] }\n',
  })

describe.skipIf(!recorded)('recorded', () => {
  it.each([
    '07-korc-waits-for-credential',
    '08-service-accounts-await-secret-store',
    '10-ready',
    '11-upgrade-under-way',
  ])('every view works at moment %s', async (moment) => {
    const folder = oneCluster(read('cobaltcore', `${moment}.yaml`))
    for (const view of VIEWS) expect((await documentOf(view, folder)).kind).not.toBe('Error')
  })

  it.each(['seeds-landscape', 'cobaltcore-target'])('every view works on %s', async (name) => {
    for (const view of VIEWS) expect((await documentOf(view, join(recorded ?? '', name))).kind).not.toBe('Error')
  })

  it('shows K-ORC waiting, failing and adopting', async () => {
    const { objects } = (await documentOf('korc', oneCluster(read('k-orc', 'objects.yaml')))) as unknown as {
      objects: readonly { name: string; own: string; waits: string[]; findings: readonly { mode: string }[] }[]
    }
    const rowsByName = new Map(objects.map((row) => [row.name, row]))
    expect(rowsByName.get('f-ambiguous')).toMatchObject({ own: 'failed', findings: [{ mode: 'F84' }] })
    expect(rowsByName.get('f-notfound-id')).toMatchObject({ own: 'failed' })
    expect(rowsByName.get('f-missing-dep')).toMatchObject({ own: 'progressing', waits: ['Domain/no-such-domain'] })
    expect(rowsByName.get('f-nosecret')).toMatchObject({ own: 'progressing', waits: ['Secret/does-not-exist'] })
    expect(rowsByName.get('f-conflict')).toMatchObject({ own: 'healthy', findings: [{ mode: 'F102' }] })
  })

  it('the Composition of the specification creates capabilities without a pool', async () => {
    const report = await documentOf('ceph-secrets', join(recorded ?? '', 'seeds-landscape'))
    expect(report).toMatchObject({
      exitCode: 1,
      clients: [{ key: { state: 'not made yet' }, judged: 'failed', findings: [{ mode: 'F11' }] }],
    })
  })
})
