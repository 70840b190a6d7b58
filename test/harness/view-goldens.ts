// SPDX-License-Identifier: Apache-2.0
// Goldens of a view: text at 60 and 140 columns, wide, and JSON validated against its schema.
import { join } from 'node:path'
import { expect } from 'vitest'
import { expectGolden, expectGoldenJson } from './golden.ts'
import { ROOT, runCli, words } from './run-cli.ts'
import { type Document, expectValid } from './schemas.ts'

/** Runs one command line in all these formats; each must have this exit code. */
export async function expectView(name: string, line: string, exit: number): Promise<Document> {
  const world = { cwd: ROOT }
  for (const columns of [60, 140]) await expectFits(`${name}.${columns}`, line, columns, exit)
  expect((await expectGolden(`${name}.wide`, `${line} -o wide`, world)).code).toBe(exit)
  const json = await expectGoldenJson(name, line, world)
  expect(json.code).toBe(exit)
  const document = JSON.parse(json.stdout) as Document
  expectValid(document, name)
  return document
}

async function expectFits(name: string, line: string, columns: number, exit: number): Promise<void> {
  const world = { cwd: ROOT, tty: true, columns, env: { NO_COLOR: '1' } }
  // Not stderr: on a slow machine it contains progress messages.
  const { stdout, code } = await runCli(words(line), world)
  expect(code).toBe(exit)
  // What fits into 60 columns is the same with other line breaks.
  if (columns > 60) await expect(stdout).toMatchFileSnapshot(join(ROOT, 'test', 'golden', `${name}.txt`))
  expect(Math.max(...stdout.split('\n').map((text) => [...text].length))).toBeLessThanOrEqual(columns)
}

/** The same for a single object: one text golden, and JSON validated against its schema. */
export async function expectShown(name: string, line: string, exit: number): Promise<Document> {
  await expectFits(`${name}.140`, line, 140, exit)
  const { stdout, stderr, code } = await runCli([...words(line), '-o', 'json'], { cwd: ROOT })
  expect({ code, stderr }).toEqual({ code: exit, stderr: '' })
  const document = JSON.parse(stdout) as Document
  expectValid(document, name)
  return document
}

/** The lists a command sends: "control-plane/eu-de-1 PATH", without discovery and reviews. */
export async function listsOf(line: string): Promise<readonly string[]> {
  const { stderr } = await runCli([...words(line), '--debug'], { cwd: ROOT })
  return [...stderr.matchAll(/^debug: (\S+): GET (\S+) \d+/gm)]
    .filter(([, , path = '']) => LIST.test(path))
    .map(([, cluster, path = '']) => `${cluster} ${path.replace(/\?.*$/, '')}`)
}

const LIST = /^\/(?:api\/v1|apis\/[^/]+\/[^/]+)(?:\/namespaces\/[^/]+)?\/[^/]+$/
