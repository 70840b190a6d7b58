// SPDX-License-Identifier: Apache-2.0
import { type LabProcess, startCommand } from '../lab/process.ts'

/** Runs a command and, when stdin ends, kills its whole process group. */
const GUARD = 'exec 3<&0; "$@" </dev/null 3<&- & p=$!; { cat <&3 >/dev/null; kill -9 0; } & exec 3<&-; wait $p'

/** Starts a third-party program that never outlives the tests. */
export function startGuarded(
  name: string,
  log: string,
  command: readonly string[],
  env: Readonly<Record<string, string>> = {},
): LabProcess {
  return startCommand(name, log, ['/bin/sh', '-c', GUARD, name, ...command], env)
}
