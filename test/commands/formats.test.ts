// SPDX-License-Identifier: Apache-2.0
// Output formats on the command line: which command has which, errors before any request, and the same exit code in
// all.
import { beforeAll, describe, expect, it } from 'vitest'
import type { BaseCommand } from '../../src/lib/cli/oclif/base-command.ts'
import { COMMANDS } from '../../src/lib/cli/oclif/registry.ts'
import { type Format, formatWords, STATUS_FORMATS, TREE_FORMATS } from '../../src/lib/render/formats.ts'
import '../harness/demos.ts'
import '../harness/shared-observations.ts'
import { expectGolden } from '../harness/golden.ts'
import { expectHarmless, HOSTILE } from '../harness/hostile.ts'
import { ROOT, runCli, words } from '../harness/run-cli.ts'
import { expectValid } from '../harness/schemas.ts'
import { tempFolder } from '../harness/temp-folder.ts'
import { parseXml } from '../harness/xml.ts'

const here = { cwd: ROOT }

const classOf = async (id: string) => (await COMMANDS[id]?.())?.default as unknown as typeof BaseCommand

describe('every command', () => {
  it.each(Object.keys(COMMANDS))('%s lists its formats in its help', async (id) => {
    const { formats, baseFlags } = await classOf(id)
    // The terminal UI has no formats.
    if (id === 'tui') return expect(baseFlags).not.toHaveProperty('output')
    expect(baseFlags.output.summary).toBe(formatWords(formats))
  })
})

/** Commands that print a report: with a healthy fleet, an unreachable cluster, and a failure. */
const LINES: readonly (readonly [id: string, line: string])[] = [
  ['ceph-secrets:sync', 'ceph-secrets sync --pool st-pool-b --demo ceph-key-stale --dry-run=client'],
  ['contexts', 'contexts --demo ./test/fleets-small/storage-dark'],
  ['contexts:check', 'contexts check --demo ./test/fleets-small/no-secrets'],
  ['demo', 'demo'],
  ['journal', 'journal'],
  ['korc:import-bootstrap', 'korc import-bootstrap --demo one-cluster --dry-run=client'],
  ['pools', 'pools --demo ./test/fleets-small/pools'],
  ['pools:capacity', 'pools capacity --demo ./test/fleets-small/pools'],
  ['schema', 'schema'],
  ['status', 'status --demo ./test/fleets-small/storage-dark'],
  ['status', 'status cobaltcore --demo one-cluster'],
  ['tree', 'tree --demo one-cluster --depth 3'],
  ['version', 'version --demo ./test/fleets-small/storage-dark'],
]

const ARGUMENTS: Partial<Record<Format, string>> = { jsonpath: '={.kind}', 'custom-columns': '=A:.name' }

for (const [id, line] of LINES) {
  const { formats } = await classOf(id)

  describe(line, () => {
    let plainCode: number
    beforeAll(async () => {
      plainCode = (await runCli(words(line), here)).code
    })

    it.each(formats)('-o %s has the same exit code, ends in one newline and is safe to print', async (format) => {
      const { code, stdout } = await runCli([...words(line), '-o', `${format}${ARGUMENTS[format] ?? ''}`], here)
      expect(code).toBe(plainCode)
      expect(code).not.toBe(70)
      expect(stdout).toMatch(/^$|[^\n]\n$/)
      expectHarmless(stdout)
      expectGood(format, stdout, line)
    })
  })
}

function expectGood(format: Format, stdout: string, line: string): void {
  if (format === 'json') expectValid(JSON.parse(stdout), line)
  if (format === 'jsonl') for (const each of stdout.trimEnd().split('\n')) expectValid(JSON.parse(each), line)
  if (format === 'junit') expect(parseXml(stdout).name).toBe('testsuites')
}

