// SPDX-License-Identifier: Apache-2.0
// Users copy printed commands into shells. Names and texts come from clusters, so a hostile API server may choose them.
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { loadFleetFolder } from '../../src/lib/embedded/scenario/fleet-folder.ts'
import { safeLine } from '../../src/lib/model/text/sanitize.ts'
import { closeDemos } from '../harness/demos.ts'
import '../harness/shared-observations.ts'
import { commandFields, commandsIn, runInShell } from '../harness/printed-commands.ts'
import { ROOT, runCli } from '../harness/run-cli.ts'
import { tempFolder } from '../harness/temp-folder.ts'

/** Appended to each name, namespace, UID and instance. */
const ATTACKS = [`$(touch x)'; touch x; '\`touch x\`"; touch x #`, '\u001b[2J\u202e\ntouch x\n']

const FOLDERS = [
  'test/modes/F20',
  'test/modes/F31',
  'test/modes/F32',
  'test/modes/F40',
  'test/modes/F41',
  'test/modes/F72-silent',
  'test/modes/F99',
]

const LINES = [
  'check',
  'check -o wide',
  'hypervisors',
  'status',
  'gitops',
  'tempest results',
  'credentials --expiring 999d',
]

const UID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const KEPT = new Set(['kube-system', 'default'])

/** A fleet folder with every name, namespace, UID and instance changed, and each reference to them. */
async function changed(folder: string, change: (name: string) => string): Promise<string> {
  const { now, members } = await loadFleetFolder(join(ROOT, folder))
  const names = new Set(
    members
      .flatMap(({ objects }) => objects)
      .filter(({ kind }) => kind !== 'CustomResourceDefinition')
      .flatMap(({ metadata }) => [metadata.name, metadata.namespace ?? ''])
      .filter((name) => name !== '' && !KEPT.has(name)),
  )
  const changeIn = (value: unknown): unknown => {
    if (typeof value === 'string') return names.has(value) || UID.test(value) ? change(value) : value
    if (Array.isArray(value)) return value.map(changeIn)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, changeIn(inner)]))
  }
  const files = members.map(({ key, objects }) => [
    `${key}.yaml`,
    objects
      .map((object) => (object.kind === 'CustomResourceDefinition' ? object : changeIn(object)))
      .map((object) => `---\n${escaped(JSON.stringify(object))}\n`)
      .join(''),
  ])
  const fleet = { title: 'x', teaches: 'x', try: [], now: new Date(now).toISOString() }
  return tempFolder({ 'fleet.yaml': JSON.stringify(fleet), ...Object.fromEntries(files) })
}

/** YAML forbids raw control characters. */
const escaped = (text: string) =>
  text.replace(/[\u007f-\uffff]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`)

async function printed(folder: string): Promise<readonly string[]> {
  const found: string[] = []
  for (const line of LINES) {
    const { stdout } = await runCli([...line.split(' '), '--demo', folder])
    found.push(...commandsIn(stdout))
  }
  const { stdout } = await runCli(['check', '--demo', folder, '-o', 'json'])
  const report = JSON.parse(stdout)
  for (const { subject } of report.findings.slice(0, 2)) {
    const address = `${subject.kind}/${subject.namespace ? `${subject.namespace}/` : ''}${subject.name}@${subject.cluster}`
    found.push(...commandsIn((await runCli(['why', address, '--demo', folder])).stdout))
    const missing = await runCli(['logs', address, '--demo', folder])
    found.push(...commandsIn(missing.stderr.replaceAll('hint: ', '').replaceAll(/ shows .*$/gm, '')))
  }
  return [...new Set([...found, ...commandFields(report)])]
}

describe.each(FOLDERS)('%s', (folder) => {
  it.each(ATTACKS)('a shell runs only the printed command where names end in %j', async (attack) => {
    const hostile = await printed(await changed(folder, (name) => name + attack))
    await closeDemos()
    const calls = hostile.map((line) => ({ line, ...runInShell(line) }))
    expect(calls.filter(({ files, argv }) => files.length > 0 || argv.length !== 1)).toEqual([])
    const words = calls.flatMap(({ argv }) => argv.flat())
    // An attack is complete inside of one argument, or absent.
    expect(words.filter((word) => word.replaceAll(safeLine(attack), '').includes('touch'))).toEqual([])
    expect(words.filter((word) => word.includes(safeLine(attack))).length).toBeGreaterThan(2)
  })
})
