// SPDX-License-Identifier: Apache-2.0
// The encoder escapes C0; these also repaint or reorder text in a terminal and are written as escapes too.
// made when it is first needed: to read a pattern with Unicode categories takes its time
let pattern: RegExp | undefined
const invisible = () => {
  pattern ??= /[\u007f-\u009f\p{Cf}\p{Zl}\p{Zp}]/gu
  return pattern
}

const escaped = (char: string) =>
  [...Array(char.length).keys()].map((i) => `\\u${char.charCodeAt(i).toString(16).padStart(4, '0')}`).join('')

/** A report as one JSON document that is safe to print on a terminal. */
export function toJson(document: unknown): string {
  return `${JSON.stringify(document, undefined, 2).replace(invisible(), escaped)}\n`
}

/** A document as JSON on one line. */
export function toJsonLine(document: unknown): string {
  return `${JSON.stringify(document).replace(invisible(), escaped)}\n`
}

/** The same document as YAML. JSON is a subset of YAML, so strings with invisible characters keep JSON's quoting. */
export async function toYaml(document: unknown): Promise<string> {
  return yamlText(document, await import('yaml'))
}

/** The same where the library is there already. */
export function yamlText(
  document: unknown,
  { Scalar, stringify, visit, Document }: Pick<typeof import('yaml'), 'Scalar' | 'stringify' | 'visit' | 'Document'>,
): string {
  const tree = new Document(JSON.parse(JSON.stringify(document)))
  visit(tree, {
    Scalar(_, node) {
      if (typeof node.value === 'string' && node.value.search(invisible()) !== -1) node.type = Scalar.QUOTE_DOUBLE
    },
  })
  return stringify(tree, { lineWidth: 0 }).replace(invisible(), escaped)
}
