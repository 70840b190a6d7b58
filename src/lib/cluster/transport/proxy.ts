// SPDX-License-Identifier: Apache-2.0
// Chooses the proxy by the rules of Go's net/http, as kubectl does: proxy-url of the kubeconfig first, then the
// environment, which NO_PROXY and loopback override.
import { BlockList, isIP } from 'node:net'
import { C5c3Error } from '../../model/report/errors.ts'
import { Sealed } from '../../model/secret/sealed.ts'
import { isLoopbackTarget, type ServerTarget } from './target.ts'

export interface ProxyServer {
  readonly scheme: 'http' | 'https' | 'socks5'
  readonly host: string
  readonly port: number
  readonly login?: { readonly user: string; readonly password: Sealed }
}

type Environment = Readonly<Record<string, string | undefined>>

const PORTS: Record<ProxyServer['scheme'], number> = { http: 80, https: 443, socks5: 1080 }

/** Undefined for a direct connection. Throws C5c3Error for an invalid address. */
export function proxyFor(
  target: Pick<ServerTarget, 'secure' | 'host' | 'port'>,
  proxyUrl: Sealed | undefined,
  env: Environment,
): ProxyServer | undefined {
  const configured = proxyUrl?.unseal() ?? ''
  if (configured !== '') return parseProxy(configured, 'proxy-url')
  const names = target.secure ? ['HTTPS_PROXY', 'https_proxy'] : ['HTTP_PROXY', 'http_proxy']
  const name = names.find((each) => (env[each] ?? '') !== '')
  if (name === undefined) return undefined
  if (isLoopbackTarget(target.host) || isExempt(target, env['NO_PROXY'] || env['no_proxy'] || '')) return undefined
  return parseProxy(env[name] ?? '', name)
}

/** Entries of NO_PROXY are a name, .domain, *, address or address range, each with or without a port. */
export function isExempt(target: Pick<ServerTarget, 'host' | 'port'>, noProxy: string): boolean {
  const host = target.host.toLowerCase().replace(/\.$/, '')
  return noProxy
    .split(',')
    .map((entry) => entry.trim().toLowerCase())
    .some((entry) => entry === '*' || (entry !== '' && matches(entry, host, target.port)))
}

function matches(entry: string, host: string, port: number): boolean {
  if (entry.includes('/')) return inRange(entry, host)
  const { name, onlyPort } = splitPort(entry)
  if (onlyPort !== undefined && onlyPort !== port) return false
  if (isIP(name) !== 0 || isIP(host) !== 0) return isIP(name) !== 0 && isIP(host) !== 0 && inRange(name, host)
  if (name.startsWith('.')) return host.endsWith(name)
  if (name.startsWith('*.')) return host.endsWith(name.slice(1))
  return name !== '' && (host === name || host.endsWith(`.${name}`))
}

function splitPort(entry: string): { name: string; onlyPort?: number } {
  if (isIP(entry) !== 0) return { name: entry }
  const match = /^(.*):(\d+)$/.exec(entry)
  const name = (match?.[1] ?? entry).replace(/^\[|\]$/g, '')
  return match === null ? { name } : { name, onlyPort: Number(match[2]) }
}

/** Matches an address or a CIDR range; any other text matches nothing. */
function inRange(range: string, host: string): boolean {
  const [address = '', bits] = range.split('/')
  const family = isIP(address)
  if (family === 0 || isIP(host) === 0) return false
  const type = family === 6 ? 'ipv6' : 'ipv4'
  const width = bits === undefined ? (family === 6 ? 128 : 32) : Number(bits)
  if (!Number.isInteger(width) || width < 0 || width > (family === 6 ? 128 : 32)) return false
  const list = new BlockList()
  list.addSubnet(address, width, type)
  return list.check(host, isIP(host) === 6 ? 'ipv6' : 'ipv4')
}

/** Errors do not quote the text: it may contain a password. */
function parseProxy(text: string, origin: string): ProxyServer {
  const withScheme = /^(https?|socks5h?):\/\//i.test(text) ? text : `http://${text}`
  if (!URL.canParse(withScheme) || (text.includes('://') && withScheme !== text))
    throw new C5c3Error('BAD_CONFIG', 'usage', `${origin} is not an http, https or socks5 proxy address`)
  const url = new URL(withScheme)
  const scheme = url.protocol.startsWith('socks5') ? 'socks5' : url.protocol === 'https:' ? 'https' : 'http'
  return {
    scheme,
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port === '' ? PORTS[scheme] : Number(url.port),
    ...(url.username === ''
      ? {}
      : { login: { user: decode(url.username), password: new Sealed(decode(url.password), 'proxy') } }),
  }
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
