// SPDX-License-Identifier: Apache-2.0
import { select } from 'd3-selection'
import { type ZoomTransform, zoom, zoomIdentity, zoomTransform } from 'd3-zoom'
import type { PlacedBox, Point } from './layout.ts'

/** Viewport of a drawing: drag to move; zoom by buttons, keys and Ctrl+wheel, as the plain wheel scrolls the page. */
export interface Viewport {
  zoomBy(factor: number): void
  moveBy(x: number, y: number): void
  /** Scales the whole drawing into view. */
  fit(placed: PlacedBox): void
  /** Centres a point at a readable scale. */
  centre(point: Point): void
  /** Moves the drawing so that a point stays where it was before. */
  keep(before: Point, after: Point): void
  isInSight(point: Point): boolean
}

/** Binds drag and zoom gestures to a layer of an SVG. */
export function viewportOf(window: SVGSVGElement, layer: SVGGElement): Viewport {
  const target = select<SVGSVGElement, unknown>(window)
  const gestures = zoom<SVGSVGElement, unknown>()
    .scaleExtent([SMALLEST, LARGEST])
    .filter((event: MouseEvent | WheelEvent) =>
      event.type === 'wheel' ? event.ctrlKey || event.metaKey : event.button === 0,
    )
    .on('zoom', ({ transform }: { transform: ZoomTransform }) => layer.setAttribute('transform', String(transform)))
  target.call(gestures).on('dblclick.zoom', null)
  const set = (transform: ZoomTransform) => target.call(gestures.transform, transform)
  const size = () => ({ width: window.clientWidth || 800, height: window.clientHeight || 500 })
  return {
    zoomBy: (factor) => target.call(gestures.scaleBy, factor),
    moveBy: (x, y) => target.call(gestures.translateBy, x / zoomTransform(window).k, y / zoomTransform(window).k),
    fit: (placed) => {
      const { width, height } = size()
      const scale = Math.max(SMALLEST, Math.min(1, width / placed.width, height / placed.height))
      const [x, y] = [(width - placed.width * scale) / 2, (height - placed.height * scale) / 2]
      set(zoomIdentity.translate(x, y).scale(scale))
    },
    centre: ({ x, y }) => {
      const { width, height } = size()
      const scale = Math.max(READABLE, Math.min(1, zoomTransform(window).k))
      set(zoomIdentity.translate(width / 2 - x * scale, height / 2 - y * scale).scale(scale))
    },
    keep: (before, after) => {
      const { x, y, k } = zoomTransform(window)
      set(zoomIdentity.translate(x + (before.x - after.x) * k, y + (before.y - after.y) * k).scale(k))
    },
    isInSight: (point) => {
      const [x, y] = zoomTransform(window).apply([point.x, point.y])
      const { width, height } = size()
      return x > 0 && y > 0 && x < width && y < height
    },
  }
}

const [SMALLEST, LARGEST, READABLE] = [0.04, 2.5, 0.85]
