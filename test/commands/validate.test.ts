// SPDX-License-Identifier: Apache-2.0
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { ValidateReport } from '../../src/lib/reports/validate.ts'
import '../harness/demos.ts'
import { expectGolden } from '../harness/golden.ts'
import { ROOT, runCli, type World, words } from '../harness/run-cli.ts'
import { tempFolder } from '../harness/temp-folder.ts'
import { expectView } from '../harness/view-goldens.ts'

const here = { cwd: ROOT }
const POOLS = './test/manifests/pools.yaml'
const PLANTED = JSON.parse(readFileSync(join(ROOT, 'test/manifests/planted.json'), 'utf8')) as Record<string, string[]>
const SEEDS = join(ROOT, '..', 'shared', 'seeds')

async function report(line: string, world: World = here): Promise<ValidateReport> {
  const { stdout } = await runCli([...words(line), '-o', 'json'], world)
  return JSON.parse(stdout) as ValidateReport
}

const CLAIM = `apiVersion: c5c3.io/v1alpha1
kind: OpenStackCluster
metadata: { name: t, namespace: tenant-t }
spec: { region: eu-de-1, size: large, hypervisorClusters: [hv-pool-a], storageClusters: [st-pool-a] }
`

describe('planted defects', () => {
  it.each(Object.entries(PLANTED))('%s: found at its line, and nothing else', async (name, expected) => {
    const file = `test/manifests/planted/${name}.yaml`
    const { findings, exitCode } = await report(`validate --offline -f ${file} -f ${POOLS}`)
    const found = findings.filter((one) => one.file === file).map(({ line, rule }) => `${line} ${rule}`)
    expect(found.sort()).toEqual([...expected].sort())
    expect(exitCode).toBe(1)
  })

  it('text, wide and JSON', async () => {
    await expectGolden('validate/planted', 'validate --offline -f ./test/manifests', here)
    const line = `validate --offline -f ./test/manifests/planted/05-wrong-region.yaml -f ${POOLS}`
    await expectView('validate/wrong-region', line, 1)
  })

  it.each(['github', 'sarif', 'markdown'])('as %s', async (format) => {
    const line = `validate --offline -f ./test/manifests/planted/10-string-replication.yaml -f ${POOLS} -o ${format}`
    expect((await expectGolden(`validate/${format}`, line, here)).code).toBe(1)
  })
})

it('as junit, whatever the time', async () => {
  const line = `validate --offline -f ./test/manifests/planted/10-string-replication.yaml -f ${POOLS} -o junit`
  const { stdout, code } = await runCli(words(line), here)
  expect(code).toBe(1)
  const text = stdout.replace(/timestamp="[^"]*"/, 'timestamp="-"')
  await expect(text).toMatchFileSnapshot(join(ROOT, 'test', 'golden', 'validate', 'junit.txt'))
})

