// SPDX-License-Identifier: Apache-2.0
const LONGEST = 500

/** The name of a test as the console prints it: without [id-…,smoke], which JUnit and subunit have. */
export function testName(text: string): string {
  return text
    .trim()
    .replace(/\[[^\]]*\]/, '')
    .slice(0, LONGEST)
}

/** What a test is about, by its module: tempest.api.compute… is compute, neutron_tempest_plugin… is network. */
export function serviceOf(name: string): string {
  const path = /\(([^)]*)\)$/.exec(name)?.[1] ?? name
  const [first = '', second = '', third = ''] = path.split('.')
  if (first === 'tempest') return (second === 'api' ? third : second) || 'other'
  const project = /^(\w+?)_tempest_(?:plugin|tests)$/.exec(first)?.[1]
  return project === undefined ? 'other' : (PROJECTS[project] ?? project)
}

const PROJECTS: Readonly<Record<string, string>> = {
  barbican: 'key-manager',
  cinder: 'volume',
  glance: 'image',
  keystone: 'identity',
  neutron: 'network',
  nova: 'compute',
  placement: 'placement',
}

const MESSAGE = 280
const EXCEPTION = /^\s*((?:[A-Za-z_]\w*\.)*[A-Z]\w*): (.*)$/

/** The exception a line of a traceback names; undefined when it names none. */
export function exceptionOf(line: string): string | undefined {
  const [, type = '', words = ''] = EXCEPTION.exec(line) ?? []
  if (type === '' || /^(?:File|Details|Traceback|Request|Response|Body|Captured)$/.test(type)) return undefined
  return shortened(`${type.slice(type.lastIndexOf('.') + 1)}: ${words}`)
}

/** The last exception of a whole traceback, or its last words. */
export function lastException(text: string): string | undefined {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  for (const line of lines.toReversed()) {
    const found = exceptionOf(line)
    if (found) return found
  }
  const last = lines.at(-1)?.trim()
  return last ? shortened(last) : undefined
}

/** A message that fits into an answer: what it begins with, and what it comes to in the end. */
export const shortened = (text: string): string =>
  text.length > MESSAGE ? `${text.slice(0, MESSAGE / 2)}…${text.slice(-MESSAGE / 2)}` : text
