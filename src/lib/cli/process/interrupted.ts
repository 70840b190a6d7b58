// SPDX-License-Identifier: Apache-2.0
/** Why a run was aborted: a signal, with the exit code the shell's convention gives it. */
export class Interrupted extends Error {
  readonly signal: NodeJS.Signals
  readonly exitCode: number

  constructor(signal: NodeJS.Signals, exitCode: number) {
    super(signal)
    this.signal = signal
    this.name = 'Interrupted'
    this.exitCode = exitCode
  }
}
