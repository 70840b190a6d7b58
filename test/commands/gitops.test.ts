// SPDX-License-Identifier: Apache-2.0
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { GitopsReport } from '../../src/lib/reports/gitops/report.ts'
import '../harness/demos.ts'
import { expectGolden, expectGoldenJson } from '../harness/golden.ts'
import { ROOT, runCli, words } from '../harness/run-cli.ts'
import { type Document, expectValid } from '../harness/schemas.ts'
import { tempFolder } from '../harness/temp-folder.ts'

const here = { cwd: ROOT }
const SMALL = './test/fleets-small/gitops'
const mode = (name: string) => `./test/modes/${name}`

/** Golden → scenario and exit code. */
const OVERVIEWS = [
  ['healthy', 'healthy', 0],
  ['one-cluster', 'one-cluster', 0],
  ['pool-unreachable', 'pool-unreachable', 3],
  ['source-failing', mode('F20'), 1],
  ['dependency-blocked', mode('F21'), 1],
  ['suspended', mode('F22'), 1],
  ['release-exhausted', mode('F23'), 1],
  ['version-gone', mode('F24'), 1],
  ['controller-down', mode('F112'), 1],
  ['circle', SMALL, 1],
] as const

async function report(line: string): Promise<GitopsReport> {
  const { stdout } = await runCli([...words(line), '-o', 'json'], here)
  return JSON.parse(stdout) as GitopsReport
}

const condition = (type: string, status: string, reason: string) =>
  `{ type: ${type}, status: "${status}", reason: ${reason}, message: ${reason}, lastTransitionTime: 2026-11-01T00:00:00Z, observedGeneration: 1 }`

it('a failing source of any kind is shown, and its objects are blocked', async () => {
  const folder = tempFolder({
    'fleet.yaml': 'clusters:\n  management: { roles: [management, control-plane=local] }\n',
    'management.yaml': `apiVersion: source.toolkit.fluxcd.io/v1
kind: Bucket
metadata: { name: b, namespace: flux-system, generation: 1, creationTimestamp: 2026-10-01T00:00:00Z }
spec: { bucketName: x, endpoint: s3.example.com, interval: 5m }
status: { observedGeneration: 1, conditions: [${condition('Ready', 'False', 'BucketOperationFailed')}, ${condition('FetchFailed', 'True', 'BucketOperationFailed')}] }
---
apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
metadata: { name: apps, namespace: flux-system, generation: 1, creationTimestamp: 2026-10-01T00:00:00Z }
spec: { interval: 10m, prune: true, path: ./apps, sourceRef: { kind: Bucket, name: b } }
status: { observedGeneration: 1, conditions: [${condition('Ready', 'True', 'ReconciliationSucceeded')}] }
`,
  })
  const { objects, exitCode } = await report(`gitops --demo ${folder}`)
  const rows = objects.map(({ kind, state, findings }) => [kind, state, findings[0]?.mode])
  expect([exitCode, rows]).toEqual([
    1,
    [
      ['Bucket', 'failed', 'F20'],
      ['Kustomization', 'failed', 'F20'],
    ],
  ])
})

