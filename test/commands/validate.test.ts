// SPDX-License-Identifier: Apache-2.0
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { ValidateReport } from '../../src/lib/reports/validate/report.ts'
import '../harness/demos.ts'
import { expectGolden } from '../harness/golden.ts'
import { kubeconfigFor, startLandscape } from '../harness/landscape.ts'
import { ROOT, runCli, type World, words } from '../harness/run-cli.ts'
import { tempFolder } from '../harness/temp-folder.ts'
import { expectView, listsOf } from '../harness/view-goldens.ts'

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
    const file = `test/manifests/${name}.yaml`
    const { findings, exitCode } = await report(`validate --offline -f ${file} -f ${POOLS}`)
    const found = findings.filter((one) => one.file === file).map(({ line, rule }) => `${line} ${rule}`)
    expect(found.sort()).toEqual([...expected].sort())
    expect(exitCode).toBe(1)
  })

  it('text, wide and JSON', async () => {
    await expectGolden('validate/planted', `validate --offline -f ./test/manifests/planted -f ${POOLS}`, here)
    const other = './test/manifests/definitions/36-other-kind.yaml'
    await expectGolden('validate/other-kind', `validate --offline -f ${other}`, here)
    const line = `validate --offline -f ./test/manifests/planted/05-wrong-region.yaml -f ${POOLS}`
    await expectView('validate/wrong-region', line, 1)
  })

  it.each(['github', 'sarif', 'markdown'])('as %s', async (format) => {
    const line = `validate --offline -f ./test/manifests/planted/10-string-replication.yaml -f ${POOLS} -o ${format}`
    expect((await expectGolden(`validate/${format}`, line, here)).code).toBe(1)
  })
})

it('as junit, independent of the time', async () => {
  const line = `validate --offline -f ./test/manifests/planted/10-string-replication.yaml -f ${POOLS} -o junit`
  const { stdout, code } = await runCli(words(line), here)
  expect(code).toBe(1)
  const text = stdout.replace(/timestamp="[^"]*"/, 'timestamp="-"')
  await expect(text).toMatchFileSnapshot(join(ROOT, 'test', 'golden', 'validate', 'junit.txt'))
})

