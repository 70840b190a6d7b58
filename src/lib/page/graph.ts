// SPDX-License-Identifier: Apache-2.0
import { type Label, labelsOf } from './box-labels.ts'
import { AT_ONCE, drawnOf, type Folds, firstFolds, MOST_DRAWN, opened, revealed, toggled } from './collapse.ts'
import { el, svg } from './dom.ts'
import { nodeFacts } from './facts.ts'
import { pictureOf } from './graph-svg.ts'
import type { PageLandscape } from './landscape.ts'
import { type PlacedBox, placed } from './layout.ts'
import { searchBox } from './search.ts'
import { type Viewport, viewportOf } from './view.ts'

/** The graph section, and the function that shows a node in it. */
export interface GraphPart {
  readonly element: HTMLElement
  show(node: number): void
}

/** An interactive drawing of the fleet: it starts at the root causes, everything else is collapsed. */
export function graphPart(landscape: PageLandscape, onlyProblems: boolean): GraphPart {
  const layer = svg('g')
  const window = svg(
    'svg',
    { class: 'graph', tabindex: 0, role: 'group', 'aria-label': 'dependency graph' },
    ARROW(),
    layer,
  )
  const facts = el('aside', { class: 'facts', 'aria-live': 'polite' })
  const summary = el('p', { class: 'told' })
  const viewport = viewportOf(window, layer)
  let folds = firstFolds(landscape, onlyProblems)
  let picked = landscape.causes[0] ?? landscape.graph.roots[0]
  let drawing: { readonly labels: readonly Label[]; readonly placed: PlacedBox } | undefined

  const draw = (next: Folds, anchor?: string) => {
    const before = anchor === undefined ? undefined : drawing?.placed.boxes.get(anchor)
    folds = next
    const drawn = drawnOf(landscape, folds)
    const labels = labelsOf(landscape, folds, drawn)
    const layout = placed(labels, drawn.links)
    drawing = { labels, placed: layout }
    layer.replaceChildren(
      pictureOf(labels, layout, landscape.graph.clusters, callbacks, landscape.graph.reverse ?? false),
    )
    const after = anchor === undefined ? undefined : layout.boxes.get(anchor)
    if (before && after) viewport.keep(before, after)
    only.checked = folds.onlyProblems
    summary.textContent = describeDrawing(landscape, labels, drawn.cut)
    mark()
  }
  const mark = () => {
    const id = picked === undefined ? '' : `n${picked}`
    for (const box of layer.querySelectorAll<SVGGElement>('.box'))
      box.classList.toggle('picked', box.dataset['id'] === id)
    for (const edge of layer.querySelectorAll<SVGPathElement>('.edge'))
      edge.classList.toggle('near', edge.dataset['from'] === id || edge.dataset['to'] === id)
    facts.replaceChildren(...(picked === undefined ? [] : nodeFacts(landscape, picked, show)))
    facts.scrollTop = 0
  }
  const show = (node: number) => {
    picked = node
    if (!drawing?.placed.boxes.has(`n${node}`)) draw(revealed(landscape, folds, node))
    else mark()
    const at = drawing?.placed.boxes.get(`n${node}`)
    if (at && !viewport.isInSight(at)) viewport.centre(at)
  }
  const callbacks = {
    pick: ({ node, group, cluster, id }: Label) => {
      if (node !== undefined) {
        picked = node
        mark()
      } else if (group) {
        const listed = new Map(folds.listed).set(group.key, (folds.listed.get(group.key) ?? 0) + AT_ONCE)
        draw({ ...folds, listed }, id)
      } else callbacks.shut(cluster)
    },
    fold: ({ node, id }: Label) => node !== undefined && draw(toggled(landscape, folds, node), id),
    shut: (cluster: number) => {
      const shut = new Set(folds.shut)
      if (!shut.delete(cluster)) shut.add(cluster)
      draw({ ...folds, shut })
    },
  }
  const only = el('input', {
    type: 'checkbox',
    disabled: landscape.causes.length === 0,
    change: () => {
      draw({ ...folds, onlyProblems: only.checked })
      resetView()
    },
  })
  const resetView = () => {
    if (!drawing) return
    viewport.fit(drawing.placed)
    const at = drawing.placed.boxes.get(`n${picked}`)
    if (at && isTooSmall(window, drawing.placed)) viewport.centre(at)
  }
  const tools = toolbar({
    'open more': () => {
      draw(opened(landscape, folds, MOST_DRAWN))
      resetView()
    },
    'fold all': () => {
      draw({ ...folds, open: new Set(), shown: new Set(), listed: new Map(), shut: new Set() })
      resetView()
    },
    start: () => {
      draw(firstFolds(landscape))
      resetView()
    },
    fit: () => drawing && viewport.fit(drawing.placed),
    '+': () => viewport.zoomBy(1.3),
    '−': () => viewport.zoomBy(1 / 1.3),
  })
  window.addEventListener('keydown', (event) => steer(event, viewport, () => drawing && viewport.fit(drawing.placed)))
  // Keep the box that has the keyboard focus visible.
  layer.addEventListener('focusin', ({ target }) => {
    const id = (target as Element).closest<SVGGElement>('.box')?.dataset['id'] ?? ''
    const at = drawing?.placed.boxes.get(id)
    if (at && !viewport.isInSight(at)) viewport.centre(at)
  })
  addEventListener('beforeprint', () => drawing && fitForPrint(window, layer, drawing.placed))
  addEventListener('afterprint', () => resetView())
  draw(folds)
  new ResizeObserver((_, watch) => {
    resetView()
    watch.disconnect()
  }).observe(window)
  const element = el(
    'section',
    { id: 'graph' },
    el('h2', {}, 'Dependencies'),
    el('div', { class: 'tools' }, searchBox(landscape, show), el('label', {}, only, ' only problems'), ...tools),
    summary,
    el('div', { class: 'stage' }, window, facts),
  )
  return { element, show }
}

