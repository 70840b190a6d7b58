// SPDX-License-Identifier: Apache-2.0
// The commands of the CI examples, in their shell on the demo, without the CI runners.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { ROOT } from '../harness/run-cli.ts'
import { tempFolder } from '../harness/temp-folder.ts'
import { hasKubectl, installedPackage, type Run, runProgram } from './released.ts'

const example = (name: string): unknown => parse(readFileSync(join(ROOT, 'docs', 'examples', name), 'utf8'))

let program = ''
beforeAll(async () => {
  program = join(await installedPackage(), 'bin', 'kubectl-c5c3')
})

/** Runs a script as a CI runner does, with the tool on PATH bound to this scenario. */
function ran(scenario: string, cwd: string, script: string): Run {
  const bin = join(cwd, 'bin')
  mkdirSync(bin, { recursive: true })
  const tool = `#!/bin/sh\nexec '${program}' "$@" --demo ${scenario}\n`
  writeFileSync(join(bin, 'kubectl-c5c3'), tool, { mode: 0o755 })
  const env = { GITHUB_STEP_SUMMARY: join(cwd, 'summary.md') }
  return runProgram('bash', ['-eo', 'pipefail', '-c', script], { path: [bin, dirname(process.execPath)], cwd, env })
}

/** The files and exit code of each example. */
function expectResults(cwd: string, found: boolean): void {
  const { runs } = JSON.parse(readFileSync(join(cwd, 'c5c3.sarif'), 'utf8')) as { runs: { results: unknown[] }[] }
  expect(runs[0]?.results.length ?? 0).toBe(found ? 1 : 0)
  expect(readFileSync(join(cwd, 'tempest.xml'), 'utf8')).toMatch(/^<\?xml[\s\S]*<testsuites/)
}

const CASES = [
  ['healthy', 0],
  ['database-down', 1],
] as const

describe.skipIf(!hasKubectl)('GitHub Actions', () => {
  it.each(CASES)('exits on %s with %i, after all results were stored', (scenario, expected) => {
    const cwd = tempFolder()
    const { jobs } = example('github-smoke-check.yml') as { jobs: { check: { steps: { run?: string }[] } } }
    const typed = jobs.check.steps.flatMap(({ run }) => (run?.includes('kubectl c5c3') ? [run] : []))
    const codes = typed.map((line) => ran(scenario, cwd, line).code)
    expect(Math.max(...codes.map(Number))).toBe(expected)
    expect(readFileSync(join(cwd, 'summary.md'), 'utf8')).toContain(expected === 0 ? 'No problems' : 'F52')
    expectResults(cwd, expected !== 0)
  })
})

describe('GitLab CI', () => {
  it.each(CASES)('exits on %s with %i, after all results were stored', (scenario, expected) => {
    const cwd = tempFolder()
    const { c5c3 } = example('gitlab-smoke-check.yml') as { c5c3: { before_script: string[]; script: string[] } }
    const lines = [...c5c3.before_script, ...c5c3.script].filter((line) => !line.startsWith('npm install'))
    const { code, stderr } = ran(scenario, cwd, lines.join('\n'))
    expect(code, stderr).toBe(expected)
    expect(existsSync(join(cwd, 'check.xml'))).toBe(true)
    expectResults(cwd, expected !== 0)
  })
})