describe.skipIf(!existsSync(SEEDS))('the examples of the specification (skipped if not available)', () => {
  const documents = () =>
    readdirSync(SEEDS).flatMap((file) => {
      const text = readFileSync(join(SEEDS, file), 'utf8')
      return (text.match(/^apiVersion: .*\nkind: .*\n(?:(?:[a-z]\w*:.*| .*|#.*)?\n)*/gm) ?? []).map((body, i) => {
        const kind = /^kind: (\w+)/m.exec(body)?.[1] ?? ''
        return { name: `${file.slice(0, 3)}-${String(i + 1).padStart(2, '0')}-${kind}.yaml`, body }
      })
    })

  it('are valid one by one; whether their pools exist is unknown', async () => {
    const some = documents().filter(({ body }) =>
      /^apiVersion: (?:crossplane\.)?c5c3\.io.*\nkind: \w+Cluster$/m.test(body),
    )
    expect(some.map(({ name }) => name)).toHaveLength(9)
    for (const { name, body } of some) {
      const { findings, checked, exitCode } = await report('validate --offline -f -', { ...here, stdin: body })
      expect([name, checked.length, exitCode]).toEqual([name, 1, 0])
      expect(findings.filter(({ rule, severity }) => rule !== 'unknown-pool' || severity !== 'info')).toEqual([])
    }
  })

  const problems = ({ findings }: ValidateReport) =>
    findings
      .filter(({ severity }) => severity !== 'info')
      .map(({ file, line, rule, path = '' }) => [file, line, rule, path].join(' ').trim())

  it('have the known errors together with their XRD and Composition', async () => {
    const all = documents().filter(({ name }) => name.startsWith('002-'))
    const cwd = tempFolder(Object.fromEntries(all.map(({ name, body }) => [name, body])))
    // The Composition has a duplicate key, so it cannot be applied.
    expect(problems(await report('validate --offline -f .', { cwd }))).toEqual([
      '002-03-Composition.yaml 303 unreadable',
    ])
    const fixed = all.map(({ name, body }) => [name, body.replace(/( +string:\n +fmt: "profile.*"\n)\1/, '$1')])
    const world = { cwd: tempFolder(Object.fromEntries(fixed)) }
    expect(problems(await report('validate --offline -f .', world))).toMatchInlineSnapshot(`
      [
        "002-07-OpenStackCluster.yaml 22 storage-request-ignored spec.storage.ceph.volumePool.quotaGB",
        "002-07-OpenStackCluster.yaml 36 storage-request-ignored spec.storage.ceph.filesystem.enabled",
      ]
    `)
  })

  it('are validated against the CRDs of the operators, if available', async () => {
    const all = documents().filter(({ name }) => name.startsWith('004-'))
    const cwd = tempFolder(Object.fromEntries(all.map(({ name, body }) => [name, body])))
    const crds = ['external-secrets/external-secrets.io_externalsecrets', 'mariadb-operator/k8s.mariadb.com_mariadbs']
    const files = crds.flatMap((name) => ['-f', join(SEEDS, '..', 'crds', `${name}.yaml`)])
    const { stdout } = await runCli([...words('validate --offline -f . -o json'), ...files], { cwd })
    expect(problems(JSON.parse(stdout) as ValidateReport)).toEqual([
      '004-16-ExternalSecret.yaml 1 api-version apiVersion',
      '004-21-MariaDB.yaml 9 unknown-field spec.maxScale',
    ])
  })
})

describe('with a cluster', () => {
  it.each(['healthy', 'one-cluster'])('%s: pools and schema of the management cluster', async (scenario) => {
    await expectView(`validate/${scenario}`, `validate -f ./test/manifests/claim.yaml --demo ${scenario}`, 1)
  })

  it('valid manifests are reported as valid', async () => {
    const ran = await runCli(words('validate -f - --demo healthy'), { ...here, stdin: CLAIM })
    expect(ran).toMatchObject({ code: 0, stdout: expect.stringContaining('nothing found') })
  })

  it('reads only the management cluster: six kinds, each once', async () => {
    const lists = await listsOf('validate -f ./test/manifests/claim.yaml --demo healthy')
    expect([...lists].sort()).toMatchInlineSnapshot(`
      [
        "management /apis/apiextensions.crossplane.io/v1/compositeresourcedefinitions",
        "management /apis/apiextensions.crossplane.io/v1/compositions",
        "management /apis/c5c3.io/v1alpha1/openstackclusters",
        "management /apis/crossplane.c5c3.io/v1alpha1/controlplaneclusters",
        "management /apis/crossplane.c5c3.io/v1alpha1/hypervisorclusters",
        "management /apis/crossplane.c5c3.io/v1alpha1/storageclusters",
      ]
    `)
  })
})

describe('a kind with a CRD in the management cluster', () => {
  const [definition = '', ...mills] = readFileSync(
    join(ROOT, 'test/manifests/definitions/36-other-kind.yaml'),
    'utf8',
  ).split('---\n')
  const run = async (rules: string) => {
    const folder = tempFolder({
      'fleet.yaml': `now: 2026-11-16T12:00:00Z\nclusters:\n  management: { ${rules} }\n`,
      'management.yaml': definition,
    })
    const fleet = await startLandscape(folder)
    const file = join(tempFolder({ kubeconfig: kubeconfigFor(fleet, ['management']) }), 'kubeconfig')
    const line = ['validate', '-f', '-', '-o', 'json', '--kubeconfig', file, '--debug']
    const { stdout, stderr } = await runCli(line, { stdin: mills.slice(0, 2).join('---\n') })
    return { ...(JSON.parse(stdout) as ValidateReport), stderr }
  }

  it('is validated against it, and only the CRD is read', async () => {
    const { findings, others, celRules, exitCode, stderr } = await run('')
    expect({ others, celRules, exitCode }).toEqual({ others: 2, celRules: 1, exitCode: 1 })
    expect(findings.map(({ line, rule }) => `${line} ${rule}`)).toContain('11 unknown-field')
    expect(stderr.match(/customresourcedefinitions\S*/g)).toEqual(['customresourcedefinitions/windmills.example.org'])
  })

  it('is not known to be valid if the CRD is forbidden', async () => {
    const { verdict, exitCode, completeness } = await run('forbidden: [customresourcedefinitions.apiextensions.k8s.io]')
    expect({ verdict, exitCode }).toEqual({ verdict: 'unknown', exitCode: 3 })
    expect(completeness.gaps).toMatchObject([{ cluster: 'management', fault: 'forbidden' }])
  })
})

describe('layout', () => {
  it('a patch is no claim, and a chart template no YAML', async () => {
    const cwd = tempFolder({
      'tenants/t/kustomization.yaml': 'resources: [prod.yaml]\npatches: [{ path: small.yaml }, { path: ops.yaml }]\n',
      'tenants/t/prod.yaml': CLAIM,
      'tenants/t/small.yaml':
        'apiVersion: c5c3.io/v1alpha1\nkind: OpenStackCluster\nmetadata: { name: t }\nspec: { size: small }\n',
      'tenants/t/ops.yaml': '- { op: remove, path: /spec/size }\n',
      'chart/Chart.yaml': 'name: chart\nversion: 1.0.0\n',
      'chart/templates/a.yaml': '{{- range .Values.a }}\n',
    })
    const { findings, patches, exitCode } = await report('validate --offline -f .', { cwd })
    expect(findings.filter(({ severity }) => severity !== 'info')).toEqual([])
    expect({ patches, exitCode }).toEqual({ patches: 2, exitCode: 0 })
  })

  const pool = (region: string) =>
    `apiVersion: crossplane.c5c3.io/v1alpha1\nkind: StorageCluster\nmetadata: { name: st, namespace: infrastructure }\nspec:\n  region: ${region}\n  name: st\n`

  it('region folder, tenant folder, files missing in a kustomization, entries without a file', async () => {
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
    ['50 MB', Buffer.alloc(50 * 1024 * 1024, 'a: b\n'), 'stdin:1:1: error: the file is larger than 10 MB'],
    ['a list', '- a\n', 'stdin:1:1: error: the document is no object'],
  ])('%s: an error with its line', async (_, stdin, expected) => {
    const { stdout, code } = await runCli(words('validate --offline -f -'), { ...here, stdin })
    expect({ stdout, code }).toMatchObject({ code: 1, stdout: expect.stringContaining(expected) })
  })

  it.each([
    ['validate --offline -f nothing.yaml', 2, 'cannot read nothing.yaml: ENOENT'],
    ['validate --offline', 2, 'filename'],
  ])('%s: exit %i', async (line, exit, expected) => {
    const { stderr, code } = await runCli(words(line), here)
    expect({ stderr, code }).toMatchObject({ code: exit, stderr: expect.stringContaining(expected) })
  })

  it('no manifests is not a success', async () => {
    const stdin = 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: a }\n'
    expect(await runCli(words('validate --offline -f -'), { ...here, stdin })).toMatchObject({ code: 3 })
  })
})
