// SPDX-License-Identifier: Apache-2.0
// The template language of kubectl. Expectations were recorded from kubectl, and are compared again where it is
// installed.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { C5c3Error } from '../../../src/lib/model/report/errors.ts'
import { fill, find } from '../../../src/lib/render/jsonpath/evaluate.ts'
import { parseColumnPath, parseTemplate } from '../../../src/lib/render/jsonpath/parse.ts'
import { tempFolder } from '../../harness/temp-folder.ts'

// kubectl sorts the keys of an object: these are sorted, so that both print the same.
const DOCUMENT = {
  apiVersion: 'example.com/v1',
  kind: 'Example',
  metadata: { labels: { 'a.b/c': 'dotted', plain: 'label' }, name: 'subject' },
  spec: {
    empty: [],
    list: [
      { inner: { deep: 'x' }, name: 'a', on: true, size: 1 },
      { name: 'b', on: false, size: 2 },
      { name: 'c', size: 10, text: 'é\n' },
    ],
    nested: [
      [1, 2],
      [3, [4]],
    ],
    none: {},
    nothing: null,
    number: 1000000,
    text: 'word',
    yes: true,
  },
}

const RECORDED: readonly (readonly [template: string, printed: string])[] = [
  ['text only', 'text only'],
  ['a } alone', 'a } alone'],
  ['a\\nb', 'a\\nb'],
  ['{.kind}/{.metadata.name}', 'Example/subject'],
  ['{ .spec.text }', 'word'],
  ['{$.spec.text} {@.spec.text}', 'word word'],
  ['{.spec.number} {.spec.yes} {.spec.nothing}', '1000000 true null'],
  ['{.spec.empty}{.spec.none}', '[]{}'],
  ['{.spec.missing}|{.spec.text.deeper}|{.spec.nothing.deeper}', '||'],
  ['{.metadata.labels}', '{"a.b/c":"dotted","plain":"label"}'],
  ['{.metadata.labels.a\\.b/c}', 'dotted'],
  ["{.metadata.labels['a\\.b/c']}", 'dotted'],
  ["{['metadata']['name']}", 'subject'],
  ["{.spec['text','number']}", 'word 1000000'],
  ['{.spec.list[0]}', '{"inner":{"deep":"x"},"name":"a","on":true,"size":1}'],
  ['{.spec.list[*].name}', 'a b c'],
  ['{.spec.list.*.name}', 'a b c'],
  ['{.spec.list.name}', ''],
  ['{.spec.list[-1].name}', 'c'],
  ['{.spec.list[0,2].name}', 'a c'],
  ['{.spec.list[0:2].name}', 'a b'],
  ['{.spec.list[1:].name}', 'b c'],
  ['{.spec.list[:1].name}', 'a'],
  ['{.spec.list[-2:-1].name}', 'b'],
  ['{.spec.list[::2].name}', 'a c'],
  ['{.spec.list[1:1].name}', ''],
  ["{.spec.list[*]['name','size']}", 'a b c 1 2 10'],
  ['{.spec.empty[*]}', ''],
  ['{.spec.nested[*][*]}', '1 2 3 [4]'],
  ['{.spec.nested[1][1][0]}', '4'],
  ['{..size}', '1 2 10'],
  ['{.spec..name}', 'a b c'],
  ['{.spec.list[*]..deep}', 'x'],
  ['{.spec.list[?(@.name=="b")].size}', '2'],
  ["{.spec.list[?(@.name=='b')].size}", '2'],
  ["{.spec.list[?(@['name']=='b')].size}", '2'],
  ['{.spec.list[?(@.name!="a")].name}', 'b c'],
  ['{.spec.list[?(@.size>1)].name}', 'b c'],
  ['{.spec.list[?( @.size >= 2 )].name}', 'b c'],
  ['{.spec.list[?(@.size<2)].name}', 'a'],
  ['{.spec.list[?(@.size<=2)].name}', 'a b'],
  ['{.spec.list[?(@.name>"a")].name}', 'b c'],
  ['{.spec.list[?(@.on)].name}', 'a b'],
  ['{.spec.list[?(@.on==true)].name}', 'a'],
  ['{.spec.list[?(true==@.on)].name}', 'a'],
  ['{.spec.list[?(@.inner.deep=="x")].name}', 'a'],
  ['{.spec.list[?(@.missing=="x")].name}', ''],
  ['{.spec.list[?(@.missing!="x")].name}', ''],
  ['{.spec.list[?(@.text=="é\\n")].name}', 'c'],
  ['{.spec.nested[?(@[0]==1)][1]}', '2'],
  ['{range .spec.list[*]}{.name}={.size}{"\\n"}{end}', 'a=1\nb=2\nc=10\n'],
  ['{range .spec.list[*]}[{.missing}]{end}', '[][][]'],
  ['{range .spec.list[?(@.size>1)]}{.name} {end}', 'b c '],
  ['{range .spec.list}{.name}|{end}', '|'],
  ['{range .spec.missing[*]}x{end}', ''],
  ['{range .spec.nested[*]}{range @[*]}{@},{end};{end}', '1,2,;3,[4],;'],
  ['{range .spec.list[*]}{$.name}{end}{.name}', 'abc'],
  ['{ range .spec.list[*] }{ .name }{ end }', 'abc'],
  ['{"\\t"}{"\\u0041"}{\'x"y\'}{"\\""}{\'it\\\'s\'}{"a\\\\b"}', '\tAx"y"it\'sa\\b'],
  ['{"quoted }"}{1}{true}', 'quoted }1true'],
]

