// SPDX-License-Identifier: Apache-2.0
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { formatCommand, kubectlCommand, objectArgs, operands } from '../../../../src/lib/model/text/command.ts'
import { tempFolder } from '../../../harness/temp-folder.ts'

const HOSTILE = [
  '$(touch x)',
  '`touch x`',
  "'; touch x; '",
  '"; touch x; "',
  'a b',
  '',
  '~',
  '*',
  '=ls',
  '!!',
  '\\',
  '#x',
  '{a,b}',
  '&& touch x',
]

/** Runs a line in a real shell in an empty folder: the arguments of the program, and the files that were created. */
function readBack(line: string, program: string): { words: string[]; files: string[] } {
  const cwd = tempFolder()
  const print = `${program}() { for word in "$@"; do printf '%s\\0' "$word"; done; cat >/dev/null; }`
  const out = execFileSync('sh', ['-c', `${print}\n${line}`], { cwd, encoding: 'utf8', input: '' })
  return { words: out.split('\0').slice(0, -1), files: readdirSync(cwd) }
}

describe('formatCommand', () => {
  it.each(HOSTILE)('a shell parses %j back to exactly that argument', (word) => {
    const line = formatCommand({ words: ['program', word, 'end'] })
    expect(readBack(line, 'program')).toEqual({ words: [word, 'end'], files: [] })
  })

  it.each(['a\ntouch x', 'a\r\ntouch x', 'a\u001b[2Jb', 'a\u202eb'])(
    'keeps %j on one line, as visible text',
    (word) => {
      const line = formatCommand({ words: ['program', word] })
      expect(line).toMatch(/^[\x20-\x7e]+$/)
      const { words, files } = readBack(line, 'program')
      expect(words).toHaveLength(1)
      expect(files).toEqual([])
    },
  )

  it('pipes text in which no quote, backslash or percent sign ends or changes it', () => {
    const stdin = `{"uid":"'; touch x; '\\\\n%s$(touch x)"}`
    const line = formatCommand({ words: ['program', 'end'], stdin })
    const cwd = tempFolder()
    expect(execFileSync('sh', ['-c', `program() { cat; }\n${line}`], { cwd, encoding: 'utf8' })).toBe(stdin)
    expect(existsSync(join(cwd, 'x'))).toBe(false)
  })
})

describe('kubectlCommand', () => {
  const cluster = { label: 'storage/st' }
  const text = (...args: Parameters<typeof kubectlCommand>) => formatCommand(kubectlCommand(...args))

  it('names the context of the user, and the file if kubectl does not read it by default', () => {
    const own = { ...cluster, context: 'st' }
    expect(text({ cluster: own, namespace: 'rook' }, 'get', 'pods')).toBe('kubectl --context st -n rook get pods')
    expect(text({ cluster: { ...own, kubeconfig: '/a b' } }, 'get', 'pods')).toBe(
      "kubectl --kubeconfig '/a b' --context st get pods",
    )
  })

  it('uses the passthrough for a cluster without a context, and asks before writes', () => {
    expect(text({ cluster, namespace: 'rook' }, 'get', 'pods')).toBe(
      'kubectl c5c3 kubectl @storage/st -- -n rook get pods',
    )
    expect(text({ cluster }, 'delete', 'pod', 'x')).toBe(
      'kubectl c5c3 kubectl --allow-writes @storage/st -- delete pod x',
    )
  })

  it('puts the context of a plugin after the plugin name, as kubectl requires', () => {
    expect(text({ cluster: { ...cluster, context: 'st' }, namespace: 'rook' }, 'rook-ceph', 'health')).toBe(
      'kubectl rook-ceph --context st -n rook health',
    )
    expect(text({ cluster, namespace: 'rook' }, 'rook-ceph', 'health')).toBe(
      'kubectl c5c3 kubectl --allow-writes @storage/st -- rook-ceph -n rook health',
    )
  })

  it('no name can become a flag', () => {
    expect(
      text({ cluster: { ...cluster, context: '-c' }, namespace: '--all' }, 'get', ...objectArgs('pod', '-f')),
    ).toBe('kubectl --context=-c --namespace=--all get pod/-f')
    expect(operands('a', '--all')).toEqual(['--', 'a', '--all'])
  })
})
