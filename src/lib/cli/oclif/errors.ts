// SPDX-License-Identifier: Apache-2.0

import type { Io } from '../../io/io.ts'
import { CLUSTER_FAULTS } from '../../model/landscape/fault.ts'
import { C5c3Error, EXIT } from '../../model/report/errors.ts'
import { API_VERSION, type ErrorReport } from '../../model/report/report.ts'
import { closestMatches } from '../../model/text/closest-matches.ts'
import { c5c3Command, formatCommand } from '../../model/text/command.ts'
import { withKubectlName } from '../../model/text/kubectl-name.ts'
import { sanitizeForTerminal } from '../../model/text/sanitize.ts'
import { Interrupted } from '../process/interrupted.ts'
import { isOutputError, outputErrorText } from '../process/output-error.ts'
import { commandArgs, machineFormat } from './argv.ts'
import { COMMANDS } from './registry.ts'
import { type ParseError, usageMessage } from './usage-message.ts'

/** Turns anything thrown into the error that users and scripts see. The only place that does. */
export async function explainError(error: unknown, argv: readonly string[], io: Io): Promise<C5c3Error> {
  if (error instanceof C5c3Error) return error
  if (isParseError(error)) return usageError(error, argv)
  if (io.signal.aborted) return new C5c3Error('CANCELLED', 'findings', 'interrupted before it was done')
  if (isClusterError(error)) {
    const exit =
      CLUSTER_FAULTS.has(error.failure.fault) || error.failure.fault === 'forbidden' ? 'noAccess' : 'incomplete'
    return new C5c3Error(
      'NO_CLUSTER_REACHABLE',
      exit,
      error.failure.message,
      error.failure.hint ? [error.failure.hint] : [],
    )
  }
  if (isOutputError(error)) {
    return new C5c3Error('OUTPUT', 'io', outputErrorText(error))
  }
  const { describeBug } = await import('./bug-report.ts')
  return new C5c3Error('BUG', 'bug', await describeBug(error, io.env))
}

/** Prints the error in the requested format; the exit code is the same in all formats. */
export async function printError(error: C5c3Error, argv: readonly string[], io: Io): Promise<number> {
  const { reason } = io.signal
  const isInterrupted = error.code === 'CANCELLED' && reason instanceof Interrupted
  const exitCode = isInterrupted ? reason.exitCode : EXIT[error.exit]
  const format = machineFormat(argv)
  try {
    if (format) await io.stdout.write(await machineError(error, exitCode, format))
    else await io.stderr.write(textError(error))
  } catch {
    return exitCode === EXIT.bug ? exitCode : EXIT.io
  }
  return exitCode
}

function textError(error: C5c3Error): string {
  const head = error.code === 'BUG' ? '' : 'error: '
  return [
    `${head}${sanitizeForTerminal(error.message)}`,
    ...error.hints.map((hint) => `hint: ${sanitizeForTerminal(withKubectlName(hint))}`),
    '',
  ].join('\n')
}

async function machineError(error: C5c3Error, exitCode: number, format: 'json' | 'jsonl' | 'yaml'): Promise<string> {
  const document: ErrorReport = {
    apiVersion: API_VERSION,
    kind: 'Error',
    verdict: 'unknown',
    exitCode,
    completeness: { complete: false, clusters: [], gaps: [] },
    error: { code: error.code, message: error.message, hints: error.hints.map(withKubectlName) },
  }
  const { toJson, toJsonLine, toYaml } = await import('../../render/data.ts')
  if (format === 'yaml') return toYaml(document)
  return format === 'jsonl' ? toJsonLine(document) : toJson(document)
}

/** oclif's usage errors carry `parse` or at least `oclif`; their exit number is not reliable. */
function isParseError(error: unknown): error is ParseError {
  return error instanceof Error && ('parse' in error || 'oclif' in error)
}

function usageError(error: ParseError, argv: readonly string[]): C5c3Error {
  // Without the dashes, which would make all flags similar.
  const known = knownFlags(error)
  const close = (error.flags ?? []).flatMap((flag) => closestMatches(flag.replace(/^-+/, ''), known))
  const command = commandArgs(argv, Object.keys(COMMANDS))
  return new C5c3Error('USAGE', 'usage', usageMessage(error), [
    ...(close.length > 0 ? [`did you mean: ${close.map((name) => `--${name}`).join(', ')}?`] : []),
    formatCommand(c5c3Command(...command, '--help')),
  ])
}

function knownFlags(error: ParseError): string[] {
  return Object.keys((error.parse as { input?: { flags?: object } } | undefined)?.input?.flags ?? {})
}

/** By shape, not by class: the cluster layer is a separate chunk that may not be loaded. */
function isClusterError(
  error: unknown,
): error is Error & { failure: { fault: never; message: string; hint?: string } } {
  return error instanceof Error && error.name === 'ClusterError' && 'failure' in error
}