describe('text of a cluster that would break a format or a terminal', () => {
  const words_ = `"] evil --> x["]]>&amp;\\N</failure>{.x}${HOSTILE}`
  const conditions = [{ type: 'Ready', status: 'False', reason: words_, message: words_ }]
  const plane = {
    apiVersion: 'c5c3.io/v1alpha1',
    kind: 'ControlPlane',
    metadata: { name: 'plane', namespace: 'openstack', creationTimestamp: '2026-11-01T00:00:00Z' },
    status: { conditions },
  }
  const home = tempFolder({ 'fleet/control-plane.eu.yaml': JSON.stringify(plane) })

  it.each([
    ...STATUS_FORMATS.map((format) => ['status', format] as const),
    ...TREE_FORMATS.map((format) => ['tree', format] as const),
  ])('%s -o %s shows it escaped', async (command, format) => {
    const template = format === 'jsonpath' ? '={..message}' : format === 'custom-columns' ? '=A:.message,B:.reason' : ''
    const { stdout, stderr, code } = await runCli([command, '--demo', './fleet', '-o', `${format}${template}`], {
      home,
    })
    expect(code, stderr).toBe(1)
    expectHarmless(stdout)
    expectHarmless(stderr)
    if (format !== 'name') expect(stdout).toContain('evil')
    expectGood(format, stdout, command)
  })
})

describe('a usage error is reported before any request', () => {
  // There is no kubeconfig: a command that opens clusters would fail with that error instead.
  it.each([
    ['tree -o junit', 'output format "junit" is not supported by this command'],
    ['tree -o table', 'output format "table" is not supported by this command'],
    ['contexts -o dot', 'output format "dot" is not supported by this command'],
    ['version -o custom-columns=A:.a', 'output format "custom-columns" is not supported by this command'],
    ['status -o jsonpath', '-o jsonpath requires an expression'],
    ['status -o jsonpath={.a', 'JSONPath "{.a": the { at 1 is not closed'],
    ['status -o custom-columns=A', 'custom-columns: invalid column "A" (expected NAME:.path)'],
    ['status --sort-by .a[', 'JSONPath ".a[": a [ is not closed'],
    ['tree --sort-by NAME', '--sort-by is not supported with -o tree'],
    ['status -o junit --sort-by .name', '--sort-by is not supported with -o junit'],
  ])('%s', async (line, message) => {
    const { stdout, stderr, code } = await runCli(words(line))
    expect({ stdout, code }).toEqual({ stdout: '', code: 2 })
    expect(stderr).toContain(`error: ${message}`)
  })

  it('an error in JSON lines is one line', async () => {
    const { stdout, code } = await runCli(words('tree -o jsonl --nope'))
    expect(code).toBe(2)
    expect(stdout).toMatch(/^\{.*\}\n$/)
    expectValid(JSON.parse(stdout), 'the error')
  })
})

describe('goldens', () => {
  const STATUS = 'status --demo database-down'
  const TREE = 'tree MariaDB/openstack-customer-a-prod-x7k2p/openstack-db --demo database-down'

  it.each([
    ['status/formats.name', `${STATUS} -o name`],
    [
      'status/formats.jsonpath',
      `${STATUS} -o "jsonpath={range .clusters[?(@.state!='healthy')]}{.name}: {.blocker.kind}/{.blocker.name}{'\\n'}{end}"`,
    ],
    [
      'status/formats.custom-columns',
      `${STATUS} -o custom-columns=NAME:.name,STATE:.state,BLOCKER:.blocker.name --sort-by state`,
    ],
    ['status/formats.sorted', `${STATUS} --sort-by AGE --no-headers`],
    ['status/formats.junit', 'status customer-a-prod --demo database-down -o junit'],
    ['status/formats.jsonl', 'status --demo one-cluster -o jsonl'],
    ['tree/formats.dot', `${TREE} -o dot`],
    ['tree/formats.mermaid', `${TREE} -o mermaid`],
    ['tree/formats.reverse-mermaid', `${TREE} --reverse --depth 1 -o mermaid`],
    ['tree/formats.custom-columns', `${TREE} -o custom-columns=DEPTH:.depth,KIND:.kind,NAME:.name,STATE:.state`],
    ['tree/formats.ascii', `${TREE} --ascii`],
  ])('%s', async (name, line) => {
    await expectGolden(name, line, here)
  })
})

describe('--ascii', () => {
  it.each([
    ['status --demo database-down'],
    ['status customer-a-prod --demo database-down'],
    ['tree customer-a-prod --demo database-down --depth 4'],
    ['tree customer-a-prod --demo database-down --depth 4 -o dot'],
    ['pools --demo healthy'],
    ['pools --demo healthy -o wide'],
  ])('%s draws with ASCII only', async (line) => {
    const { stdout } = await runCli([...words(line), '--ascii'], here)
    expect(stdout).toMatch(/^[\n -~]+$/)
  })
})
