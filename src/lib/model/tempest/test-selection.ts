// SPDX-License-Identifier: Apache-2.0
import { listAt, textAt, textsAt } from '../object/fields.ts'
import type { Reason, TestChoice } from '../plan/plan.ts'

/** Environment variables from which images read the test selection by convention; passed to `tempest run --regex`. */
const REGEX_VARIABLES: readonly string[] = ['TEMPEST_REGEX', 'TEMPEST_INCLUDE_REGEX']

/** Tempest's smoke tests, by the tag in their names. */
const SMOKE = '\\[.*\\bsmoke\\b.*\\]'

/** How to select tests in the Pod template of a run, or why that is not possible. */
export function testChoice(pod: unknown, regex: string | undefined): TestChoice | Reason {
  const container = tempestContainer(pod)
  const name = textAt(container, 'name')
  if (name === undefined) return { text: 'its template has no container' }
  const choice = { container: name, ...(regex === undefined ? {} : { regex }) }
  if (runIndex(argumentsOf(container)) >= 0) return { ...choice, by: 'arguments' }
  const variables = listAt(container, 'env').flatMap((entry) => textAt(entry, 'name') ?? [])
  const variable = REGEX_VARIABLES.find((entry) => variables.includes(entry))
  if (variable !== undefined) return { ...choice, by: { variable } }
  return {
    text: `container ${name} neither runs "tempest run" itself nor has a variable ${REGEX_VARIABLES.join(' or ')}: its tests cannot be chosen`,
    hint: 'leave out --tests and --smoke, or let the image read one of these variables and name it in the template',
  }
}

export function withTests(pod: unknown, { container, by, regex }: TestChoice): unknown {
  return mapField(pod, 'containers', (original) => {
    if (textAt(original, 'name') !== container) return original
    if (by !== 'arguments')
      return mapField(original, 'env', (each) => replaceVariable(each, by.variable, regex ?? SMOKE))
    const argv = argumentsOf(original)
    const from = runIndex(argv) + 2
    const selection = regex === undefined ? ['--smoke'] : ['--regex', regex]
    const { args: _, ...rest } = original as Readonly<Record<string, unknown>>
    return { ...rest, command: [...argv.slice(0, from), ...selection, ...withoutSelection(argv.slice(from))] }
  })
}

const replaceVariable = (each: unknown, name: string, value: string) =>
  textAt(each, 'name') === name ? { name, value } : each

function mapField(value: unknown, field: string, change: (one: unknown) => unknown): unknown {
  return { ...(value as object), [field]: listAt(value, field).map(change) }
}

/** The container named after Tempest, else the first. */
function tempestContainer(pod: unknown): unknown {
  const all = listAt(pod, 'containers')
  return all.find((one) => textAt(one, 'name')?.includes('tempest')) ?? all[0]
}

const argumentsOf = (container: unknown): readonly string[] =>
  ['command', 'args'].flatMap((field) => textsAt(container, field))

/** The index of `tempest run` as separate arguments; scripts are not parsed. */
const runIndex = (argv: readonly string[]) =>
  argv.findIndex((arg, i) => /(^|\/)tempest$/.test(arg) && argv[i + 1] === 'run')

/** Removes the template's own selection: Tempest accepts only one. */
function withoutSelection(argv: readonly string[]): readonly string[] {
  return argv.filter(
    (arg, i) =>
      !/^(-s|--smoke|-r|--regex)$/.test(arg) &&
      !arg.startsWith('--regex=') &&
      !/^(-r|--regex)$/.test(argv[i - 1] ?? ''),
  )
}
