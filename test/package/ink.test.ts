// SPDX-License-Identifier: Apache-2.0
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { rolldown } from 'rolldown'
import { expect, it } from 'vitest'
import { noTopLevelAwait } from '../../scripts/bundle/no-top-level-await.ts'
import { standIns } from '../../scripts/bundle/stubs.ts'
import { ROOT } from '../harness/run-cli.ts'
import { tempFolder } from '../harness/temp-folder.ts'

const SCREEN = `
  import { Box, renderToString, Text } from 'ink'
  import { createElement } from 'react'
  console.log(renderToString(createElement(Box, { borderStyle: 'round', width: 9 }, createElement(Text, null, 'hello'))))
`

it('renders an ink screen from a CommonJS bundle', async () => {
  const dir = tempFolder()
  const input = join(ROOT, 'screen.js')
  const screen = {
    name: 'screen',
    resolveId: (id: string) => (id === input ? id : undefined),
    load: (id: string) => (id === input ? SCREEN : undefined),
  }
  await using built = await rolldown({
    input,
    cwd: ROOT,
    platform: 'node',
    plugins: [screen, standIns, noTopLevelAwait],
    transform: { define: { 'process.env.NODE_ENV': '"production"' } },
    logLevel: 'silent',
  })
  await built.write({ dir, format: 'cjs', entryFileNames: 'screen.cjs' })
  const { stdout, stderr } = spawnSync(process.execPath, [join(dir, 'screen.cjs')], { encoding: 'utf8' })
  expect({ stdout: stdout.trim(), stderr }).toEqual({ stdout: '╭───────╮\n│hello  │\n╰───────╯', stderr: '' })
})
