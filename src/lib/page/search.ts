// SPDX-License-Identifier: Apache-2.0
import { fullName } from './box-labels.ts'
import { el, toned } from './dom.ts'
import type { PageLandscape } from './landscape.ts'

/** Finds nodes by words of their kind, name, cluster, state or reason. */
export function searchBox(landscape: PageLandscape, show: (node: number) => void): HTMLElement {
  const { nodes, clusters, words } = landscape.graph
  const texts = nodes.map((node) =>
    `${fullName(node)} @${clusters[node.cluster]} ${words[node.says]?.text} ${node.reason ?? ''}`.toLowerCase(),
  )
  const results = el('div', { class: 'results', role: 'listbox', hidden: true })
  const close = () => {
    results.hidden = true
  }
  const choose = (node: number) => {
    close()
    show(node)
  }
  const input = el('input', {
    type: 'search',
    placeholder: 'search objects',
    'aria-label': 'search objects',
    input: () => {
      const terms = input.value.toLowerCase().split(/\s+/).filter(Boolean)
      const found = texts.flatMap((text, i) => (terms.every((word) => text.includes(word)) ? [i] : []))
      results.hidden = terms.length === 0
      results.replaceChildren(...resultList(found))
    },
    keydown: (event) => {
      const { key } = event as KeyboardEvent
      if (key === 'Enter') results.querySelector('button')?.click()
      if (key === 'Escape') close()
      if (key === 'ArrowDown') results.querySelector('button')?.focus()
    },
  })
  const resultList = (found: readonly number[]): readonly Node[] => {
    if (found.length === 0) return [el('p', {}, 'nothing has these words')]
    const rest = found.length - MAX_RESULTS
    return [
      ...found.slice(0, MAX_RESULTS).map((i) => {
        const node = nodes[i]
        const state = words[node?.says ?? -1]
        return el(
          'button',
          { type: 'button', role: 'option', click: () => choose(i), keydown: moveFocus },
          node ? `${fullName(node)} ` : '',
          el('small', {}, `@${clusters[node?.cluster ?? -1]} `),
          state && toned(state),
        )
      }),
      ...(rest > 0 ? [el('p', {}, `and ${rest} more`)] : []),
    ]
  }
  document.addEventListener('click', (event) => {
    if (!box.contains(event.target as Node)) close()
  })
  const box = el('div', { class: 'search' }, input, results)
  return box
}

function moveFocus(event: Event): void {
  const { key, currentTarget } = event as KeyboardEvent
  const at = currentTarget as HTMLElement
  const next = key === 'ArrowDown' ? at.nextElementSibling : key === 'ArrowUp' ? at.previousElementSibling : undefined
  if (next instanceof HTMLElement) {
    event.preventDefault()
    next.focus()
  }
}

const MAX_RESULTS = 30
