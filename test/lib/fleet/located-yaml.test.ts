// SPDX-License-Identifier: Apache-2.0
import { expect, test } from 'vitest'
import { plainDocument } from '../../../src/lib/cluster/kubeconfig/plain-document.ts'
import { parseLocated } from '../../../src/lib/fleet/located-yaml.ts'
import { Dice } from '../graph/random.ts'

const USUAL = `current: prod
profiles:
  prod:
    protected: true
    clusters:
      - roles:
          - management
          - control-plane=eu-de-1
        kubeconfig: ~/mgmt.yaml
        context: mgmt
        uid: 5f0c2b1e-1111-4222-8333-444455556666
      - roles: []
        from: "ProviderConfig st-pool-a"
    agents:
      nova-compute: app=nova-compute
`

/** Its value, and where complaints about values and keys point. */
async function told(text: string): Promise<unknown> {
  try {
    const { value, wrong, wrongKey } = await parseLocated(text, 'file')
    const paths: (string | number)[][] = [[]]
    const visit = (inner: unknown, path: (string | number)[]) => {
      if (typeof inner !== 'object' || inner === null) return
      for (const [key, child] of Object.entries(inner)) {
        const next = [...path, Array.isArray(inner) ? Number(key) : key]
        paths.push(next)
        visit(child, next)
      }
    }
    visit(value, [])
    return [value, paths.map((path) => [path, wrong(path, '').message, path.length && wrongKey(path, '').message])]
  } catch (error) {
    return (error as Error).message
  }
}

test('a usual profile means the same with and without the parser of all YAML (4,000 mutated texts)', async () => {
  const dice = new Dice(20261118)
  const pieces = ['- ', '  ', ': ', 'y', '~', 'null', '"', '#', '{}', '-', '0', '\n', ' ', 'a: b', '1e3', 'True', 'no']
  const isPlain = (text: string) => plainDocument(text, (word) => word) !== undefined
  const texts = [USUAL.replace('~/', '/')]
  for (let i = 0; i < 4000; i++) {
    const at = dice.below(USUAL.length)
    texts.push((USUAL.slice(0, at) + dice.pick(pieces) + USUAL.slice(at + dice.below(8))).replace('~/', '/'))
  }
  const plain = texts.filter(isPlain)
  expect(plain[0]).toBe(texts[0])
  expect(plain.length).toBeGreaterThan(300)
  for (const text of plain) expect(await told(text), text).toEqual(await told(`${text}\n# end\n`))
})
