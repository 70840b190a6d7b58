// SPDX-License-Identifier: Apache-2.0
import type { TestCase, TestRun, TestSuite } from '../model/report/test-run.ts'

/**
 * JUnit XML has no single schema. This output has every attribute and element that Ant's or Jenkins' schema requires,
 * and none that either of them rejects.
 */
export function toJunit({ name, time, suites }: TestRun): string {
  const all = suites.flatMap(({ cases }) => cases)
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites${attributes({ name, ...counts(all), time: duration(all) })}>`,
    ...suites.flatMap((suite, id) => suiteLines(suite, id, time)),
    '</testsuites>',
    '',
  ].join('\n')
}

const count = (cases: readonly TestCase[], wanted: TestCase['outcome']) =>
  cases.filter(({ outcome }) => outcome === wanted).length

const counts = (cases: readonly TestCase[]) => ({
  tests: cases.length,
  failures: count(cases, 'failed'),
  errors: count(cases, 'error'),
})

/** Both schemas accept milliseconds. */
const duration = (cases: readonly TestCase[]) =>
  Number(cases.reduce((sum, { seconds = 0 }) => sum + seconds, 0).toFixed(3))

function suiteLines({ name, properties, cases }: TestSuite, id: number, time: string): string[] {
  const head = {
    id,
    name,
    package: name,
    // Ant's schema allows no time zone and no fractions.
    timestamp: time.slice(0, 19),
    hostname: 'localhost',
    ...counts(cases),
    skipped: count(cases, 'skipped'),
    time: duration(cases),
  }
  return [
    `  <testsuite${attributes(head)}>`,
    '    <properties>',
    ...Object.entries(properties).map(([key, value]) => `      <property${attributes({ name: key, value })}/>`),
    '    </properties>',
    ...cases.flatMap((each) => caseLines(each, name)),
    '    <system-out/>',
    '    <system-err/>',
    '  </testsuite>',
  ]
}

const ELEMENTS = { failed: 'failure', error: 'error' } as const

function caseLines({ name, outcome, message = '', detail, group, seconds = 0 }: TestCase, suite: string): string[] {
  const open = `    <testcase${attributes({ classname: group ?? suite, name, time: seconds })}`
  if (outcome === 'passed') return [`${open}/>`]
  if (outcome === 'skipped') return [`${open}>`, `      <skipped${attributes({ message })}/>`, '    </testcase>']
  const element = ELEMENTS[outcome]
  const body = escapeXml(detail ?? message)
  return [
    `${open}>`,
    `      <${element}${attributes({ message, type: outcome })}>${body}</${element}>`,
    '    </testcase>',
  ]
}

function attributes(values: Readonly<Record<string, string | number>>): string {
  return Object.entries(values)
    .map(([key, value]) => ` ${key}="${escapeXml(String(value)).replace(/[\t\n\r]/g, characterReference)}"`)
    .join('')
}

/** XML parsers normalize literal line breaks in attributes to spaces. */
const characterReference = (char: string) => `&#${char.charCodeAt(0)};`

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
}

/** XML cannot contain these characters, not even escaped: show their code points. */
const INVALID_IN_XML = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu

function escapeXml(text: string): string {
  return text
    .replace(INVALID_IN_XML, (char) => `\\u{${(char.codePointAt(0) ?? 0).toString(16)}}`)
    .replace(/[&<>"']/g, (char) => ENTITIES[char] ?? char)
}
