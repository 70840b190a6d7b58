// SPDX-License-Identifier: Apache-2.0
// ceph-secrets sync --list-orphans: copies whose client or consumer no longer exists.
import { beforeAll, describe, expect, it } from 'vitest'
import type { AccessRule } from '../../../src/lib/embedded/http/users.ts'
import type { Json } from '../../contract/api.ts'
import { expectNoLeak } from '../../harness/canary.ts'
import { expectGolden, expectGoldenJson } from '../../harness/golden.ts'
import { ROOT, runCli, words } from '../../harness/run-cli.ts'
import { expectValid } from '../../harness/schemas.ts'
import { tempFolder } from '../../harness/temp-folder.ts'
import { embeddedWorld } from '../../writes/embedded-world.ts'
import type { World } from '../../writes/world.ts'

const LINE = 'ceph-secrets sync --list-orphans'
const ORPHANS = './test/fleets-small/ceph-orphans'

describe('ceph-secrets sync --list-orphans', () => {
  it('shows the reason, the source and the delete command of each orphan, without Secret values', async () => {
    const text = await expectGolden('ceph-orphans/some', `${LINE} --demo ${ORPHANS}`, { cwd: ROOT })
    const json = await expectGoldenJson('ceph-orphans/some', `${LINE} --demo ${ORPHANS}`, { cwd: ROOT })
    expect([text.code, json.code]).toEqual([1, 1])
    for (const { stdout, stderr } of [text, json]) expectNoLeak(stdout + stderr, ['CANARY-orphan-key'], LINE)
    expectValid(JSON.parse(json.stdout), LINE)
  })

  it('is empty if every copy has its client and its consumer', async () => {
    const { stdout, code } = await runCli(words(`${LINE} --demo ceph-key-stale`))
    expect([stdout.trim(), code]).toEqual(['no orphaned copies\n\n9/9 clusters read', 0])
  })

  it('an unreachable storage cluster leaves clients unknown, not deleted', async () => {
    const folder = tempFolder({
      'fleet.yaml': `extends: ${ROOT}/test/fleets-small/ceph-orphans\nclusters: { storage.st-pool-a: { unreachable: true } }\n`,
    })
    const { stdout, code } = await runCli([...words(`${LINE} -o json --demo`), folder])
    const { orphans, completeness } = JSON.parse(stdout)
    expect([code, completeness.complete]).toEqual([1, false])
    expect(orphans.map(({ name, causes }: Json) => [name, causes])).toEqual(
      ['ceph-both', 'ceph-idle', 'ceph-taken'].map((name) => [name, ['no-consumer']]),
    )
  })

  it('refuses client names, because it lists all copies or those of a namespace', async () => {
    for (const more of ['nova', '--all', '--plan-out plan.json'])
      expect([more, (await runCli(words(`${LINE} ${more} --demo healthy`))).code]).toEqual([more, 2])
    const { stdout } = await runCli(words(`${LINE} -n elsewhere -o name --demo ${ORPHANS}`), { cwd: ROOT })
    expect(stdout).toBe('')
  })
})

describe('copies that were made by sync', () => {
  let world: World
  let addUser: (rules: readonly AccessRule[]) => string
  beforeAll(async () => {
    const { world: made, plane } = await embeddedWorld()
    world = made
    addUser = (rules) => plane.addUser('limited', rules)
  })

  it('a copy whose client was deleted is an orphan, and the printed command deletes it only while it is unchanged', async () => {
    const [kept, gone] = [await world.tenant(), await world.tenant()]
    expect((await world.sync([kept, gone])).code).toBe(0)
    expect((await world.command(words(LINE))).code).toBe(0)
    await world.storage.delete(`/apis/ceph.rook.io/v1/namespaces/rook-ceph/cephclients/${gone.name}`)
    const { code, report } = await world.command(words(LINE))
    expectValid(report, LINE)
    expect(code).toBe(1)
    expect(report.orphans).toMatchObject([
      {
        cluster: 'control-plane/eu',
        namespace: gone.namespace,
        name: gone.target,
        source: `storage/st-pool-a/rook-ceph/${gone.source}`,
        causes: ['no-client'],
        consumers: [`Cinder ${gone.namespace}/cinder`],
      },
    ])
    expect(await world.target(gone)).toBeDefined()
    const [, options, path] =
      /^printf %s '(.+)' \| kubectl .* delete --raw (\S+) -f -$/.exec(report.orphans[0].command) ?? []
    await world.control.patch('merge', world.path(gone), { metadata: { labels: { touched: 'yes' } } })
    expect((await world.control.delete(path ?? '', JSON.parse(options ?? ''))).status).toBe(409)
    const again = (await world.command(words(LINE))).report.orphans[0].command
    const fresh = JSON.parse(/^printf %s '(.+)' \|/.exec(again)?.[1] ?? '')
    expect((await world.control.delete(path ?? '', fresh)).status).toBe(200)
    expect(await world.target(gone)).toBeUndefined()
    expect((await world.command(words(LINE))).code).toBe(0)
  })

  it('Secrets that are readable only in some namespaces are reported: exit 3', async () => {
    const tenant = await world.tenant()
    await world.sync([tenant])
    const token = addUser([
      {
        verbs: ['list', 'get'],
        groups: ['*'],
        resources: ['namespaces', 'cinders', 'glances', 'controlplanes', 'externalsecrets', 'pushsecrets', 'objects'],
      },
    ])
    const { code, report } = await world.command(words(LINE), { control: { ...world.clusters.control, token } })
    expect([code, report.verdict, report.orphans]).toEqual([3, 'unknown', []])
    expect(report.completeness.gaps.map(({ kind }: Json) => kind)).toContain('Secret')
  })
})
