// SPDX-License-Identifier: Apache-2.0
// Pages of the tool in Debian's Chromium without network: every request except for the file itself is blocked and
// recorded.
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { tempFolder } from '../harness/temp-folder.ts'

const PROGRAM = process.env['CHROMIUM'] ?? '/usr/bin/chromium'

export const hasBrowser = existsSync(PROGRAM)
if (!hasBrowser) console.warn(`SKIPPED: no ${PROGRAM}: nothing is opened in a browser (apt-get install chromium)`)

const QUIET = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** A browser with a new profile. */
export const startBrowser = (): Promise<Browser> => chromium.launch({ executablePath: PROGRAM, args: QUIET })

/** An open page, and everything unexpected that happens on it. */
export interface Opened {
  readonly page: Page
  readonly file: string
  /** Console messages, script errors and requests. */
  readonly trouble: readonly string[]
}

/** Writes a page to a file, opens it, and waits until it is drawn. */
export async function openPage(browser: Browser, html: string, options: BrowserContextOptions = {}): Promise<Opened> {
  const file = join(tempFolder(), 'page.html')
  writeFileSync(file, html)
  const address = String(pathToFileURL(file))
  const context = await browser.newContext({ viewport: { width: 1400, height: 900 }, ...options })
  const page = await context.newPage()
  const trouble: string[] = []
  page.on('console', (message) => trouble.push(`console: ${message.text()}`))
  page.on('pageerror', (error) => trouble.push(`error: ${error.message}`))
  page.on('request', (request) => request.url() !== address && trouble.push(`request: ${request.url()}`))
  page.on('dialog', (dialog) => trouble.push(`dialog: ${dialog.message()}`))
  await context.route('**/*', (route) => {
    if (route.request().url() === address) return route.continue()
    trouble.push(`left: ${route.request().url()}`)
    return route.abort()
  })
  await page.goto(address)
  await page.waitForSelector('body[data-ready="yes"]')
  return { page, file, trouble }
}
