// SPDX-License-Identifier: Apache-2.0
import type { Label } from './box-labels.ts'
import { svg } from './dom.ts'
import type { PlacedBox, Point } from './layout.ts'

/** Handlers of clicks and keys on the graph. */
export interface GraphCallbacks {
  pick(label: Label): void
  fold(label: Label): void
  shut(cluster: number): void
}

/** The graph as SVG: frames first, then lines, then boxes. */
export function pictureOf(
  labels: readonly Label[],
  { frames, lines, boxes }: PlacedBox,
  frameNames: readonly string[],
  callbacks: GraphCallbacks,
  reverse: boolean,
): SVGGElement {
  return svg(
    'g',
    {},
    ...[...frames].map(([frame, box]) =>
      frameOf(box, frameNames[Number(frame)] ?? '', () => callbacks.shut(Number(frame))),
    ),
    ...lines.map(({ from, to, points }) =>
      svg('path', {
        class: 'edge',
        d: curve(points),
        'data-from': from,
        'data-to': to,
        [reverse ? 'marker-start' : 'marker-end']: 'url(#arrow)',
      }),
    ),
    ...labels.map((label) => boxOf(label, boxes.get(label.id) ?? { x: 0, y: 0 }, callbacks)),
  )
}

/** A smooth curve from left to right. */
function curve([first, ...rest]: readonly Point[]): string {
  if (!first) return ''
  const parts = rest.map((next, i) => {
    const { x, y } = rest[i - 1] ?? first
    const middle = (x + next.x) / 2
    return `C${middle} ${y} ${middle} ${next.y} ${next.x} ${next.y}`
  })
  return `M${first.x} ${first.y}${parts.join('')}`
}

function frameOf(box: Point & { width: number; height: number }, name: string, shut: () => void): SVGGElement {
  const [x, y] = [box.x - box.width / 2, box.y - box.height / 2]
  const title = svg('text', { x: x + 10, y: y + 4, class: 'frame-name' }, name)
  const button = svg(
    'g',
    { class: 'frame-title', role: 'button', tabindex: 0, 'aria-label': `fold cluster ${name}`, ...onPress(shut) },
    svg('rect', { x: x + 6, y: y - 8, width: widthOf(name, FONT.title) + 8, height: 16, rx: 3 }),
    title,
    svg('title', {}, `fold ${name}`),
  )
  return svg(
    'g',
    { class: 'frame' },
    svg('rect', { x, y, width: box.width, height: box.height, rx: 8, class: 'frame-box' }),
    button,
  )
}

function boxOf(label: Label, { x, y }: Point, callbacks: GraphCallbacks): SVGGElement {
  const { width, height, title, state, lines, hint, below, open } = label
  const stateWidth = widthOf(state.text, FONT.line)
  const textWidth = width - 2 * PAD
  const what = label.node === undefined ? (label.group ? 'group' : 'cluster') : 'node'
  const texts = lines.map((line, i) =>
    svg('text', { x: PAD, y: 33 + i * 15, class: i === 0 ? 'name' : 'reason' }, fitText(line, textWidth, FONT.line)),
  )
  return svg(
    'g',
    {
      class: `box ${what} tone-${state.tone ?? 'plain'}`,
      transform: `translate(${x - width / 2} ${y - height / 2})`,
      'data-id': label.id,
      role: 'button',
      tabindex: 0,
      'aria-label': hint.replaceAll('\n', ', '),
      ...onPress(() => callbacks.pick(label)),
    },
    what !== 'node' && svg('rect', { x: 4, y: -4, width: width - 4, height, rx: 6, class: 'behind' }),
    svg('rect', { width, height, rx: 6, class: 'card' }),
    svg('rect', { width: 4, height, rx: 2, class: 'stripe' }),
    svg('text', { x: PAD, y: 17, class: 'kind' }, fitText(title, textWidth - stateWidth - 8, FONT.title)),
    svg('text', { x: width - PAD, y: 17, class: 'state', 'text-anchor': 'end' }, state.text),
    ...texts,
    below > 0 && foldOf(label, () => callbacks.fold(label)),
    svg('title', {}, `${hint}${below > 0 ? `\n${below} below it${open ? '' : ', folded'}` : ''}`),
  )
}

function foldOf({ width, height, below, open, title }: Label, fold: () => void): SVGGElement {
  const text = open ? '−' : `+${below}`
  const buttonWidth = Math.max(18, widthOf(text, FONT.line) + 10)
  return svg(
    'g',
    {
      class: 'fold',
      role: 'button',
      tabindex: 0,
      'aria-expanded': String(open),
      'aria-label': `${open ? 'close' : 'open'} what ${title} stands on`,
      transform: `translate(${width - 4} ${height / 2})`,
      ...onPress(fold),
    },
    svg('rect', { x: 0, y: -9, width: buttonWidth, height: 18, rx: 9 }),
    svg('text', { x: buttonWidth / 2, y: 4, 'text-anchor': 'middle' }, text),
  )
}

/** Click, Enter or Space. */
function onPress(act: () => void) {
  return {
    click: (event: Event) => {
      event.stopPropagation()
      act()
    },
    keydown: (event: Event) => {
      const { key } = event as KeyboardEvent
      if (key !== 'Enter' && key !== ' ') return
      event.preventDefault()
      event.stopPropagation()
      act()
    },
  }
}

const context = document.createElement('canvas').getContext('2d')

function widthOf(text: string, font: string): number {
  if (!context) return text.length * 7
  context.font = font
  return context.measureText(text).width
}

/** Cuts the middle: long names differ at both ends. */
function fitText(text: string, maxWidth: number, font: string): string {
  if (widthOf(text, font) <= maxWidth) return text
  let [low, high] = [0, text.length]
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (widthOf(cutMiddle(text, middle), font) <= maxWidth) low = middle
    else high = middle - 1
  }
  return cutMiddle(text, low)
}

const cutMiddle = (text: string, length: number) =>
  `${text.slice(0, Math.ceil(length / 2))}…${text.slice(text.length - Math.floor(length / 2))}`

const FONT = { title: '600 12px system-ui, sans-serif', line: '12px system-ui, sans-serif' }
const PAD = 12
