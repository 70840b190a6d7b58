// SPDX-License-Identifier: Apache-2.0
// A page of ten thousand objects is small enough to send and still readable.
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { LANDSCAPE_KINDS, landscapeOf } from '../../bench/fixtures/landscape.ts'
import { assess } from '../../src/lib/assess/assess.ts'
import { buildGraph } from '../../src/lib/graph/build.ts'
import { withCopiedAddresses } from '../../src/lib/graph/copied-addresses.ts'
import { toHtml } from '../../src/lib/render/html/document.ts'
import { pageOf } from '../../src/lib/reports/html/page.ts'
import { landscapeRoots } from '../../src/lib/reports/html/roots.ts'
import { overviewSubjects } from '../../src/lib/reports/shared/find-subject.ts'
import { statusReport } from '../../src/lib/reports/status/report.ts'
import { statusView } from '../../src/lib/reports/status/view.ts'
import { pageIn } from '../harness/html-page.ts'
import { ROOT } from '../harness/run-cli.ts'
import { hasBrowser, openPage, startBrowser } from './browser.ts'

let browser: Browser
beforeAll(async () => {
  if (hasBrowser) browser = await startBrowser()
})
afterAll(() => browser?.close())

async function largePage(): Promise<string> {
  const read = await landscapeOf(10_000, join(ROOT, 'fleets', 'database-down'))
  const snapshot = withCopiedAddresses(read, LANDSCAPE_KINDS)
  const assessment = assess(buildGraph(snapshot, LANDSCAPE_KINDS), { now: snapshot.takenAt })
  const subjects = overviewSubjects(assessment.graph, {})
  const report = statusReport(snapshot, assessment, { subjects, causes: [], allowIncomplete: false, scope: {} })
  const about = { title: 'Status', words: ['status'], takenAt: snapshot.takenAt }
  const roots = landscapeRoots(assessment.graph)
  return toHtml(pageOf(report, statusView(report), about, { assessment, roots, all: true }))
}

describe.skipIf(!hasBrowser)('a page of 10,000 objects', () => {
  it('is small, starts with the problems, and finds any object', async () => {
    const html = await largePage()
    const nodes = pageIn(html).graph?.nodes.length ?? 0
    expect(nodes).toBeGreaterThan(9000)
    expect(Buffer.byteLength(html)).toBeLessThan(1_500_000)
    if (process.env['SHOW_COUNTS']) console.log(`${nodes} objects: ${html.length} bytes`)
    const { page, trouble } = await openPage(browser, html)
    expect(await page.locator('.box').count()).toBeLessThan(60)
    expect(await page.locator('.facts h3').textContent()).toContain('MariaDB')
    const search = page.getByRole('searchbox', { name: 'search objects' })
    await search.fill('OVNChassis hv-a-1-042')
    await search.press('Enter')
    expect(await page.locator('.box.picked').count()).toBe(1)
    expect(await page.locator('.box').count()).toBeLessThanOrEqual(400)
    await page.locator('#objects').getByRole('searchbox').fill('hypervisor hv-a-1-042')
    expect(await page.locator('#objects tbody tr').count()).toBeGreaterThan(0)
    expect(trouble).toEqual([])
    await page.context().close()
  })
})
