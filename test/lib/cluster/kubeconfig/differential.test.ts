// SPDX-License-Identifier: Apache-2.0
// Compares our merge of generated KUBECONFIG lists with that of kubectl.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { loadKubeconfig } from '../../../../src/lib/cluster/kubeconfig/load.ts'
import { type GeneratedSet, generateSets } from './generate.ts'
import { kubectlPresent, kubectlView, normalView, ourView } from './kubectl.ts'

const SEED = 20261116
const SETS = Number(process.env['C5C3_TEST_SETS'] ?? 80)

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'c5c3-kubeconfig-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

describe.skipIf(!kubectlPresent())('against kubectl config view', () => {
  test(`${SETS} generated KUBECONFIG lists (seed ${SEED}) mean the same to kubectl and to us`, {
    timeout: 300_000,
  }, async () => {
    const sets = [...generateSets(SEED, SETS)]
    const refused: boolean[] = []
    await inParallel(sets.entries(), 4, async ([i, set]) => {
      const kubeconfig = await write(set, join(folder, `set${i}`))
      const ours = await loadKubeconfig({ env: { KUBECONFIG: kubeconfig }, home: folder }).catch(refusal)
      const theirs = await kubectlView(kubeconfig, folder)
      const shown = `set ${i} of seed ${SEED}:\n${JSON.stringify(set, null, 1)}`
      refused.push(ours === undefined)
      expect(ours !== undefined, `${shown}\naccepted by us`).toBe(theirs !== undefined)
      if (ours && theirs) expect(ourView(ours), shown).toEqual(normalView(theirs, ours))
    })
    // The sets are useful only if most load and some do not.
    expect(refused.filter((no) => no).length).toBeGreaterThan(SETS / 20)
    expect(refused.filter((no) => !no).length).toBeGreaterThan(SETS / 2)
  })

  test('relative paths are resolved against the kubeconfig that contains them', async () => {
    const at = (path: string) => join(folder, 'flat', path)
    await write(
      {
        files: [
          {
            path: 'one/config',
            text: 'clusters: [{name: one, cluster: {server: https://x, certificate-authority: ca.pem}}]',
          },
          {
            path: 'two/config',
            text: 'clusters: [{name: two, cluster: {server: https://x, certificate-authority: ../one/../two/ca.pem}}]',
          },
          { path: 'one/ca.pem', text: 'authority of one' },
          { path: 'two/ca.pem', text: 'authority of two' },
        ],
        list: [],
      },
      join(folder, 'flat'),
    )
    const kubeconfig = [at('one/config'), at('two/config')].join(delimiter)
    const view = await kubectlView(kubeconfig, folder, ['--flatten'])
    const data = view?.clusters?.map(({ cluster }) =>
      Buffer.from(String(cluster['certificate-authority-data']), 'base64').toString(),
    )
    expect(data).toEqual(['authority of one', 'authority of two'])
    const ours = await loadKubeconfig({ env: { KUBECONFIG: kubeconfig }, home: folder })
    expect(ours.clusters.get('one')?.certificateAuthority).toBe(at('one/ca.pem'))
    expect(ours.clusters.get('two')?.certificateAuthority).toBe(at('two/ca.pem'))
  })
})

async function write(set: GeneratedSet, root: string): Promise<string> {
  for (const { path, text } of set.files) {
    await mkdir(dirname(join(root, path)), { recursive: true })
    if (text !== undefined) await writeFile(join(root, path), text, { mode: 0o600 })
  }
  return set.list.map((entry) => (entry === '' ? '' : join(root, entry))).join(delimiter)
}

const refusal = (error: unknown) => {
  expect(error).toMatchObject({ code: 'BAD_KUBECONFIG', exit: 'usage' })
  return undefined
}

async function inParallel<T>(items: Iterable<T>, width: number, run: (item: T) => Promise<void>): Promise<void> {
  const queue = items[Symbol.iterator]()
  const worker = async () => {
    for (let next = queue.next(); !next.done; next = queue.next()) await run(next.value)
  }
  await Promise.all(Array.from({ length: width }, worker))
}
