// SPDX-License-Identifier: Apache-2.0
// Findings for machines: SARIF for code scanners, Markdown for job summaries.
import { describe, expect, it } from 'vitest'
import { API_VERSION } from '../../../src/lib/model/report/report.ts'
import { toMarkdown } from '../../../src/lib/render/markdown.ts'
import { toSarif } from '../../../src/lib/render/sarif.ts'

const RULE = {
  id: 'key-stale',
  title: 'A key is old',
  text: 'why',
  help: '**Fix.** do\n\n```\nkubectl get x\n```',
  level: 'error',
  tags: ['storage', 'F45'],
} as const

const ALERT = {
  rule: 'key-stale',
  level: 'error',
  message: 'it is old',
  place: { path: 'storage/st a/Secret/ns/näme', kind: 'resource' },
  fingerprint: 'key-stale/F45/x',
  properties: { next: ['kubectl'] },
} as const

describe('SARIF', () => {
  const runs = (alerts: Parameters<typeof toSarif>[0]) => JSON.parse(toSarif(alerts)).runs[0]

  it('a rule has its help, a result its rule and location', () => {
    const { tool, results } = runs({ rules: [RULE], alerts: [ALERT], notices: [], exitCode: 1 })
    expect(tool.driver.rules[0]).toMatchObject({
      id: 'key-stale',
      name: 'KeyStale',
      help: { text: 'Fix. do\n\nkubectl get x\n', markdown: RULE.help },
      defaultConfiguration: { level: 'error' },
    })
    expect(results[0]).toMatchObject({
      ruleId: 'key-stale',
      ruleIndex: 0,
      partialFingerprints: { 'c5c3/v1': 'key-stale/F45/x' },
      locations: [{ logicalLocations: [{ fullyQualifiedName: 'storage/st a/Secret/ns/näme', kind: 'resource' }] }],
    })
    // A valid URI, whatever the name of the object.
    expect(results[0].locations[0].physicalLocation.artifactLocation.uri).toBe('storage/st%20a/Secret/ns/n%C3%A4me')
  })

  it('a gap is a notification, and a suppressed finding has its justification', () => {
    const { invocations, results } = runs({
      rules: [RULE],
      alerts: [{ ...ALERT, suppressed: 'known' }],
      notices: ['storage: dark'],
      exitCode: 3,
    })
    expect(invocations[0]).toMatchObject({
      exitCode: 3,
      toolExecutionNotifications: [{ level: 'warning', message: { text: 'storage: dark' } }],
    })
    expect(results[0].suppressions).toEqual([{ kind: 'external', justification: 'known' }])
  })
})

describe('Markdown', () => {
  const report = {
    apiVersion: API_VERSION,
    kind: 'Check',
    verdict: 'failed',
    exitCode: 1,
    completeness: { complete: true, clusters: [], gaps: [] },
  } as const

  it('no text of a cluster becomes markup', () => {
    const hostile = '<script>|x|\n# head `code` [a](b) *c*'
    const text = toMarkdown(report, {
      blocks: [
        { type: 'table', columns: [{ title: 'A' }], rows: [[{ text: hostile }]] },
        { type: 'lines', lines: [{ text: hostile }] },
      ],
      notes: [{ text: hostile }],
    })
    const safe = '\\<script\\>\\|x\\| \\# head \\`code\\` \\[a\\](b) \\*c\\*'
    expect(text.split('\n')).toEqual([
      '## Check: failed (exit 1)',
      '',
      '| A |',
      '| --- |',
      `| ${safe} |`,
      '',
      `${safe}  `,
      '',
      `> ${safe}`,
      '',
    ])
  })

  it('wide columns and empty ones are left out', () => {
    const columns = [{ title: 'A' }, { title: 'B' }, { title: 'C', wide: true }]
    const rows = [[{ text: 'a' }, { text: '' }, { text: 'c' }]]
    expect(toMarkdown(report, { blocks: [{ type: 'table', columns, rows }] })).toContain('| A |\n| --- |\n| a |\n')
  })
})
