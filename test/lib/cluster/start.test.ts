// SPDX-License-Identifier: Apache-2.0
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

test('opening clusters does not load the HTTP modules of Node, which cost more than the whole client', async () => {
  const client = fileURLToPath(new URL('../../../src/lib/cluster/client.ts', import.meta.url))
  const script = `import(${JSON.stringify(client)}).then(() => console.log(process.moduleLoadList.join('\\n')))`
  const { stdout } = await promisify(execFile)(process.execPath, ['-e', script])
  const loaded = stdout.split('\n')
  expect(loaded).toContain('NativeModule tls')
  expect(loaded.filter((name) => /http|undici|fetch/.test(name))).toEqual([])
})
