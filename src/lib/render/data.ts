// SPDX-License-Identifier: Apache-2.0

/** A JSON document that is safe to print on a terminal. */
export function toJson(document: unknown): string {
  return `${JSON.stringify(document, undefined, 2).replace(controlCharacters(), escapeCharacter)}\n`
}

/** A JSON document on one line. */
export function toJsonLine(document: unknown): string {
  return `${JSON.stringify(document).replace(controlCharacters(), escapeCharacter)}\n`
}

/** JSON is a subset of YAML, so strings with invisible characters keep JSON's quoting. */
export async function toYaml(document: unknown): Promise<string> {
  return yamlText(document, await import('yaml'))
}

/** The same with the library already loaded. */
export function yamlText(
  document: unknown,
  { Scalar, stringify, visit, Document }: Pick<typeof import('yaml'), 'Scalar' | 'stringify' | 'visit' | 'Document'>,
): string {
  const tree = new Document(JSON.parse(JSON.stringify(document)))
  visit(tree, {
    Scalar(_, node) {
      if (typeof node.value === 'string' && node.value.search(controlCharacters()) !== -1)
        node.type = Scalar.QUOTE_DOUBLE
    },
  })
  return stringify(tree, { lineWidth: 0 }).replace(controlCharacters(), escapeCharacter)
}

// JSON.stringify escapes C0; these characters also repaint or reorder text in a terminal and are escaped, too.
// Lazy: compiling a pattern with Unicode categories is slow.
let pattern: RegExp | undefined
const controlCharacters = () => {
  pattern ??= /[\u007f-\u009f\p{Cf}\p{Zl}\p{Zp}]/gu
  return pattern
}

const escapeCharacter = (char: string) =>
  [...Array(char.length).keys()].map((i) => `\\u${char.charCodeAt(i).toString(16).padStart(4, '0')}`).join('')
