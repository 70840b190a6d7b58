// SPDX-License-Identifier: Apache-2.0

/** YAML documents for kubectl apply, with their comments; notes come first. */
export async function toManifests(all: readonly CommentedManifest[], notes: readonly string[]): Promise<string> {
  const { Document, isCollection, isNode, isSeq } = await import('yaml')
  const texts = all.map(({ comment, manifest, on }) => {
    const document = new Document(manifest)
    const list = document.get(on.field)
    for (const [i, lines] of on.comments.entries()) {
      const element = isSeq(list) ? list.items[i] : undefined
      if (!isNode(element)) continue
      if (lines.length > 0) element.commentBefore = lines.map((line) => ` ${line}`).join('\n')
      // apiGroups: [apps] on one line, as in hand-written manifests
      if (isCollection(element)) for (const pair of element.items) if (isFlowable(pair)) pair.value.flow = true
    }
    return `${commentLines(comment)}${document.toString({ lineWidth: 0, flowCollectionPadding: false })}`
  })
  return `${commentLines(notes)}${texts.length > 0 && notes.length > 0 ? '---\n' : ''}${texts.join('---\n')}`
}

const commentLines = (lines: readonly string[]) => lines.map((line) => `# ${line}\n`).join('')

const isFlowable = (pair: unknown): pair is { value: { flow: boolean } } =>
  typeof pair === 'object' &&
  pair !== null &&
  'value' in pair &&
  typeof pair.value === 'object' &&
  pair.value !== null &&
  'items' in pair.value

/** A manifest with comments before it and before the elements of one of its lists. */
interface CommentedManifest {
  readonly comment: readonly string[]
  readonly manifest: Readonly<Record<string, unknown>>
  readonly on: { readonly field: string; readonly comments: readonly (readonly string[])[] }
}
