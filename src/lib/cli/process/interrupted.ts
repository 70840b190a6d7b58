// SPDX-License-Identifier: Apache-2.0
/** Abort reason of a run that a signal ended, with the exit code of the shell convention (128 + signal number). */
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
