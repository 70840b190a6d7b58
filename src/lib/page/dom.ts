// SPDX-License-Identifier: Apache-2.0
// Elements are created one by one and strings are only inserted as text: nothing here can turn a string into markup.
import type { Cell } from '../model/report/view.ts'
import { linkFor } from './links.ts'

export interface Attributes {
  readonly [name: string]: string | number | boolean | ((event: Event) => void) | undefined
}

/** An HTML element. A function attribute is an event listener; false and undefined are omitted. */
export function el<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[K] {
  return fill(document.createElement(tag), attributes, children)
}

export function svg<K extends keyof SVGElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: readonly Child[]
): SVGElementTagNameMap[K] {
  return fill(document.createElementNS('http://www.w3.org/2000/svg', tag), attributes, children)
}

function fill<E extends Element>(element: E, attributes: Attributes, children: readonly Child[]): E {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') element.addEventListener(name, value)
    else if (value !== undefined && value !== false) element.setAttribute(name, value === true ? '' : String(value))
  }
  element.append(...children.filter((child) => child !== undefined && child !== false))
  return element
}

/** A cell in the colour of its tone, which only repeats its text; a cell about an object links to it. */
export function toned(cell: Cell): HTMLElement {
  const { text, tone = 'plain' } = cell
  const click = linkFor(cell)
  if (click) return el('button', { type: 'button', class: `link tone-${tone}`, click }, text)
  return el('span', { class: `tone-${tone}` }, text)
}

/** A command with a copy button, which selects it where the browser does not allow copying. */
export function commandLine(command: string): HTMLElement {
  const code = el('code', {}, command)
  const button = el('button', {
    type: 'button',
    class: 'copy',
    title: 'copy',
    'aria-label': `copy ${command}`,
    click: () => {
      getSelection()?.selectAllChildren(code)
      navigator.clipboard?.writeText(command).then(
        () => {
          button.textContent = 'copied'
        },
        () => undefined,
      )
    },
  })
  button.append('copy')
  return el('div', { class: 'command' }, code, button)
}

type Child = Node | string | undefined | false
