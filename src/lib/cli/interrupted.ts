// SPDX-License-Identifier: Apache-2.0
/** Why a run was aborted: a signal, with the exit code the shell's convention gives it. */
export class Interrupted extends Error {
  readonly exitCode: number

  constructor(signal: string, exitCode: number) {
    super(signal)
    this.name = 'Interrupted'
    this.exitCode = exitCode
  }
}
