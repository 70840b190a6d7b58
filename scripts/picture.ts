// SPDX-License-Identifier: Apache-2.0
// npm run picture: records the pictures of the docs from the demo in a real terminal. A test detects outdated ones.
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { spawn } from '@lydell/node-pty'
import { ROOT } from './bundle/bundle.ts'
import { PICTURES } from './picture/pictures.ts'
import { svgOf } from './picture/svg.ts'

for (const { file, title, columns, lines } of PICTURES) {
  const recorded = []
  for (const line of lines) recorded.push({ typed: `kubectl c5c3 ${line}`, bytes: await record(line, columns) })
  mkdirSync(dirname(join(ROOT, file)), { recursive: true })
  writeFileSync(join(ROOT, file), svgOf(title, columns, recorded))
  console.log(file)
}

/** The output of the tool on a terminal. */
function record(line: string, columns: number): Promise<string> {
  const env = { PATH: process.env['PATH'], TERM: 'xterm-256color', HOME: '/nonexistent/home' }
  const args = [join(ROOT, 'bin', 'kubectl-c5c3'), ...line.split(' ')]
  const terminal = spawn(process.execPath, args, { cols: columns, rows: 60, env })
  let bytes = ''
  terminal.onData((data) => {
    bytes += data
  })
  return new Promise((resolve) => terminal.onExit(() => resolve(bytes)))
}
