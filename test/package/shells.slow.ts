// SPDX-License-Identifier: Apache-2.0
// The completion scripts in their shells, pressing Tab where a shell has no other interface.
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { blockWith } from '../docs/documents.ts'
import { tempFolder } from '../harness/temp-folder.ts'
import { hasKubectl, installedPackage, runProgram } from './released.ts'

const has = (shell: string) => {
  const found = spawnSync(shell, ['-c', 'exit 0']).status === 0
  if (!found) console.warn(`SKIPPED: no ${shell} here, its completion is not run`)
  return found
}

const KUBECONFIG = [
  'apiVersion: v1',
  'kind: Config',
  'current-context: mgmt',
  'clusters: [{ name: c, cluster: { server: "https://127.0.0.1:1" } }]',
  'users: [{ name: u, user: { token: t } }]',
  'contexts: [{ name: mgmt, context: { cluster: c, user: u } }, { name: hv-a, context: { cluster: c, user: u } }]',
].join('\n')

/** The typed line, and the completed last argument. */
const CASES: readonly (readonly [line: string, word: string])[] = [
  ['kubectl-c5c3 completion po', 'powershell'],
  ['kubectl-c5c3 contexts disc', 'discover'],
  ['kubectl-c5c3 status --request-t', '--request-timeout'],
  ['kubectl-c5c3 status --color=n', '--color=never'],
  ['kubectl-c5c3 status --demo one-', 'one-cluster'],
  ['kubectl-c5c3 status --context mg', 'mgmt'],
  ['kubectl-c5c3 status --storage-context a=m', 'a=mgmt'],
  ['kubectl-c5c3 status --demo healthy finance-', 'finance-prod'],
  ['kubectl-c5c3 status --kubeconfig kubec', 'kubeconfig'],
]

let prefix = ''
beforeAll(async () => {
  prefix = await installedPackage()
})

/** Runs a shell script in a folder with a kubeconfig. */
function inShell(shell: string, args: readonly string[], files: Readonly<Record<string, string>> = {}) {
  const cwd = tempFolder({ kubeconfig: KUBECONFIG, ...files })
  const path = [join(prefix, 'bin'), dirname(process.execPath)]
  const script = runProgram(join(prefix, 'bin', 'kubectl-c5c3'), ['completion', shell], { path }).stdout
  writeFileSync(join(cwd, 'completion'), script)
  const env = { KUBECONFIG: join(cwd, 'kubeconfig'), C5C3_COMPLETION_TIMEOUT_MS: '60000', TERM: 'xterm' }
  return runProgram(shell, args, { path, cwd, env })
}

describe('fish', () => {
  it.skipIf(!has('fish')).each(CASES)('%s<Tab> is %s', (line, word) => {
    const ask = `source completion; complete -C '${line}'`
    const { stdout, stderr } = inShell('fish', ['--no-config', '-c', ask])
    expect(stderr).toBe('')
    expect(stdout.split('\n').map((text) => text.split('\t')[0])).toContain(word)
  })

  it.skipIf(!has('fish'))('shows the summary of a command', () => {
    const { stdout } = inShell('fish', ['--no-config', '-c', "source completion; complete -C 'kubectl-c5c3 tre'"])
    expect(stdout).toMatch(/^tree\t\w+/)
  })
})

describe.skipIf(!hasKubectl)('as documented in docs/install.md', () => {
  it.each([
    ['bash', '.local/share/bash-completion/completions/kubectl-c5c3'],
    ['fish', '.config/fish/completions/kubectl-c5c3.fish'],
  ])('the script for %s is installed where the shell looks for it', (shell, file) => {
    const home = tempFolder()
    const lines = blockWith('docs/install.md', 'completion bash').split('\n')
    const typed = lines.filter((line) => line.startsWith('mkdir') || line.includes(`completion ${shell}`)).join('\n')
    const path = [join(prefix, 'bin'), dirname(process.execPath)]
    const ran = runProgram('bash', ['-ec', typed], { path, env: { HOME: home } })
    expect(ran.code, ran.stderr).toBe(0)
    expect(readFileSync(join(home, file), 'utf8')).toContain(`# ${shell} completion for kubectl-c5c3`)
  })
})

/** Presses Tab in an interactive zsh with this setup, and prints the resulting line. */
const tab = (setUp: string) => `
zmodload zsh/zpty
zpty inner zsh -f -i
zpty -w inner 'PS1=; unsetopt zle_bracketed_paste; ${setUp}'
zpty -w inner 'show() { print -r -- "<<\${BUFFER}>>" }; zle -N show; bindkey "^X" show; bindkey "^I" complete-word; print rea""dy'
zpty -r inner out '*ready*'
zpty -w -n inner "$1"$'\\t\\x18'
zpty -r inner out '*<<*>>*'
print -r -- "$out"
zpty -d inner
`

describe('zsh', () => {
  it.skipIf(!has('zsh')).each(CASES)('%s<Tab> is %s', (line, word) => {
    const setUp = 'autoload -Uz compinit; compinit -u -D; source ./completion'
    const { stdout } = inShell('zsh', ['-f', 'tab', line], { tab: tab(setUp) })
    const shown = /<<(.*?)>>/.exec(stdout)?.[1]
    expect(shown?.trim().split(' ').at(-1), stdout).toBe(word)
  })

  it.skipIf(!has('zsh'))('loads the script by the name given in help and docs/install.md', () => {
    const names = [
      /~\/\.zfunc\/(\S+)/.exec(
        runProgram(join(prefix, 'bin', 'kubectl-c5c3'), ['completion', '--help'], { path: [dirname(process.execPath)] })
          .stdout,
      ),
      /\$\{fpath\[1\]\}\/([\w-]+)/.exec(blockWith('docs/install.md', 'completion zsh')),
    ].map((found) => found?.[1])
    expect(names).toEqual(['_kubectl-c5c3', '_kubectl-c5c3'])
    const setUp = 'cp completion _kubectl-c5c3; fpath=($PWD $fpath); autoload -Uz compinit; compinit -u -D'
    const { stdout } = inShell('zsh', ['-f', 'tab', 'kubectl-c5c3 contexts disc'], { tab: tab(setUp) })
    expect(/<<(.*?)>>/.exec(stdout)?.[1]?.trim(), stdout).toBe('kubectl-c5c3 contexts discover')
  })
})

describe('PowerShell', () => {
  it.skipIf(!has('pwsh')).each(CASES.slice(0, 4))('%s<Tab> is %s', (line, word) => {
    const ask = `. ./completion.ps1; (TabExpansion2 '${line}' ${line.length}).CompletionMatches.CompletionText`
    const cwd = tempFolder()
    const path = [join(prefix, 'bin'), dirname(process.execPath)]
    const script = runProgram(join(prefix, 'bin', 'kubectl-c5c3'), ['completion', 'powershell'], { path }).stdout
    writeFileSync(join(cwd, 'completion.ps1'), script)
    expect(runProgram('pwsh', ['-NoProfile', '-c', ask], { path, cwd }).stdout.split(/\r?\n/)).toContain(word)
  })
})
