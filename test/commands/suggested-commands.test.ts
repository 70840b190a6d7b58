// SPDX-License-Identifier: Apache-2.0
// Every command that a bundled scenario suggests works as printed.
import { describe, expect, it } from 'vitest'
import { checkKubectlWords } from '../../src/lib/topics/kubectl/run.ts'
import { closeDemos, SUBJECTS } from '../harness/demos.ts'
import '../harness/shared-observations.ts'
import { commandFields, commandsIn } from '../harness/printed-commands.ts'
import { runCli, words } from '../harness/run-cli.ts'

const LINES = ['status', 'check -o wide', 'ceph-secrets', 'korc', 'credentials', 'gitops', 'hypervisors', 'operators']

/** An argument that users replace. */
const PLACEHOLDER = /^[A-Z][A-Z/]+$/

/** Parses a line that formatCommand() has written. */
const readBack = (line: string): string[] =>
  [...line.matchAll(/(?:[^\s']|'[^']*'|\\')+/g)].map(([word]) =>
    word.replace(/'([^']*)'|\\(')/g, (_, text?: string, quote?: string) => text ?? quote ?? ''),
  )

async function suggested(scenario: string, subject: string): Promise<readonly string[]> {
  const found = new Set<string>()
  for (const line of [...LINES, `status ${subject}`, `why ${subject}`]) {
    const argv = [...words(line), '--demo', scenario]
    for (const command of commandsIn((await runCli(argv)).stdout)) found.add(command)
  }
  for (const line of ['check', `why ${subject}`]) {
    const { stdout } = await runCli([...words(line), '--demo', scenario, '-o', 'json'])
    for (const command of commandFields(JSON.parse(stdout))) found.add(command)
  }
  return [...found].filter((line) => !readBack(line).some((word) => PLACEHOLDER.test(word.replace(/[,;]$/, ''))))
}

/** Why a command does not work as printed; undefined if it does. */
async function wrongWith(line: string, scenario: string, labels: ReadonlySet<string>): Promise<string | undefined> {
  const all = readBack(line)
  const [program, plugin, command, ...rest] = all
  if (program === 'openstack') return undefined
  if (program !== 'kubectl' || plugin !== 'c5c3') return `${line}: the user has no such context`
  if (command === 'kubectl') {
    const end = rest.indexOf('--')
    const [cluster = '', ...flags] = rest.slice(0, end).reverse()
    if (!labels.has(cluster.slice(1))) return `${line}: there is no cluster ${cluster}`
    try {
      checkKubectlWords(rest.slice(end + 1), flags.includes('--allow-writes'))
      return undefined
    } catch (error) {
      return `${line}: ${error}`
    }
  }
  // explain contacts no cluster
  const demo = command === 'explain' ? [] : ['--demo', scenario]
  const { code, stderr } = await runCli([...all.slice(2), ...demo])
  const error = stderr.split('\n').find((message) => message.startsWith('error: '))
  // Commands that write ask for confirmation first.
  return code === 2 || (error !== undefined && code !== 4) ? `${line}: ${error}` : undefined
}

describe.each(Object.entries(SUBJECTS))('%s', (scenario, subject) => {
  it('suggests only commands that work', async () => {
    const { stdout } = await runCli(['contexts', '--demo', scenario, '-o', 'json'])
    const labels = new Set((JSON.parse(stdout).clusters as { name: string }[]).map(({ name }) => name))
    const lines = await suggested(scenario, subject)
    expect(lines.length).toBeGreaterThan(0)
    const wrong: (string | undefined)[] = []
    for (const line of lines) wrong.push(await wrongWith(line, scenario, labels))
    expect(wrong.filter((each) => each !== undefined)).toEqual([])
    await closeDemos()
  }, 120_000)
})
