// SPDX-License-Identifier: Apache-2.0
// Hostile text in pages, in a real browser.
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runCli } from '../harness/run-cli.ts'
import { tempFolder } from '../harness/temp-folder.ts'
import { hasBrowser, openPage, startBrowser } from './browser.ts'

let browser: Browser
beforeAll(async () => {
  if (hasBrowser) browser = await startBrowser()
})
afterAll(() => browser?.close())

const EVIL = [
  '</script><script>window.pwned = 1</script>',
  '<img src=x onerror="window.pwned = 1"><svg onload="window.pwned = 1">',
  '\u2028window.pwned = 1\u2029//',
  'javascript:window.pwned=1',
  '"><iframe srcdoc="<script>top.pwned = 1</script>"></iframe>',
  '<!--<script>',
  '{{constructor.constructor("window.pwned = 1")()}} __proto__',
].join(' ')

const plane = (name: string) => ({
  apiVersion: 'c5c3.io/v1alpha1',
  kind: 'ControlPlane',
  metadata: { name, namespace: 'openstack', creationTimestamp: '2026-11-01T00:00:00Z', labels: { a: EVIL } },
  status: { conditions: [{ type: 'Ready', status: 'False', reason: EVIL, message: EVIL }] },
})

/** A page with this many hostile objects: many of them make the data compressed. */
const evilPage = async (command: string, count: number) => {
  const objects = Array.from({ length: count }, (_, i) => JSON.stringify(plane(`plane-${i}`)))
  const home = tempFolder({ 'fleet/control-plane.eu.yaml': objects.join('\n---\n') })
  return (await runCli([command, '--demo', './fleet', '-o', 'html'], { home })).stdout
}

describe.skipIf(!hasBrowser)('hostile text', () => {
  it.each([
    ['status', 1],
    ['tree', 1],
    ['check', 2],
    ['report', 40],
  ] as const)('in %s of %i has no effect', async (command, count) => {
    const html = await evilPage(command, count)
    const { page, trouble } = await openPage(browser, html)
    expect(await page.locator('main').textContent()).toContain('window.pwned = 1</script>')
    for (const box of await page.locator('.box.node').all()) {
      await box.focus()
      await page.keyboard.press('Enter')
    }
    await page.getByRole('searchbox', { name: 'search objects' }).fill('plane')
    expect(await page.evaluate(() => 'pwned' in window)).toBe(false)
    expect(await page.locator('img, iframe, object, embed, main script').count()).toBe(0)
    expect(trouble).toEqual([])
    await page.context().close()
  })

  it('would have no effect even without escaping: the content security policy holds', async () => {
    const { page, trouble } = await openPage(browser, await evilPage('status', 1))
    const stopped = await page.evaluate(async () => {
      const violations: string[] = []
      document.addEventListener('securitypolicyviolation', (event) => violations.push(event.effectiveDirective))
      const script = document.createElement('script')
      // Trusted Types reject both.
      const tried = [
        () => {
          script.text = 'window.pwned = 1'
        },
        () => {
          document.body.innerHTML = '<img src=x>'
        },
      ].map((act) => {
        try {
          act()
          return 'done'
        } catch (error) {
          return (error as Error).name
        }
      })
      script.append('window.pwned = 1')
      document.body.append(script)
      const image = document.createElement('img')
      image.src = 'https://example.invalid/x.png'
      document.body.append(image)
      const style = document.createElement('style')
      style.append('body { display: none }')
      document.body.append(style)
      const fetched = await fetch('https://example.invalid/').then(
        () => 'done',
        (error: Error) => error.name,
      )
      await new Promise((resolve) => setTimeout(resolve))
      return { tried, fetched, violations: [...new Set(violations)].sort() }
    })
    expect(stopped.tried).toEqual(['TypeError', 'TypeError'])
    expect(stopped.fetched).toBe('TypeError')
    expect(stopped.violations).toEqual(
      expect.arrayContaining(['connect-src', 'img-src', 'require-trusted-types-for', 'style-src-elem']),
    )
    expect(await page.evaluate(() => 'pwned' in window)).toBe(false)
    expect(await page.locator('h1').isVisible()).toBe(true)
    // The console reports each attempt, and no request was sent.
    expect(trouble.filter((one) => one.startsWith('left:'))).toEqual([])
    await page.context().close()
  })
})
