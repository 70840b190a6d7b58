// SPDX-License-Identifier: Apache-2.0

/** A valid URL or the reason for refusing it, which never quotes the URL: it may contain a password. */
export type CheckedUrl = { readonly url: string } | { readonly refused: string }

/**
 * The server as https://host[:port][/prefix]. Plain http is only allowed to loopback. Without a scheme it is https when
 * TLS settings are given and http otherwise, as in client-go.
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

/** Accepts the schemes that client-go supports. */
export function checkProxy(proxy: string): CheckedUrl {
  const url = URL.parse(proxy)
  if (!url?.hostname) return { refused: 'is not a URL' }
  if (!['http:', 'https:', 'socks5:'].includes(url.protocol))
    return { refused: 'must start with http, https or socks5' }
  return { url: proxy }
}

/** True for hosts that are loopback regardless of DNS. */
function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(hostname)
}
