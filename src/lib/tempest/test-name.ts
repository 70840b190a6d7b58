// SPDX-License-Identifier: Apache-2.0

/** The name of a test as on the console: JUnit and subunit append [id-…,smoke]. */
export function testName(text: string): string {
  return text
    .trim()
    .replace(/\[[^\]]*\]/, '')
    .slice(0, MAX_NAME)
}

/** The OpenStack service by module: tempest.api.compute… is compute, neutron_tempest_plugin… is network. */
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

const MAX_MESSAGE = 280
const EXCEPTION = /^\s*((?:[A-Za-z_]\w*\.)*[A-Z]\w*): (.*)$/

/** The exception in a line of a traceback. */
export function exceptionOf(line: string): string | undefined {
  const [, type = '', message = ''] = EXCEPTION.exec(line) ?? []
  if (type === '' || /^(?:File|Details|Traceback|Request|Response|Body|Captured)$/.test(type)) return undefined
  return shortened(`${type.slice(type.lastIndexOf('.') + 1)}: ${message}`)
}

/** The last exception of a traceback, or its last line. */
export function lastException(text: string): string | undefined {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  for (const line of lines.toReversed()) {
    const exception = exceptionOf(line)
    if (exception) return exception
  }
  const last = lines.at(-1)?.trim()
  return last ? shortened(last) : undefined
}

/** Keeps the start and the end of a long message. */
export const shortened = (text: string): string =>
  text.length > MAX_MESSAGE ? `${text.slice(0, MAX_MESSAGE / 2)}…${text.slice(-MAX_MESSAGE / 2)}` : text

const MAX_NAME = 500
