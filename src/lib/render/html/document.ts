// SPDX-License-Identifier: Apache-2.0
import type { HtmlPage } from '../../model/report/page.ts'
import { HASHES, SCRIPT, STYLE } from './assets.ts'
import { dataBlock } from './data-block.ts'

/** A self-contained HTML file. */
export async function toHtml(page: HtmlPage): Promise<string> {
  const { title, verdict, line, takenAt } = page
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${escaped(`${title}: ${verdict.text}`)}</title>
<style>${STYLE}</style>
</head>
<body>
<header id="head">
<h1>${escaped(title)} <span class="pill tone-${verdict.tone ?? 'plain'}">${escaped(verdict.text)}</span></h1>
<p>${escaped(line)} · as of ${escaped(takenAt)}</p>
<noscript><p>Scripts are off, so only this much can be shown. The same as text: ${escaped(page.command)}</p></noscript>
</header>
<main id="page"></main>
${await dataBlock(page)}
<script>${SCRIPT}</script>
</body>
</html>
`
}

const MARKUP: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** Escapes text from clusters. */
const escaped = (text: string): string => text.replace(/[&<>"']/g, (char) => MARKUP[char] ?? '')

/** Defence in depth: no requests, only the script and style with these hashes, and no string can become markup. */
const POLICY = [
  "default-src 'none'",
  `script-src '${HASHES.script}'`,
  `style-src '${HASHES.style}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ')
