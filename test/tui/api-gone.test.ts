// SPDX-License-Identifier: Apache-2.0
// The API servers are killed while the screen is shown: it reports that, and never shows old facts as current.
import { type ChildProcess, spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { ROOT } from '../harness/run-cli.ts'
import { onScreen } from '../harness/screen.ts'
import { tempFolder } from '../harness/temp-folder.ts'

const SERVE = `
  import { startFleet } from './src/lib/embedded/start.ts'
  const fleet = await startFleet('fleets/one-cluster')
  process.stdout.write(fleet.kubeconfig)
  process.stdout.write('\\n# ready\\n')
  setInterval(() => {}, 1000)
`

function served(): Promise<{ readonly api: ChildProcess; readonly kubeconfig: string }> {
  const api = spawn(process.execPath, ['--input-type=module-typescript', '--eval', SERVE], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => {
    api.kill('SIGKILL')
  })
  return new Promise((resolve, reject) => {
    let text = ''
    api.stdout?.on('data', (data) => {
      text += String(data)
      if (text.includes('# ready')) resolve({ api, kubeconfig: text })
    })
    api.once('exit', (code) => reject(new Error(`it ended with ${code}`)))
  })
}

it('a killed API is lost, not healthy', { timeout: 120_000 }, async () => {
  const { api, kubeconfig } = await served()
  const file = join(tempFolder(), 'config')
  writeFileSync(file, kubeconfig)
  const screen = await onScreen(['tui', '--kubeconfig', file], { columns: 120, rows: 40 })
  await screen.until(/✔ 1 live/)
  expect(screen.text()).toContain('✔ healthy')
  screen.keys('j')
  api.kill('SIGKILL')
  await screen.until(/… 1 lagging|✖ 1 lost/)
  await screen.until((text) => text.includes('✖ 1 lost') && !text.includes('✔ healthy'))
  expect(screen.isFull()).toBe(true)
  screen.keys('q')
  expect(await screen.exited).toBe(0)
  expect(screen.isFull()).toBe(false)
})
