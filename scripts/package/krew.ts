// SPDX-License-Identifier: Apache-2.0
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseDocument } from 'yaml'
import { ROOT } from '../bundle/bundle.ts'

export interface Archive {
  /** linux-x64, win-x64, … */
  readonly platform: string
  readonly name: string
  readonly bytes: Uint8Array
  /** Whether its executable contains code compiled by V8. */
  readonly warm: boolean
}

const OS: Readonly<Record<string, string>> = { linux: 'linux', darwin: 'darwin', win: 'windows' }
const ARCH: Readonly<Record<string, string>> = { x64: 'amd64', arm64: 'arm64' }

export function krewManifest(version: string, archives: readonly Archive[]): string {
  const document = parseDocument(readFileSync(join(ROOT, '.krew.yaml'), 'utf8'))
  document.commentBefore = null
  const homepage = document.getIn(['spec', 'homepage']) as string
  document.setIn(['spec', 'version'], `v${version}`)
  document.setIn(
    ['spec', 'platforms'],
    document.createNode(archives.map((archive) => platform(archive, homepage, version))),
  )
  return document.toString({ lineWidth: 0 })
}

function platform({ platform: name, name: file, bytes }: Archive, homepage: string, version: string) {
  const [os = '', arch = ''] = name.split('-')
  const program = os === 'win' ? 'kubectl-c5c3.exe' : 'kubectl-c5c3'
  return {
    selector: { matchLabels: { os: OS[os], arch: ARCH[arch] } },
    uri: `${homepage}/releases/download/v${version}/${file}`,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    bin: program,
    files: [program, 'LICENSE', 'THIRD-PARTY-LICENSES'].map((from) => ({ from, to: '.' })),
  }
}
