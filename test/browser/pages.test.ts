// SPDX-License-Identifier: Apache-2.0
// npm run test:browser: interaction with a page.
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runCli, words } from '../harness/run-cli.ts'
import { hasBrowser, type Opened, openPage, startBrowser } from './browser.ts'

let browser: Browser
beforeAll(async () => {
  if (hasBrowser) browser = await startBrowser()
})
afterAll(() => browser?.close())

const pages = new Map<string, string>()
async function pageOf(line: string): Promise<string> {
  const html = pages.get(line) ?? (await runCli(words(line))).stdout
  pages.set(line, html)
  return html
}

const open = async (line: string, options = {}): Promise<Opened> => openPage(browser, await pageOf(line), options)

const REPORT = 'report --demo database-down'
const DATABASE = 'MariaDB openstack-customer-a-prod-x7k2p/openstack-db'

describe.skipIf(!hasBrowser)('a page', () => {
  it.each([
    'status --demo healthy -o html',
    'status customer-a-prod --demo mid-provisioning -o html',
    'tree customer-a-prod --demo database-down -o html',
    'tree CephCluster/rook-ceph@st-pool-a --reverse --demo healthy -o html',
    'why customer-a-prod --demo database-down -o html',
    'check --demo ceph-key-stale -o html',
    'check --list -o html',
    'pools --demo healthy -o html',
    'hypervisors --demo hypervisor-draining -o html',
    'report --demo pool-unreachable',
    'report --demo one-cluster',
    'report --demo management-only',
  ])('of %s draws itself, without console messages and without requests', async (line) => {
    const { page, trouble } = await open(line)
    expect(await page.locator('main section').count()).toBeGreaterThan(0)
    const isList = line.startsWith('check --list')
    expect((await page.locator('svg.graph .box').count()) > 0).toBe(!isList)
    expect(trouble).toEqual([])
    await page.context().close()
  })

  it('starts with the problems, their causes, and next steps', async () => {
    const { page } = await open(REPORT)
    expect(await page.locator('h1 .pill').textContent()).toBe('✖ failed')
    expect(await page.locator('.facts h3').textContent()).toBe(DATABASE)
    const facts = (await page.locator('.facts').textContent()) ?? ''
    expect(facts).toContain('GaleraNotReady')
    expect(facts).toContain('MariaDB is not ready')
    expect(await page.locator('.facts .command code').first().textContent()).toBe(
      'kubectl c5c3 why MariaDB/openstack-customer-a-prod-x7k2p/openstack-db@control-plane/eu-de-1',
    )
    const drawnKinds = await page.locator('.box .kind').allTextContents()
    expect(drawnKinds).toEqual(
      expect.arrayContaining(['OpenStackCluster', 'XOpenStackCluster', 'ControlPlane', 'MariaDB']),
    )
    expect(drawnKinds.length).toBeLessThan(60)
    await page.context().close()
  })

  it('shows the details of a node that is clicked or selected by key', async () => {
    const { page } = await open(REPORT)
    await page.locator('.box.node', { hasText: 'StatefulSet' }).first().click()
    expect(await page.locator('.facts h3').textContent()).toContain('StatefulSet')
    expect(await page.locator('.box.picked .kind').textContent()).toBe('StatefulSet')
    await page.locator('.box.node', { hasText: 'XOpenStackCluster' }).first().focus()
    await page.keyboard.press('Enter')
    expect(await page.locator('.facts h3').textContent()).toContain('XOpenStackCluster')
    await page.context().close()
  })

  it('collapses and expands', async () => {
    const { page } = await open('report --demo one-cluster')
    const boxes = () => page.locator('.box').count()
    await page.getByRole('button', { name: 'fold all' }).click()
    const knob = page.locator('.box.node .fold[aria-expanded="false"]').first()
    const before = await boxes()
    const id = await knob.locator('..').getAttribute('data-id')
    await knob.click()
    expect(await boxes()).toBeGreaterThan(before)
    await page.locator(`[data-id="${id}"] .fold`).click()
    expect(await boxes()).toBe(before)
    await page.getByRole('button', { name: 'fold all' }).click()
    expect(await page.locator('.fold[aria-expanded="true"]').count()).toBe(0)
    await page.context().close()
  })

  it('lists a group, and collapses a cluster into one box', async () => {
    const { page } = await open(REPORT)
    const boxes = () => page.locator('.box').count()
    const before = await boxes()
    await page.locator('.box.group', { hasText: 'blocked' }).first().click()
    expect(await boxes()).toBeGreaterThan(before)
    await page.getByRole('button', { name: 'fold cluster control-plane/eu-de-1' }).click()
    expect(await page.locator('.box.cluster').count()).toBe(1)
    await page.locator('.box.cluster').click()
    expect(await page.locator('.box.cluster').count()).toBe(0)
    await page.context().close()
  })

  it('finds and shows a hidden object', async () => {
    const { page } = await open(REPORT)
    const search = page.getByRole('searchbox', { name: 'search objects' })
    await search.fill('hypervisor hv-a-017')
    await search.press('Enter')
    expect(await page.locator('.facts h3').textContent()).toContain('hv-a-017')
    expect(await page.locator('.box.picked .name').textContent()).toBe('hv-a-017')
    await search.fill('nothing is called like this')
    expect(await page.locator('.results').textContent()).toBe('nothing has these words')
    await page.context().close()
  })

  it('can show problems only', async () => {
    const { page } = await open(REPORT)
    const before = await page.locator('.box').count()
    await page.getByLabel('only problems').check()
    expect(await page.locator('.box').count()).toBeLessThan(before)
    const states = await page.locator('.box .state').allTextContents()
    expect(states.filter((state) => state.includes('healthy'))).toEqual([])
    expect(states).toContain('✖ failed')
    await page.context().close()
  })

  it('moves and zooms by buttons, keys, dragging and the wheel with Ctrl', async () => {
    const { page } = await open(REPORT)
    const graph = page.locator('svg.graph')
    const layer = page.locator('svg.graph > g')
    let last = await layer.getAttribute('transform')
    const changes = async (act: () => Promise<unknown>) => {
      await act()
      const now = await layer.getAttribute('transform')
      expect(now).not.toBe(last)
      last = now
    }
    await graph.scrollIntoViewIfNeeded()
    await changes(() => page.getByRole('button', { name: '+', exact: true }).click())
    await graph.focus()
    await changes(() => page.keyboard.press('ArrowLeft'))
    await changes(() => page.keyboard.press('0'))
    const box = (await graph.boundingBox())!
    await page.mouse.move(box.x + 8, box.y + box.height - 8)
    await changes(async () => {
      await page.keyboard.down('Control')
      await page.mouse.wheel(0, -300)
      await page.keyboard.up('Control')
      await page.waitForFunction(
        (old) => document.querySelector('svg.graph > g')?.getAttribute('transform') !== old,
        last,
      )
    })
    await changes(async () => {
      await page.mouse.down()
      await page.mouse.move(box.x + 90, box.y + box.height - 60, { steps: 3 })
      await page.mouse.up()
    })
    await page.context().close()
  })

  it('sorts and filters its tables, and a row links to its object', async () => {
    const { page } = await open(REPORT)
    const objects = page.locator('#objects')
    const first = () => objects.locator('tbody tr').first().locator('td')
    expect(await first().nth(2).textContent()).toBe('✖ failed')
    await objects.getByRole('button', { name: 'KIND' }).click()
    expect(await objects.locator('th').nth(1).getAttribute('aria-sort')).toBe('ascending')
    expect(await first().nth(1).textContent()).toBe('ApplicationCredential')
    await objects.getByRole('button', { name: 'KIND' }).click()
    expect(await objects.locator('th').nth(1).getAttribute('aria-sort')).toBe('descending')
    await objects.getByRole('searchbox').fill('mariadb failed')
    expect(await objects.locator('tbody tr').count()).toBe(1)
    await objects.locator('tbody button').first().click()
    expect(await page.locator('.facts h3').textContent()).toBe(DATABASE)
    await objects.getByRole('searchbox').fill('no such words')
    expect(await objects.locator('.more').textContent()).toBe('no row has these words')
    await page.context().close()
  })

  it('shows events by cluster and time', async () => {
    const { page } = await open(REPORT)
    const timeline = page.locator('#timeline')
    expect(await timeline.locator('svg .lane').allTextContents()).toContain('control-plane/eu-de-1')
    expect(await timeline.locator('svg path.moment').count()).toBeGreaterThan(0)
    const few = await timeline.locator('svg .moment').count()
    await timeline.getByLabel('how far back').selectOption('all')
    expect(await timeline.locator('svg .moment').count()).toBeGreaterThan(few)
    await page.context().close()
  })

  it('follows the colour scheme of the reader, and is light on paper', async () => {
    const { page } = await open(REPORT, { colorScheme: 'dark' })
    const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
    const dark = await ground()
    await page.getByRole('button', { name: 'light or dark' }).click()
    const light = await ground()
    expect([dark, light]).toEqual(['rgb(20, 23, 28)', 'rgb(255, 255, 255)'])
    await page.getByRole('button', { name: 'light or dark' }).click()
    expect(await ground()).toBe(dark)
    await page.emulateMedia({ media: 'print' })
    expect(await ground()).toBe(light)
    await page.context().close()
  })

  it('is printed without controls', async () => {
    const { page } = await open(REPORT)
    await page.emulateMedia({ media: 'print' })
    for (const gone of ['nav', '.tools', '.facts', '.copy'])
      expect(await page.locator(gone).first().isVisible()).toBe(false)
    for (const kept of ['h1', 'svg.graph', '#section-0 table'])
      expect(await page.locator(kept).first().isVisible()).toBe(true)
    // Paper does not scroll: A4 landscape between its margins.
    await page.setViewportSize({ width: 1032, height: 700 })
    const wide = await page
      .locator('table')
      .evaluateAll((tables) =>
        tables
          .filter((table) => table.getBoundingClientRect().right > document.body.clientWidth)
          .map((table) => table.textContent),
      )
    expect(wide).toEqual([])
    const pdf = await page.pdf({ preferCSSPageSize: true })
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-')
    expect(pdf.length).toBeGreaterThan(20_000)
    await page.context().close()
  })
})
