// SPDX-License-Identifier: Apache-2.0
// The commands that the tool prints, run in a real shell.
import { execFileSync } from 'node:child_process'
import { chmodSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { tempFolder } from './temp-folder.ts'

const LINE = /^\s*(?:[\w ]+: |[A-Z]+ {2,})?((?:printf|kubectl|openstack) .*)$/

/** Lines of text that are commands, without a trailing remark. */
export const commandsIn = (text: string): readonly string[] =>
  text.split('\n').flatMap((line) => LINE.exec(line)?.[1]?.replace(/ {3}# [^']*$/, '') ?? [])

/** Every `command` field of a JSON document. */
export function commandFields(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) =>
    key === 'command' && typeof inner === 'string' && inner.includes(' ') ? [inner] : commandFields(inner),
  )
}

/** A program that records its arguments. Each call ends with an empty record, and no argument contains NUL. */
const recorder = (name: string) =>
  `#!/bin/sh\nfor word in ${name} "$@"; do printf "%s\\0" "$word"; done >> "$SEEN"; printf "\\1\\0" >> "$SEEN"\n`

let bin: string | undefined

function recorders(): string {
  if (bin !== undefined) return bin
  bin = tempFolder({ kubectl: recorder('kubectl'), openstack: recorder('openstack') })
  for (const name of ['kubectl', 'openstack']) chmodSync(join(bin, name), 0o700)
  return bin
}

/** The arguments that each program of a line received, and the files that were created. */
export function runInShell(line: string): { readonly argv: readonly string[][]; readonly files: readonly string[] } {
  const [cwd, seen] = [tempFolder(), join(tempFolder({ seen: '' }), 'seen')]
  const env = { PATH: `${recorders()}:${process.env['PATH']}`, SEEN: seen }
  execFileSync('sh', ['-c', line], { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] })
  const calls = readFileSync(seen, 'utf8').split('\x01\0').slice(0, -1)
  return { argv: calls.map((call) => call.split('\0').slice(0, -1)), files: readdirSync(cwd) }
}
