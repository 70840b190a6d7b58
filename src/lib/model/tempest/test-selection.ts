// SPDX-License-Identifier: Apache-2.0
import { listAt, textAt, textsAt } from '../object/fields.ts'
import type { Reason, TestChoice } from '../plan/plan.ts'

/** Variables that images read the tests from, by convention; what they hold is passed to `tempest run --regex`. */
export const REGEX_VARIABLES: readonly string[] = ['TEMPEST_REGEX', 'TEMPEST_INCLUDE_REGEX']

/** Tests that Tempest itself calls smoke tests, by the tag in their names. */
export const SMOKE = '\\[.*\\bsmoke\\b.*\\]'

/** How tests can be chosen in the Pod template of a run, or why not. */
export function testChoice(pod: unknown, regex: string | undefined): TestChoice | Reason {
  const container = tempestContainer(pod)
  const name = textAt(container, 'name')
  if (name === undefined) return { text: 'its template has no container' }
  const about = { container: name, ...(regex === undefined ? {} : { regex }) }
  if (runAt(wordsOf(container)) >= 0) return { ...about, by: 'arguments' }
  const variables = listAt(container, 'env').flatMap((one) => textAt(one, 'name') ?? [])
  const variable = REGEX_VARIABLES.find((one) => variables.includes(one))
  if (variable !== undefined) return { ...about, by: { variable } }
  return {
    text: `container ${name} neither runs "tempest run" itself nor has a variable ${REGEX_VARIABLES.join(' or ')}: its tests cannot be chosen`,
    hint: 'leave out --tests and --smoke, or let the image read one of these variables and name it in the template',
  }
}

/** The template with the tests that were chosen. */
export function withTests(pod: unknown, { container, by, regex }: TestChoice): unknown {
  return mapped(pod, 'containers', (one) => {
    if (textAt(one, 'name') !== container) return one
    if (by !== 'arguments') return mapped(one, 'env', (each) => variableOf(each, by.variable, regex ?? SMOKE))
    const words = wordsOf(one)
    const from = runAt(words) + 2
    const chosen = regex === undefined ? ['--smoke'] : ['--regex', regex]
    const { args: _, ...rest } = one as Readonly<Record<string, unknown>>
    return { ...rest, command: [...words.slice(0, from), ...chosen, ...withoutChoice(words.slice(from))] }
  })
}

const variableOf = (each: unknown, name: string, value: string) =>
  textAt(each, 'name') === name ? { name, value } : each

function mapped(value: unknown, field: string, change: (one: unknown) => unknown): unknown {
  return { ...(value as object), [field]: listAt(value, field).map(change) }
}

/** The container that is called after what it runs, else the first. */
function tempestContainer(pod: unknown): unknown {
  const all = listAt(pod, 'containers')
  return all.find((one) => textAt(one, 'name')?.includes('tempest')) ?? all[0]
}

const wordsOf = (container: unknown): readonly string[] =>
  ['command', 'args'].flatMap((field) => textsAt(container, field))

/** Where `tempest run` stands, as words of their own: a script is not taken apart. */
const runAt = (words: readonly string[]) =>
  words.findIndex((word, i) => /(^|\/)tempest$/.test(word) && words[i + 1] === 'run')

/** Without the choice that the template makes: Tempest takes one of them. */
function withoutChoice(words: readonly string[]): readonly string[] {
  return words.filter(
    (word, i) =>
      !/^(-s|--smoke|-r|--regex)$/.test(word) &&
      !word.startsWith('--regex=') &&
      !/^(-r|--regex)$/.test(words[i - 1] ?? ''),
  )
}
