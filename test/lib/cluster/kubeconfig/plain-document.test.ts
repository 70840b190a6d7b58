// SPDX-License-Identifier: Apache-2.0
import { expect, test } from 'vitest'
import { type Field, readDocument } from '../../../../src/lib/cluster/kubeconfig/document.ts'
import { plainDocument } from '../../../../src/lib/cluster/kubeconfig/plain-document.ts'
import { Dice } from '../../graph/random.ts'

const USUAL = `apiVersion: v1
clusters:
- cluster:
    certificate-authority-data: LS0tLS1CRUdJTg==
    server: https://127.0.0.1:6443
  name: kind-c5c3
contexts:
  - context:
      cluster: kind-c5c3
      namespace: "team a"
      user: 'admin'
    name: admin@kind-c5c3
current-context: admin@kind-c5c3
kind: Config
preferences: {}
users:
- name: admin
  user:
    exec:
      apiVersion: client.authentication.k8s.io/v1
      args:
      - get-token
      - 0x1F
      env: []
      command: gardenlogin
      provideClusterInfo: yes
      installHint:
`

/** Everything there is to know of a document: each value, and where a complaint about it points. */
async function told(text: string): Promise<readonly string[]> {
  const lines: string[] = []
  const attempt = (work: () => unknown) => {
    try {
      return String(work())
    } catch (error) {
      return (error as Error).message
    }
  }
  const walk = (field: Field, inside: number) => {
    lines.push(`${field.path} = ${field.json()}; ${attempt(() => field.fail('is odd'))}`)
    if (inside > 6) return
    attempt(() => field.entries().forEach(([, child]) => void walk(child, inside + 1)))
    attempt(() => field.items().forEach((child) => void walk(child, inside + 1)))
    attempt(() => walk(field.get('absent'), 9))
  }
  try {
    walk(await readDocument(text, 'file'), 0)
  } catch (error) {
    lines.push((error as Error).message)
  }
  return lines
}

/** The same document with something in it that only the parser of all YAML reads. */
const withComment = (text: string) => `${text}${text.endsWith('\n') ? '' : '\n'}# end\n`

const isPlain = (text: string) => plainDocument(text, (word) => word) !== undefined

test('a usual kubeconfig is read without the parser of all YAML, and is the same', async () => {
  expect(isPlain(USUAL)).toBe(true)
  expect(isPlain(withComment(USUAL))).toBe(false)
  expect(await told(USUAL)).toEqual(await told(withComment(USUAL)))
})

test('what is nested without end is left to who can tell', () => {
  const nested = (depth: number) => Array.from({ length: depth }, (_, i) => `${' '.repeat(i)}a:`).join('\n')
  expect([isPlain(nested(50)), isPlain(nested(5000))]).toEqual([true, false])
})

test.each(['-abc', '_abc', '+a=', '.a', '--', '-1', '.5', '-_-', 'a-', '---', '...', '-a:b', '_:_'])(
  'a token may be %s',
  async (token) => {
    const text = `users:\n- name: a\n  user:\n    token: ${token}\n- ${token}\n`
    expect(isPlain(text)).toBe(true)
    expect(await told(text)).toEqual(await told(withComment(text)))
  },
)

test('whatever is read so means the same to the parser of all YAML, to the column (8,000 mutated texts)', async () => {
  const dice = new Dice(20261118)
  const pieces = [
    '- ',
    '  ',
    ': ',
    'y',
    '~',
    'null',
    '"',
    "'",
    '#',
    '{}',
    '[]',
    '-',
    '0',
    '1:30',
    '\n',
    '&a',
    '*a',
    ' ',
    'a: b',
    '|',
    '<<',
  ]
  let read = 0
  for (let i = 0; i < 8000; i++) {
    let text = USUAL
    for (let left = 1 + dice.below(3); left > 0; left--) {
      const at = dice.below(text.length)
      const piece = dice.pick(pieces)
      const cut = dice.below(3) === 0 ? dice.below(12) : 0
      text = text.slice(0, at) + piece + text.slice(at + cut)
    }
    if (!isPlain(text)) continue
    read++
    expect(await told(text), text).toEqual(await told(withComment(text)))
  }
  expect(read).toBeGreaterThan(400)
})
