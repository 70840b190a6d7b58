// SPDX-License-Identifier: Apache-2.0
import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { HtmlPage } from '../../../src/lib/model/report/page.ts'
import { HASHES, SCRIPT, STYLE } from '../../../src/lib/render/html/assets.ts'
import { toHtml } from '../../../src/lib/render/html/document.ts'
import { blockIn, isPacked, pageIn } from '../../harness/html-page.ts'

const EVIL = `</script><script>alert(1)</script><!--<img src=x onerror=alert(1)>&quot;"'\u2028\u2029\u0085${'\\u003c'}`

const page = (text: string): HtmlPage => ({
  title: text,
  verdict: { text, tone: 'bad' },
  takenAt: '2026-11-16T12:00:00Z',
  line: text,
  command: text,
  sections: [{ title: text, view: { blocks: [{ type: 'lines', lines: [{ text }] }] } }],
})

const tagsIn = (html: string) => [...html.matchAll(/<[a-z!/][^>]*>/gi)].map(([tag]) => tag)

describe('a page', () => {
  it('has the same markup whatever the text', async () => {
    expect(tagsIn(await toHtml(page(EVIL)))).toEqual(tagsIn(await toHtml(page('x'))))
  })

  it.each([
    ['short', EVIL, false],
    ['long', EVIL.repeat(2000), true],
  ])('contains its text unchanged if it is %s', async (_, text, packed) => {
    const html = await toHtml(page(text))
    expect(isPacked(html)).toBe(packed)
    expect(pageIn(html)).toEqual(page(text))
    // The file itself contains no unsafe character.
    expect(/[<>&\u0085\u2028\u2029]/.test(blockIn(html))).toBe(false)
  })

  it('allows only its own script and style', async () => {
    const html = await toHtml(page('x'))
    const hashOf = (text: string) => `sha256-${createHash('sha256').update(text).digest('base64')}`
    expect(html.includes(`<script>${SCRIPT}</script>`)).toBe(true)
    expect(html.includes(`<style>${STYLE}</style>`)).toBe(true)
    expect(HASHES).toEqual({ script: hashOf(SCRIPT), style: hashOf(STYLE) })
    const policy = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(html)?.[1]
    expect(policy).toContain(`default-src 'none'; script-src '${HASHES.script}'; style-src '${HASHES.style}';`)
    expect(policy).not.toContain('unsafe')
    expect(tagsIn(html).filter((tag) => / (src|href|on\w+)=/.test(tag))).toEqual([])
  })

  it('has a script that cannot end its element and loads nothing', () => {
    expect(/<\/script|<!--/i.exec(SCRIPT)?.[0]).toBeUndefined()
    // d3 could set markup, which the policy forbids; a browser test verifies that.
    const far = /\bfetch\(|XMLHttpRequest|WebSocket|EventSource|sendBeacon|localStorage|eval\(|new Function/
    expect(far.exec(SCRIPT)?.[0]).toBeUndefined()
    expect(SCRIPT.length).toBeLessThan(200_000)
  })
})
