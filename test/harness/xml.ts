// SPDX-License-Identifier: Apache-2.0
// A strict parser for the XML that JUnit needs: anything not well-formed throws.

export interface Element {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: readonly Element[]
  readonly text: string
}

interface Open {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: Element[]
  text: string
}

const TOKEN = /<\?xml[^?]*\?>|<(\/?)([\w-]+)((?:\s+[\w-]+="[^"<]*")*)\s*(\/?)>|([^<]+)/gy

export function parseXml(xml: string): Element {
  if (/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u.test(xml)) throw new Error('no XML character')
  const root: Open = { name: '', attributes: {}, children: [], text: '' }
  const open = [root]
  let at = 0
  for (const [token, close, name, attributes, empty, text] of xml.matchAll(TOKEN)) {
    at += token.length
    const parent = open.at(-1) ?? root
    if (text !== undefined) parent.text += decoded(text)
    if (name === undefined) continue
    if (close) {
      if (open.pop()?.name !== name) throw new Error(`</${name}> closes nothing`)
    } else {
      const element: Open = { name, attributes: attributesOf(attributes ?? ''), children: [], text: '' }
      parent.children.push(element)
      if (!empty) open.push(element)
    }
  }
  const [first] = root.children
  if (at !== xml.length || open.length !== 1 || !first) throw new Error(`not well-formed at ${xml.slice(at, at + 40)}`)
  return first
}

function attributesOf(text: string): Record<string, string> {
  // XML parsers turn literal line breaks and tabs in attributes into blanks.
  const found = [...text.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, key, value]) => [
    key,
    decoded((value ?? '').replace(/[\t\n\r]/g, ' ')),
  ])
  return Object.fromEntries(found)
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

function decoded(text: string): string {
  return text.replace(/&(#\d+|\w+)?;?/g, (all, name: string) => {
    const char = name?.startsWith('#') ? String.fromCodePoint(Number(name.slice(1))) : ENTITIES[name]
    if (char === undefined || !all.endsWith(';')) throw new Error(`${all} is no entity`)
    return char
  })
}
