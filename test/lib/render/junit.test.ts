// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest'
import type { TestRun } from '../../../src/lib/model/report/test-run.ts'
import { toJunit } from '../../../src/lib/render/junit.ts'
import { HOSTILE } from '../../harness/hostile.ts'
import { type Element, parseXml } from '../../harness/xml.ts'

const RUN: TestRun = {
  name: 'kubectl c5c3 status',
  time: '2026-11-16T12:00:00.000Z',
  suites: [
    {
      name: 'tenant/a',
      properties: { state: 'failed' },
      cases: [
        { name: '1 Infrastructure', outcome: 'failed', message: 'MariaDB: down', detail: 'line 1\nline 2' },
        { name: '2 Keystone', outcome: 'skipped', message: 'waits for phase 1' },
        { name: '3 K-ORC', outcome: 'error', message: 'not seen' },
        { name: '4 Glance', outcome: 'passed' },
      ],
    },
    { name: 'completeness', properties: {}, cases: [] },
  ],
}

/** Required attributes and ordered children of the two common JUnit schemas. */
const RULES: Readonly<Record<string, { attributes: readonly string[]; children: RegExp }>> = {
  testsuites: { attributes: ['name', 'tests', 'failures', 'errors', 'time'], children: /^(testsuite )*$/ },
  testsuite: {
    attributes: ['id', 'name', 'package', 'timestamp', 'hostname', 'tests', 'failures', 'errors', 'skipped', 'time'],
    children: /^properties (testcase )*system-out system-err $/,
  },
  properties: { attributes: [], children: /^(property )*$/ },
  property: { attributes: ['name', 'value'], children: /^$/ },
  testcase: { attributes: ['classname', 'name', 'time'], children: /^(failure |error |skipped )?$/ },
  failure: { attributes: ['message', 'type'], children: /^$/ },
  error: { attributes: ['message', 'type'], children: /^$/ },
  skipped: { attributes: ['message'], children: /^$/ },
  'system-out': { attributes: [], children: /^$/ },
  'system-err': { attributes: [], children: /^$/ },
}

function expectJunit(element: Element): void {
  const rule = RULES[element.name]
  expect(rule, `<${element.name}> is no JUnit`).toBeDefined()
  expect(Object.keys(element.attributes).sort()).toEqual([...(rule?.attributes ?? [])].sort())
  expect(element.children.map(({ name }) => `${name} `).join('')).toMatch(rule?.children ?? /x^/)
  element.children.forEach(expectJunit)
}

describe('JUnit', () => {
  const root = parseXml(toJunit(RUN))

  it('conforms to both common schemas', () => {
    expectJunit(root)
    expect(root.children[0]?.attributes['timestamp']).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/)
  })

  it('counts tests, failures and errors', () => {
    expect(root.attributes).toMatchObject({ tests: '4', failures: '1', errors: '1' })
    expect(root.children.map(({ attributes }) => attributes['skipped'])).toEqual(['1', '0'])
  })

  it('contains the failure and its reason', () => {
    const [failed, skipped, error, passed] = root.children[0]?.children.filter(({ name }) => name === 'testcase') ?? []
    expect(failed?.children).toMatchObject([
      { name: 'failure', attributes: { message: 'MariaDB: down', type: 'failed' }, text: 'line 1\nline 2' },
    ])
    expect(skipped?.children).toMatchObject([{ name: 'skipped', attributes: { message: 'waits for phase 1' } }])
    expect(error?.children).toMatchObject([{ name: 'error', text: 'not seen' }])
    expect(passed?.children).toEqual([])
  })

  it.each([HOSTILE, '"><evil a="', ']]>&amp;<!--', 'a\nb\tc', '\u0000\ufffe\uffff\ud800'])(
    '%j is parsed back unchanged',
    (text) => {
      const run: TestRun = {
        ...RUN,
        suites: [
          { name: text, properties: { [`a`]: text }, cases: [{ name: text, outcome: 'failed', message: text }] },
        ],
      }
      const read = parseXml(toJunit(run))
      expectJunit(read)
      const visible = text.replace(
        /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu,
        (char) => `\\u{${char.codePointAt(0)?.toString(16)}}`,
      )
      expect(read.children[0]?.attributes['name']).toBe(visible)
      expect(read.children[0]?.children[1]?.children[0]).toMatchObject({
        attributes: { message: visible },
        text: visible,
      })
    },
  )
})