describe('templates', () => {
  it.each(RECORDED)('%s', (template, printed) => {
    expect(fill(parseTemplate(template), DOCUMENT)).toBe(printed)
  })

  it('kubectl prints the same', ({ skip }) => {
    if (spawnSync('kubectl', ['version', '--client'], { stdio: 'ignore' }).status !== 0) {
      console.warn('skipped: there is no kubectl to compare templates with')
      skip()
    }
    const file = join(tempFolder({ 'example.json': JSON.stringify(DOCUMENT) }), 'example.json')
    const [template, printed] = [0, 1].map((i) => RECORDED.map((pair) => pair[i]).join('\n--\n'))
    // --local reads the file without a server.
    const arguments_ = ['label', '--local', '-f', file, '--overwrite', 'plain=label', `-ojsonpath=${template}`]
    const { stdout, stderr } = spawnSync('kubectl', arguments_, { encoding: 'utf8' })
    expect(stderr).toBe('')
    expect(stdout).toBe(printed)
  })
})

// kubectl fails for all of these; here the exit code must not depend on the format.
describe('an expression that does not match the data prints nothing', () => {
  it.each([
    '{.spec.list[7].name}',
    '{.spec.list[-7].name}',
    '{.spec.list[7:].name}',
    '{.spec.empty[0]}',
    '{.spec.text[0]}',
    '{.spec.text[?(@.x)]}',
    '{.metadata.labels[*]}',
    '{.spec.list[?(@.size=="2")].name}',
    '{.spec.list[?(@.name>1)].name}',
    '{.toString}{.spec.list.length}{.__proto__}',
  ])('%s', (template) => {
    expect(fill(parseTemplate(template), DOCUMENT)).toBe('')
  })

  it('a value that JSON leaves out', () => {
    expect(fill(parseTemplate('{.a}{.b}'), { a: undefined, b: 1 })).toBe('1')
  })

  it('a document deeper than the call stack is searched', () => {
    const deep = Array.from({ length: 50_000 }).reduce<unknown>((inner) => ({ inner }), { name: 'bottom' })
    expect(fill(parseTemplate('{..name}'), deep)).toBe('bottom')
  })
})

describe('invalid templates are usage errors with a message', () => {
  it.each([
    ['{', 'the { at 1 is not closed'],
    ['x{.a', 'the { at 2 is not closed'],
    ['{.a["b}', 'the { at 1 is not closed'],
    ['{a}', '"a" is no path: write .a'],
    ['{{.a}}', '"{" has no meaning here'],
    ['{.a,.b}', '"," has no meaning here'],
    ['{.a[b]}', '[b] is no index, no slice, no quoted key and no filter'],
    ['{.a[ ]}', '[] is no index'],
    ['{.a[::0]}', 'the step must be 1 or more'],
    ['{.a[?@.b]}', '[?@.b] is no filter'],
    ['{.a[?(@.b=~"c")]}', '"=" is no comparison'],
    ['{.a[?(@.b>1 && @.b<5)]}', '"&&" has no meaning here'],
    ['{.a[?(@.b==)]}', 'lacks a side'],
    ['{range .a[*]}', '{range …} without {end}'],
    ['{end}', '{end} without {range …}'],
  ])('%s', (template, message) => {
    const thrown = caught(() => parseTemplate(template))
    expect(thrown).toMatchObject({ code: 'USAGE', exit: 'usage' })
    expect(thrown.message).toContain(`JSONPath "${template}": `)
    expect(thrown.message).toContain(message)
  })
})

describe('paths of columns and sorting', () => {
  it.each(['spec.text', '.spec.text', '{spec.text}', '{.spec.text}', "['spec'].text", '$.spec.text'])('%s', (path) => {
    expect(find(parseColumnPath(path), DOCUMENT)).toEqual(['word'])
  })

  it.each(['', '{}', '.a[', '{.a'])('"%s" is invalid', (path) => {
    expect(caught(() => parseColumnPath(path))).toMatchObject({ code: 'USAGE' })
  })
})

function caught(act: () => unknown): C5c3Error {
  try {
    act()
  } catch (error) {
    if (error instanceof C5c3Error) return error
    throw error
  }
  throw new Error('nothing was thrown')
}
