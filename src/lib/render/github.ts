// SPDX-License-Identifier: Apache-2.0
import type { AlertLevel, Alerts } from '../model/report/alert.ts'

/** Alerts as workflow commands: GitHub shows them at their lines in a pull request. */
export function toGithub({ alerts, notices }: Alerts): string {
  const lines = alerts.map(({ level, message, place: { path, line = 1, column = 1 }, rule }) => {
    const where = `file=${property(path)},line=${line},col=${column},title=${property(rule)}`
    return `::${COMMANDS[level]} ${where}::${data(message)}\n`
  })
  return [...lines, ...notices.map((text) => `::warning ::${data(text)}\n`)].join('')
}

const data = (text: string) => text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')

const property = (text: string) => data(text).replaceAll(':', '%3A').replaceAll(',', '%2C')

const COMMANDS: Readonly<Record<AlertLevel, string>> = { error: 'error', warning: 'warning', note: 'notice' }
