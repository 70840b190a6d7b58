// SPDX-License-Identifier: Apache-2.0
import { isIP } from 'node:net'
import { C5c3Error } from '../../model/report/errors.ts'
import { safeLine } from '../../model/text/sanitize.ts'
import type { ClusterConfig } from '../config.ts'

export interface ServerTarget {
  readonly secure: boolean
  /** Without brackets. */
  readonly host: string
  readonly port: number
  /** Value of Host and :authority. */
  readonly authority: string
  /** Path of the server URL without a trailing slash: Rancher and others serve clusters below one. */
  readonly basePath: string
  readonly loopback: boolean
}

/** Parses cluster.server; throws C5c3Error when it is invalid or must not be used. */
export function serverTarget(config: ClusterConfig, allowPlainHttp: boolean): ServerTarget {
  const refuse = (what: string, ...hints: string[]) =>
    new C5c3Error('BAD_KUBECONFIG', 'usage', `context ${safeLine(config.context, 200)}: ${what}`, hints)
  const url = parse(config.server)
  if (url === undefined) throw refuse('the server is not a URL')
  if (url.protocol !== 'https:' && url.protocol !== 'http:') throw refuse('the server is neither https nor http')
  if (url.username !== '' || url.password !== '')
    throw refuse('the server URL holds a user name or password', 'put them into the user entry of the kubeconfig')
  if (config.insecureSkipTlsVerify && config.ca !== undefined)
    throw refuse('certificate-authority and insecure-skip-tls-verify exclude each other', 'remove one of the two')

  const host = url.hostname.replace(/^\[|\]$/g, '')
  const secure = url.protocol === 'https:'
  const loopback = isLoopbackTarget(host)
  if (!secure && !(loopback && allowPlainHttp))
    throw refuse('the server speaks plain http, so credentials would travel in the clear', 'use an https server')
  const port = url.port === '' ? (secure ? 443 : 80) : Number(url.port)
  return { secure, host, port, authority: url.host, basePath: url.pathname.replace(/\/+$/, ''), loopback }
}

export function isLoopbackTarget(host: string): boolean {
  if (host === 'localhost' || host === '::1') return true
  return isIP(host) === 4 && host.startsWith('127.')
}

function parse(server: string): URL | undefined {
  const withScheme = /^[a-z][a-z0-9+.-]*:\/\//i.test(server) ? server : `https://${server}`
  return URL.canParse(withScheme) ? new URL(withScheme) : undefined
}
