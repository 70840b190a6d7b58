// SPDX-License-Identifier: Apache-2.0

export type Header = readonly [name: string, value: string]

/** What both sides know from the start (RFC 7541, appendix A); the first one has number 1. */
export const KNOWN: readonly Header[] = `
:authority|:method=GET|:method=POST|:path=/|:path=/index.html|:scheme=http|:scheme=https|:status=200|:status=204|:status=206
:status=304|:status=400|:status=404|:status=500|accept-charset|accept-encoding=gzip, deflate|accept-language|accept-ranges
accept|access-control-allow-origin|age|allow|authorization|cache-control|content-disposition|content-encoding
content-language|content-length|content-location|content-range|content-type|cookie|date|etag|expect|expires|from|host
if-match|if-modified-since|if-none-match|if-range|if-unmodified-since|last-modified|link|location|max-forwards
proxy-authenticate|proxy-authorization|range|referer|refresh|retry-after|server|set-cookie|strict-transport-security
transfer-encoding|user-agent|vary|via|www-authenticate`
  .trim()
  .split(/[|\n]/)
  .map((entry): Header => {
    const [name = '', value = ''] = entry.split('=')
    return [name, value]
  })

/** As large as a table is while nobody says otherwise. */
export const USUAL_TABLE = 4096

const OVERHEAD = 32

/** How much of a table a header takes. */
export const sizeOf = ([name, value]: Header) => name.length + value.length + OVERHEAD

/** What was said on one connection and can be said again by its number; the newest has the first number after the known. */
export class HeaderTable {
  readonly #entries: Header[] = []
  #size = 0
  #limit = USUAL_TABLE

  get limit(): number {
    return this.#limit
  }

  set limit(limit: number) {
    this.#limit = limit
    this.#shrink(limit)
  }

  get(number: number): Header | undefined {
    if (number <= KNOWN.length) return KNOWN[number - 1]
    return this.#entries[this.#entries.length - (number - KNOWN.length)]
  }

  /** The number of exactly this header that was added; undefined when it was not, or is gone. */
  numberOf([name, value]: Header): number | undefined {
    const at = this.#entries.findLastIndex((entry) => entry[0] === name && entry[1] === value)
    return at < 0 ? undefined : KNOWN.length + this.#entries.length - at
  }

  /** One that is larger than the table empties it, and that is no error. */
  add(header: Header): void {
    const size = sizeOf(header)
    this.#shrink(this.#limit - size)
    if (size > this.#limit) return
    this.#entries.push(header)
    this.#size += size
  }

  #shrink(limit: number): void {
    while (this.#size > Math.max(0, limit)) this.#size -= sizeOf(this.#entries.shift() as Header)
  }
}
