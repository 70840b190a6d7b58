// SPDX-License-Identifier: Apache-2.0
import type { CredentialStatus } from '@kubernetes/client-node/dist/exec_auth.js'
import { certificateProblem } from './client-certificate.ts'

/** Kept in memory only. */
export interface PluginAnswer {
  readonly token?: string
  readonly clientCertificate?: { readonly cert: string; readonly key: string }
  /** Milliseconds since 1970; absent when the plugin reports none. */
  readonly expiresAt?: number
}

/** Parses the ExecCredential from stdout; `wrong` explains a problem without quoting the output. */
export async function readExecCredential(
  stdout: string,
  apiVersion: string,
): Promise<PluginAnswer | { readonly wrong: string }> {
  const root = asObject(parseJson(stdout))
  if (!root) return { wrong: 'its answer is not JSON' }
  if (root['kind'] !== 'ExecCredential') return { wrong: 'its answer is not an ExecCredential' }
  if (root['apiVersion'] !== apiVersion) return { wrong: `its answer has another apiVersion than ${apiVersion}` }
  const status: Partial<Record<keyof CredentialStatus, unknown>> | undefined = asObject(root['status'])
  if (!status) return { wrong: 'its answer has no status' }
  const token = status.token ?? ''
  const cert = status.clientCertificateData ?? ''
  const key = status.clientKeyData ?? ''
  if (typeof token !== 'string' || typeof cert !== 'string' || typeof key !== 'string')
    return { wrong: 'its answer has a credential that is no text' }
  if (!token && !cert && !key) return { wrong: 'its answer has neither token nor certificate' }
  if (!cert !== !key) return { wrong: 'its answer has only one of certificate and key' }
  if (token && !/^[\x21-\x7e]+$/.test(token)) return { wrong: 'its token holds a character no header can carry' }
  const problem = cert ? await certificateProblem(cert, key) : undefined
  if (problem) return { wrong: problem }
  const expiresAt = expiryOf(status.expirationTimestamp)
  if (Number.isNaN(expiresAt)) return { wrong: 'its expirationTimestamp is not a time' }
  return {
    ...(token && { token }),
    ...(cert && { clientCertificate: { cert, key } }),
    ...(expiresAt !== undefined && { expiresAt }),
  }
}

function expiryOf(value: unknown): number | undefined {
  if (value === undefined || value === null) return undefined
  return typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value) ? Date.parse(value) : Number.NaN
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function asObject(value: unknown): Record<string, unknown> | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined
}