describe('gitops', () => {
  it.each(OVERVIEWS)('%s: table, wide and JSON', async (name, demo, exit) => {
    const line = `gitops --demo ${demo}`
    expect((await expectGolden(`gitops/${name}`, line, here)).code).toBe(exit)
    expect((await expectGolden(`gitops/${name}.wide`, `${line} -o wide`, here)).code).toBe(exit)
    const json = await expectGoldenJson(`gitops/${name}`, line, here)
    expect(json.code).toBe(exit)
    expectValid(JSON.parse(json.stdout) as Document, name)
  })

  it.each([
    ['healthy', 'healthy', 60],
    ['dependency-blocked', mode('F21'), 60],
    ['healthy', 'healthy', 140],
    ['one-cluster', 'one-cluster', 60],
    ['one-cluster', 'one-cluster', 140],
    ['dependency-blocked', mode('F21'), 140],
    ['suspended', mode('F22'), 140],
  ])('%s in %s fits into %i columns', async (name, demo, columns) => {
    const world = { ...here, tty: true, columns, env: { NO_COLOR: '1' } }
    const { stdout } = await runCli(words(`gitops --demo ${demo}`), world)
    if (columns > 60)
      await expect(stdout).toMatchFileSnapshot(join(ROOT, 'test', 'golden', 'gitops', `${name}.${columns}.txt`))
    expect(Math.max(...stdout.split('\n').map((text) => [...text].length))).toBeLessThanOrEqual(columns)
  })

  it.each(['dot', 'mermaid'])('the dependency order as %s', async (format) => {
    await expectGolden(`gitops/order.${format}`, `gitops --demo ${mode('F21')} -o ${format}`, here)
  })

  it.each([
    ['jsonl', 20],
    ['name', 19],
    ['custom-columns=NAME:.name,STEP:.step', 20],
    ['jsonpath={.objects[*].name}', 1],
  ])('-o %s', async (format, lines) => {
    const { stdout, code } = await runCli([...words('gitops --demo healthy -o'), format], here)
    expect(code).toBe(0)
    expect(stdout.trimEnd().split('\n')).toHaveLength(lines)
  })

  it('an object comes after its dependencies, whatever their names', async () => {
    const { objects } = await report('gitops --demo healthy')
    const step = new Map(
      objects.map(({ kind, namespace, name, step }) => [`${kind}/${namespace}/${name}@management`, step]),
    )
    for (const { after, step: mine } of objects) for (const place of after) expect(step.get(place)).toBeLessThan(mine)
    expect(objects.filter(({ after }) => after.length > 1).length).toBeGreaterThan(5)
  })

  it('a dependency cycle fails, and objects without a running controller are not healthy', async () => {
    const circle = await report(`gitops --demo ${SMALL}`)
    const inCircle = circle.objects.filter((row) => row.circular)
    expect(inCircle.map(({ name, state }) => `${name} ${state}`).sort()).toEqual(['egg failed', 'hen failed'])
    const down = await report(`gitops --demo ${mode('F112')}`)
    const states = down.objects.filter(({ kind }) => kind === 'Kustomization').map(({ state }) => state)
    expect(new Set(states)).toEqual(new Set(['unknown']))
    expect(down.objects.find(({ kind }) => kind === 'HelmRelease')?.state).toBe('healthy')
  })

  it('--pool, -n and -l filter, with all dependencies', async () => {
    const names = async (line: string) => (await report(`${line} --demo healthy`)).objects.map(({ name }) => name)
    expect(await names('gitops --pool hv-pool-a')).toEqual([
      'c5c3-gitops',
      'flux-system',
      'crossplane',
      'infrastructure',
      'hv-pool-a',
    ])
    expect(await names('gitops -n external-secrets')).toEqual(['external-secrets'])
    const { code, stderr } = await runCli(words('gitops -n flux-sytem --demo healthy'), here)
    expect({ code, stderr }).toMatchObject({ code: 8, stderr: expect.stringContaining('did you mean: flux-system') })
  })

  it('reads only the kinds that Flux manages', async () => {
    const { stderr } = await runCli(words('gitops --debug --demo healthy'), here)
    const lists = [...stderr.matchAll(/GET \/apis\/([^/\s]+)\/[^/\s]+\/(\w+) /g)].map(
      ([, group, plural]) => `${plural}.${group}`,
    )
    expect(new Set(lists)).toEqual(
      new Set([
        'deployments.apps',
        'fluxinstances.fluxcd.controlplane.io',
        'gitrepositories.source.toolkit.fluxcd.io',
        'helmreleases.helm.toolkit.fluxcd.io',
        'helmrepositories.source.toolkit.fluxcd.io',
        'kustomizations.kustomize.toolkit.fluxcd.io',
      ]),
    )
    expect(lists.length).toBe(12)
  })
})

describe('gitops owner', () => {
  it.each([
    ['claim', 'OpenStackCluster/customer-a-prod', 'healthy', 0],
    ['remote', 'ControlPlane/customer-a-prod-x7k2p@eu-de-1', 'healthy', 0],
    ['other-kind', 'ClusterRole/c5c3:viewer', SMALL, 0],
    ['over-owners', 'StatefulSet/worker', SMALL, 0],
    ['root', 'kustomization/root', SMALL, 0],
    ['nobody', 'Deployment/by-hand', SMALL, 0],
    ['twice', 'ConfigMap/good', SMALL, 2],
    ['nowhere', 'Deployment/c5c3-operatr', 'healthy', 8],
    ['no-such-kind', 'clusterrol/c5c3:viewer', SMALL, 8],
    ['hidden', 'Deployment/rook-ceph-operator@storage/st-pool-b', 'pool-unreachable', 3],
  ])('%s: %s', async (name, object, demo, exit) => {
    const line = `gitops owner ${object} --demo ${demo}`
    expect((await expectGolden(`gitops-owner/${name}`, line, here)).code).toBe(exit)
    const json = await expectGoldenJson(`gitops-owner/${name}`, line, here)
    expect(json.code).toBe(exit)
    expectValid(JSON.parse(json.stdout) as Document, name)
  })

  it('an inventory entry needs no other kind', async () => {
    const { stderr } = await runCli(words('gitops owner OpenStackCluster/customer-a-prod --debug --demo healthy'), here)
    expect(stderr).toContain('/kustomizations ')
    expect(stderr).not.toMatch(/openstackclusters|deployments/)
  })
})
