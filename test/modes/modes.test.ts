// SPDX-License-Identifier: Apache-2.0
// Every failure mode on the smallest fleet that shows it: check finds exactly that one, and why on an affected object
// names it first. A hidden cluster leaves a check that found something undecided, never ok, which proves that it declares
// the clusters that decide it; and it finds the same with only its declared inputs. Folders: F52, or F52-VARIANT; a mode
// extends the same fleet without the failure.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { UNEXPLAINED } from '../../src/lib/assess/unexplained.ts'
import { UNJUDGED } from '../../src/lib/assess/unjudged-conditions.ts'
import { CHECKS } from '../../src/lib/checks/index.ts'
import { onDemandInputs } from '../../src/lib/pipeline/check-inputs.ts'
import type { CheckReport } from '../../src/lib/reports/check/report.ts'
import { closeDemos } from '../harness/demos.ts'
import { runCli } from '../harness/run-cli.ts'
import '../harness/shared-observations.ts'
import { checkAlone, plain, withLandscape } from './check-alone.ts'
import { checksTurnedOk } from './hidden-clusters.ts'
import { expectedOf, MODES_FOLDER as FOLDER, MODES } from './inspected.ts'

const TOTAL = 127

async function json<T>(...words: string[]): Promise<T> {
  const { stdout, stderr } = await runCli([...words, '-o', 'json'])
  expect(stderr).toBe('')
  return JSON.parse(stdout) as T
}

/**
 * The first root cause as why prints it: the mode is in a heading, "... [F52 database-not-ready]", the object in the
 * section below it, "CAUSE     MariaDB openstack/openstack-db @eu-de-1". A FINDING explains no failure.
 */
function firstCause(text: string): string | undefined {
  const heading = /^\S+ .*\[(F\d+) [^\]]+\]$/m.exec(text)
  const [, kind, name] =
    /^(?:CAUSE|FINDING) +(\S+) (?:[^\s/]+\/)?(\S+) @/m.exec(text.slice(heading?.index ?? text.length)) ?? []
  return heading && kind && name ? `${heading[1]} ${kind}/${name}` : undefined
}

/** Fleets without a failure, in which check finds nothing. */
const BASES = ['tenant', '../../fleets/one-cluster', '../../fleets/healthy']

describe('nothing is found in a healthy fleet', () => {
  it.each(BASES)('%s', async (base) => {
    const report = await json<CheckReport>('check', '--demo', join(FOLDER, base))
    expect(
      report.findings.map(({ check, mode, subject, message }) => ({ check, mode, name: subject.name, message })),
    ).toEqual([])
    expect(report.checks.filter(({ outcome }) => outcome === 'unknown')).toEqual([])
    expect(report.exitCode).toBe(0)
    await closeDemos()
  })
})

const score = { named: new Set<string>(), first: new Set<string>() }

describe.each(MODES)('%s', (mode) => {
  const { finds, why, first } = expectedOf(mode)
  const [id = ''] = mode.split('-')
  const demo = ['--demo', join(FOLDER, mode)]
  afterAll(closeDemos)

  it('check finds it, and nothing else', async () => {
    const report = await json<CheckReport>('check', ...demo)
    expect([...new Set(report.findings.map(({ check }) => check))].sort()).toEqual([...finds].sort())
    expect(report.findings.map((finding) => finding.mode)).toContain(id)
    expect(report.checks.filter(({ outcome }) => outcome === 'unknown')).toEqual([])
    for (const { evidence } of report.findings) expect(evidence.length).toBeGreaterThan(0)
    score.named.add(id)
  })

  it('why names it first, with next steps', async () => {
    const { stdout } = await runCli(['why', why, ...demo])
    expect(firstCause(stdout)).toBe(`${id} ${first}`)
    await expect(stdout).toMatchFileSnapshot(join(FOLDER, mode, 'why.txt'))
    score.first.add(id)
  })

  it('no check is ok if the cluster of its finding is hidden', async () => {
    await withLandscape(join(FOLDER, mode), async ({ now, read }) => {
      const turned = checksTurnedOk(await read({ also: onDemandInputs(CHECKS) }), now)
      expect(turned.length).toBeGreaterThan(0)
      expect(turned.filter(({ ok }) => ok.length > 0)).toEqual([])
    })
  })

  it('each check finds the same if only its inputs are read', async () => {
    await withLandscape(join(FOLDER, mode), async (opened) => {
      const { results } = await opened.read({ also: onDemandInputs(CHECKS) })
      for (const { check, found } of results) {
        if (found.length === 0 || check === UNEXPLAINED || check === UNJUDGED) continue
        expect((await checkAlone(opened, check)).found.map(plain), check.id).toEqual(found.map(plain))
      }
    })
  })
})

it('every mode has a folder and a check that covers it', () => {
  const covered = new Set(CHECKS.flatMap(({ modes }) => modes))
  const all = Array.from({ length: TOTAL }, (_, i) => `F${String(i + 1).padStart(2, '0')}`)
  const shown = all.filter((mode) => MODES.some((folder) => folder.split('-')[0] === mode))
  console.log(`modes with a check ${covered.size}/${TOTAL}, with a fleet ${shown.length}/${TOTAL}`)
  expect(MODES.filter((mode) => !existsSync(join(FOLDER, mode, 'fleet.yaml')))).toEqual([])
})

afterAll(() => console.log(`named by check ${score.named.size}, named first by why ${score.first.size}, of ${TOTAL}`))