describe.skipIf(!existsSync(SEEDS))('the examples of the specification (skipped where it is not at hand)', () => {
  it('are right against their own schema, and what is not carried is not known without a Composition', async () => {
    const documents = readdirSync(SEEDS)
      .map((file) => readFileSync(join(SEEDS, file), 'utf8'))
      .flatMap(
        (text) =>
          text.match(
            /^apiVersion: (?:crossplane\.)?c5c3\.io\/v1alpha1\nkind: \w+Cluster\n(?:(?:metadata:|spec:| .*|#.*)?\n)*/gm,
          ) ?? [],
      )
    expect(documents.length).toBeGreaterThan(6)
    const { findings, checked } = await report('validate --offline -f -', { ...here, stdin: documents.join('---\n') })
    expect(checked.length).toBe(documents.length)
    const wrong = findings.filter(
      ({ rule }) => !['unknown-pool', 'pool-name-taken', 'dedicated-pool-shared'].includes(rule),
    )
    expect(wrong.filter(({ severity }) => severity === 'error').map(({ message }) => message)).toEqual([])
  })
})

describe('with a cluster', () => {
  it('pools and schema of the management cluster', async () => {
    const ran = await runCli(words('validate -f - --demo healthy'), { ...here, stdin: CLAIM })
    expect(ran).toMatchObject({ code: 0, stdout: expect.stringContaining('nothing found') })
    const { findings } = await report('validate -f - --demo healthy', {
      ...here,
      stdin: CLAIM.replace('hv-pool-a', 'hv-pool-q'),
    })
    expect(findings).toMatchObject([{ file: 'stdin', line: 4, rule: 'unknown-pool', mode: 'F14' }])
  })
})

describe('layout', () => {
  const pool = (region: string) =>
    `apiVersion: crossplane.c5c3.io/v1alpha1\nkind: StorageCluster\nmetadata: { name: st, namespace: infrastructure }\nspec:\n  region: ${region}\n  name: st\n`

  it('region folder, tenant folder, files that no kustomization lists, entries without a file', async () => {
    const cwd = tempFolder({
      'infrastructure/eu-de-1/kustomization.yaml': 'resources:\n  - st.yaml\n  - gone.yaml\n',
      'infrastructure/eu-de-1/st.yaml': pool('us-east-1'),
      'tenants/t/kustomization.yaml': 'resources: []\n',
      'tenants/t/clusters/prod.yaml': CLAIM.replace('tenant-t', 'tenant-other'),
    })
    const { findings } = await report('validate --offline -f .', { cwd })
    expect(
      findings.filter(({ severity }) => severity === 'error').map(({ file, line, rule }) => `${file}:${line} ${rule}`),
    ).toEqual([
      'infrastructure/eu-de-1/kustomization.yaml:3 kustomization-lists-nothing',
      'infrastructure/eu-de-1/st.yaml:5 region-folder',
      'tenants/t/clusters/prod.yaml:1 not-in-kustomization',
      'tenants/t/clusters/prod.yaml:3 tenant-folder',
      'tenants/t/clusters/prod.yaml:4 unknown-pool',
    ])
  })
})

describe('bad input', () => {
  const bomb = ['a: &a [x,x,x,x,x,x,x,x,x]']
  for (const [i, name] of [...'bcdefgh'].entries())
    bomb.push(`${name}: &${name} [${Array(9).fill(`*${'abcdefgh'[i]}`).join(',')}]`)

  it.each([
    ['empty', '', 'stdin:1:1: error: the file is empty'],
    ['binary', Buffer.from([0x7f, 0x45, 0, 1, 2]), 'stdin:1:1: error: the file is binary'],
    ['no UTF-8', Buffer.from([0x61, 0xff, 0xfe]), 'stdin:1:1: error: the file is no UTF-8 text'],
    ['a bomb', bomb.join('\n'), 'stdin:2:8: error: too many aliases'],
    ['duplicate keys', 'a: 1\nb: 2\na: 3\n', 'stdin:3:1: error: the same key twice'],
    ['deep', `${'['.repeat(20_000)}`, 'stdin:1:'],
    ['50 MB', Buffer.alloc(50 * 1024 * 1024, 'a: b\n'), 'stdin:1:1: error: the file is larger than 20 MB'],
    ['a list', '- a\n', 'stdin:1:1: error: the document is no object'],
  ])('%s: an error with its line', async (_, stdin, told) => {
    const { stdout, code } = await runCli(words('validate --offline -f -'), { ...here, stdin })
    expect({ stdout, code }).toMatchObject({ code: 1, stdout: expect.stringContaining(told) })
  })

  it.each([
    ['validate --offline -f nothing.yaml', 2, 'cannot read nothing.yaml: ENOENT'],
    ['validate --offline', 2, 'filename'],
  ])('%s: exit %i', async (line, exit, told) => {
    const { stderr, code } = await runCli(words(line), here)
    expect({ stderr, code }).toMatchObject({ code: exit, stderr: expect.stringContaining(told) })
  })

  it('nothing to check is no evidence', async () => {
    const stdin = 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: a }\n'
    expect(await runCli(words('validate --offline -f -'), { ...here, stdin })).toMatchObject({ code: 3 })
  })
})
