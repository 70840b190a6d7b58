// SPDX-License-Identifier: Apache-2.0
// What the README shows is what the tool prints: scripts/docs.ts copies these goldens into it.
import { test } from 'vitest'
import { expectGolden } from '../harness/golden.ts'

const TERMINAL = { tty: true, columns: 180, env: { NO_COLOR: '1' } }

test('the README shows an incident', async () => {
  await expectGolden('readme/status', 'status --demo database-down', TERMINAL)
})
