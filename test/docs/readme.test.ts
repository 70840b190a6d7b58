// SPDX-License-Identifier: Apache-2.0
// What the README shows is what the tool prints: scripts/docs.ts copies these goldens into it.
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT, runCli, words } from '../harness/run-cli.ts'

test('the README shows an incident', async () => {
  const line = 'status --demo database-down'
  const { stdout, code } = await runCli(words(line), { tty: true, columns: 180, env: { NO_COLOR: '1' } })
  // stdout only: whether a line of progress was shown on stderr depends on the machine
  const text = `$ kubectl c5c3 ${line}\n${stdout}--- exit ${code}\n`
  await expect(text).toMatchFileSnapshot(join(ROOT, 'test', 'golden', 'readme', 'status.txt'))
})
