// SPDX-License-Identifier: Apache-2.0
import { readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { LandscapeReport } from '../../src/lib/reports/report/report.ts'
import { expectNoLeak } from '../harness/canary.ts'
import { jsonIn, pageIn } from '../harness/html-page.ts'
import { ROOT, runCli, words } from '../harness/run-cli.ts'
import { expectValid } from '../harness/schemas.ts'
import { tempFolder } from '../harness/temp-folder.ts'

const json = async (line: string) => JSON.parse((await runCli([...words(line), '-o', 'json'])).stdout)

describe('report', () => {
  it.each(['hypervisor-draining', 'pool-unreachable', 'one-cluster'])(
    'on %s contains the output of each command',
    async (demo) => {
      const { stdout, code } = await runCli(words(`report --demo ${demo} -o json`))
      const report = JSON.parse(stdout) as LandscapeReport
      expectValid(JSON.parse(stdout), demo)
      expect(report.exitCode).toBe(code)
      const status = await json(`status --demo ${demo}`)
      const check = await json(`check --demo ${demo}`)
      const pools = await json(`pools --demo ${demo}`)
      const hypervisors = await json(`hypervisors --demo ${demo}`)
      expect(report.status.clusters).toEqual(status.clusters)
      expect(report.check.findings).toEqual(check.findings)
      expect(report.pools.regions).toEqual(pools.regions)
      expect(report.hypervisors.hosts).toEqual(hypervisors.hosts)
      expect(report.hypervisors.pools).toEqual(hypervisors.pools)
      const codes = [status, check, pools].map(({ exitCode }) => exitCode)
      expect(codes).toContain(report.exitCode)
    },
  )

  it('is a page with all reports', async () => {
    const { stdout, stderr, code } = await runCli(words('report --demo database-down'))
    expect({ stderr, code }).toEqual({ stderr: '', code: 1 })
    const { title, verdict, sections, graph, timeline, line } = pageIn(stdout)
    expect({ title, verdict }).toEqual({ title: 'Landscape', verdict: { text: '✖ failed', tone: 'bad' } })
    expect(line).toBe('9 of 9 clusters read in full · exit 1')
    expect(sections.map((section) => [section.title, section.verdict?.text])).toEqual([
      ['Status', '✖ failed'],
      ['Findings', '✖ failed'],
      ['Pools', '✔ healthy'],
      ['Hypervisors', '✔ healthy'],
    ])
    expect(timeline?.some(({ what }) => what.text === 'Warning: GaleraClusterNotHealthy')).toBe(true)
    const database = graph?.nodes.find(({ kind, problem }) => kind === 'MariaDB' && problem)
    expect(graph?.words[database?.says ?? -1]).toEqual({ text: '✖ failed', tone: 'bad' })
    expect(database?.found).toMatchObject([{ check: 'database-not-ready' }])
    expect(database?.next[0]).toBe(
      'kubectl c5c3 why MariaDB/openstack-customer-a-prod-x7k2p/openstack-db@control-plane/eu-de-1',
    )
  })

  it('lists what could not be read', async () => {
    const { stdout, code } = await runCli(words('report --demo pool-unreachable'))
    const { sections, graph } = pageIn(stdout)
    expect(code).not.toBe(0)
    expect(sections[0]?.view.notes?.length).toBeGreaterThan(0)
    expect(graph?.nodes.some(({ source }) => source === 'unseen')).toBe(true)
  })

  it('contains no secret', async () => {
    const page = jsonIn((await runCli(words('report --demo ceph-key-stale'))).stdout)
    const secrets = ['healthy', 'ceph-key-stale'].flatMap(secretsOf)
    expect(page.length).toBeGreaterThan(10_000)
    expect(secrets.length).toBeGreaterThan(10)
    expectNoLeak(page, secrets, 'the page')
  })

  it('is written to a file with mode 0600, and replaces an older one', async () => {
    const cwd = tempFolder({ 'page.html': 'old', elsewhere: 'untouched' })
    symlinkSync(join(cwd, 'elsewhere'), join(cwd, 'link.html'))
    for (const name of ['page.html', 'link.html']) {
      const { stdout, stderr, code } = await runCli(['report', '--demo', 'one-cluster', '--out', name], {
        cwd,
        tty: true,
      })
      expect({ stdout, code }).toEqual({ stdout: '', code: 0 })
      expect(stderr).toMatch(new RegExp(`${name}: healthy, \\d+ KB, exit 0\\n`))
      expect(statSync(join(cwd, name)).mode & 0o777).toBe(0o600)
      expect(readFileSync(join(cwd, name), 'utf8')).toMatch(/^<!doctype html>\n/)
    }
    expect(readFileSync(join(cwd, 'elsewhere'), 'utf8')).toBe('untouched')
    expect(readdirSync(cwd).sort()).toEqual(['elsewhere', 'link.html', 'page.html'])
  })

  it('that cannot be written is exit 74, and leaves no file', async () => {
    const cwd = tempFolder()
    writeFileSync(join(cwd, 'file'), '')
    const { stderr, code } = await runCli(words('report --demo one-cluster --out file/page.html'), { cwd })
    expect(code).toBe(74)
    expect(stderr).toContain('error: cannot write file/page.html: ENOTDIR')
  })

  it('is refused on a terminal', async () => {
    const { stdout, stderr, code } = await runCli(words('report --demo healthy'), { tty: true })
    expect({ stdout, code }).toEqual({ stdout: '', code: 2 })
    expect(stderr).toContain('hint: kubectl c5c3 report --out fleet.html')
  })
})

/** Every value in the Secrets of a scenario. */
function secretsOf(demo: string): readonly string[] {
  const folder = join(ROOT, 'fleets', demo)
  const texts = readdirSync(folder)
    .filter((name) => name.endsWith('.yaml'))
    .map((name) => readFileSync(join(folder, name), 'utf8'))
  const values = texts.flatMap((text) =>
    text.split(/^---$/m).flatMap((document) => {
      if (!/^kind: Secret$/m.test(document)) return []
      return [
        ...document.matchAll(/^ {2}[\w.-]*(?:[kK]ey|password|[tT]oken|[sS]ecret): ([A-Za-z0-9+/]{16,}={0,2})$/gm),
      ].flatMap(([, value = '']) => [value, Buffer.from(value, 'base64').toString('utf8')])
    }),
  )
  return [...new Set(values)].filter((value) => value.length >= 12 && /^[\x21-\x7e]+$/.test(value))
}