const ARROW = () =>
  svg(
    'defs',
    {},
    svg(
      'marker',
      {
        id: 'arrow',
        viewBox: '0 0 8 8',
        refX: 7,
        refY: 4,
        markerWidth: 8,
        markerHeight: 8,
        markerUnits: 'userSpaceOnUse',
        orient: 'auto-start-reverse',
      },
      svg('path', { d: 'M0 0L8 4L0 8z' }),
    ),
  )

const toolbar = (actions: Readonly<Record<string, () => unknown>>) =>
  Object.entries(actions).map(([name, act]) => el('button', { type: 'button', click: () => act() }, name))

/** Describes what is drawn and what is hidden. */
function describeDrawing({ graph, causes, spine }: PageLandscape, labels: readonly Label[], cut: boolean): string {
  const drawn = labels.filter(({ node }) => node !== undefined).length
  const hidden = causes.filter((cause) => !spine.has(cause)).length
  return [
    `${drawn} of ${graph.nodes.length} objects drawn by themselves`,
    causes.length > 0 ? `${causes.length} not well by themselves` : 'nothing is wrong with them',
    hidden > 0 ? `${hidden} of those are folded: open, search or filter the objects below` : '',
    cut ? `no more than ${MOST_DRAWN} are drawn at once` : '',
  ]
    .filter(Boolean)
    .join(' · ')
}

const isTooSmall = (window: SVGSVGElement, { width, height }: PlacedBox) =>
  Math.min(window.clientWidth / width, window.clientHeight / height) < 0.5

function steer(event: KeyboardEvent, viewport: Viewport, fit: () => void): void {
  const step = 60
  const keys: Readonly<Record<string, () => void>> = {
    ArrowLeft: () => viewport.moveBy(step, 0),
    ArrowRight: () => viewport.moveBy(-step, 0),
    ArrowUp: () => viewport.moveBy(0, step),
    ArrowDown: () => viewport.moveBy(0, -step),
    '+': () => viewport.zoomBy(1.3),
    '-': () => viewport.zoomBy(1 / 1.3),
    '0': fit,
  }
  const act = keys[event.key]
  if (!act || event.ctrlKey || event.metaKey || event.altKey) return
  event.preventDefault()
  act()
}

/** For print: the whole graph, as wide as the page. */
function fitForPrint(window: SVGSVGElement, layer: SVGGElement, { width, height }: PlacedBox): void {
  layer.removeAttribute('transform')
  window.setAttribute('viewBox', `0 0 ${width} ${height}`)
  addEventListener('afterprint', () => window.removeAttribute('viewBox'), { once: true })
}
