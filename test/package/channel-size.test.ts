// SPDX-License-Identifier: Apache-2.0
// exec and port-forward must not bring the generated APIs of client-node into the bundle.
import { join } from 'node:path'
import { rolldown } from 'rolldown'
import { expect, test } from 'vitest'
import { standIns } from '../../scripts/bundle/stubs.ts'
import { ROOT } from '../harness/run-cli.ts'

test.each(['exec', 'port-forward'])('%s is bundled in less than 100 KB', async (name) => {
  const input = join(ROOT, `src/lib/cluster/channel/${name}.ts`)
  const build = await rolldown({ input, platform: 'node', plugins: [standIns()] })
  const { output } = await build.generate({ format: 'cjs', minify: true })
  const bytes = output.reduce((sum, part) => sum + (part.type === 'chunk' ? part.code.length : 0), 0)
  expect(bytes).toBeLessThan(100_000)
})
