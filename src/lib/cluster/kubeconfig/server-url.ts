// SPDX-License-Identifier: Apache-2.0

/** A URL that may be used, or why not. The reason never quotes the URL: it may hold a password. */
export type CheckedUrl = { readonly url: string } | { readonly refused: string }

/**
 * The server of a cluster as https://host[:port][/prefix]. Plain http only to this machine. Without a scheme it is
 * https where TLS settings are given and http otherwise, as in client-go.
 */
export function checkServer(server: string, hasTlsSettings: boolean): CheckedUrl {
  const withScheme = /^[a-z][a-z0-9+.-]*:\/\//i.test(server)
    ? server
    : `${hasTlsSettings ? 'https' : 'http'}://${server}`
  const url = URL.parse(withScheme)
  if (!url?.hostname) return { refused: 'is not a URL' }
  if (url.username || url.password) return { refused: 'holds a user name or password; put them into a user entry' }
  if (url.protocol === 'http:' && !isLoopback(url.hostname))
    return { refused: 'is plain http, which would show credentials to the network; use https' }
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return { refused: 'is not an https URL' }
  return { url: url.origin + url.pathname.replace(/\/+$/, '') }
}

/** A proxy-url of one of the schemes client-go knows. */
export function checkProxy(proxy: string): CheckedUrl {
  const url = URL.parse(proxy)
  if (!url?.hostname) return { refused: 'is not a URL' }
  if (!['http:', 'https:', 'socks5:'].includes(url.protocol))
    return { refused: 'must start with http, https or socks5' }
  return { url: proxy }
}

/** True for a host that is this machine whatever DNS says. */
export function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(hostname)
}
