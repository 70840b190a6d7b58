// SPDX-License-Identifier: Apache-2.0
import { C5c3Error } from '../../model/report/errors.ts'
import { safeLine } from '../../model/text/sanitize.ts'
import type { AuthConfig, ExecPlugin } from '../config.ts'
import { seal } from '../secrets/seal.ts'
import { insteadOf } from './auth-provider.ts'
import type { ExecEntry, UserEntry } from './entries.ts'
import { material } from './material.ts'

/** Validates a user entry by client-go's rules. */
export function resolveAuth(user: UserEntry): AuthConfig {
  const refuse = (message: string, hints: string[] = []) =>
    new C5c3Error('BAD_KUBECONFIG', 'usage', `${safeLine(user.file)}: user "${safeLine(user.name)}" ${message}`, hints)
  if (user.authProvider !== undefined)
    throw refuse(`uses the legacy auth-provider "${safeLine(user.authProvider)}", which is not supported`, [
      insteadOf(user.authProvider),
    ])
  const certificate = material(user.clientCertificateData, user.clientCertificate)
  const key = material(user.clientKeyData, user.clientKey)
  if (certificate && !key) throw refuse('has a client certificate but no client key')
  const basic = user.username !== '' || user.password !== undefined
  if (basic && (user.token || user.tokenFile)) throw refuse('has both a token and a password: only one is allowed')
  if (user.token && !HEADER_SAFE.test(user.token.unseal()))
    throw refuse('has a token with a line break or another character no header can carry')
  const problem = user.exec && findExecProblem(user.exec)
  if (problem) throw refuse(problem)
  return {
    ...(certificate && key && { clientCertificate: certificate, clientKey: key }),
    ...(user.token && { token: user.token }),
    ...(user.tokenFile && { tokenFile: user.tokenFile }),
    ...(basic && { basic: { username: user.username, password: user.password ?? seal('') } }),
    ...(user.exec && { exec: toExecPlugin(user.exec) }),
  }
}

const HEADER_SAFE = /^[\x21-\x7e]+$/

const API_VERSIONS = ['client.authentication.k8s.io/v1', 'client.authentication.k8s.io/v1beta1']

function findExecProblem(exec: ExecEntry): string | undefined {
  if (exec.command === '') return 'has an exec plugin without a command'
  if (!API_VERSIONS.includes(exec.apiVersion))
    return `has an exec plugin whose apiVersion is not one of ${API_VERSIONS.join(', ')}`
  if (exec.interactiveMode === '') return 'has an exec plugin without interactiveMode'
  if (!isInteractiveMode(exec.interactiveMode))
    return 'has an exec plugin whose interactiveMode is not Never, IfAvailable or Always'
  // A NUL or = in a name would inject another variable, or make spawn() fail with the value in its message.
  if (exec.env.some(({ name }) => name === '' || /[=\0]/.test(name)))
    return 'has an exec plugin with a nameless env entry'
  return undefined
}

function toExecPlugin(exec: ExecEntry): ExecPlugin {
  return {
    command: exec.command,
    args: exec.args,
    env: exec.env,
    apiVersion: exec.apiVersion,
    interactiveMode: isInteractiveMode(exec.interactiveMode) ? exec.interactiveMode : 'Never',
    provideClusterInfo: exec.provideClusterInfo,
    ...(exec.installHint && { installHint: safeLine(exec.installHint) }),
  }
}

const isInteractiveMode = (text: string): text is ExecPlugin['interactiveMode'] =>
  ['Never', 'IfAvailable', 'Always'].includes(text)
