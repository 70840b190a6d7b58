// SPDX-License-Identifier: Apache-2.0
import { Graph, layout } from '@dagrejs/dagre'
import type { VisibleLink } from './collapse.ts'

/** A box to place. */
export interface LayoutBox {
  readonly id: string
  readonly width: number
  readonly height: number
  /** Boxes of one frame are placed together. */
  readonly frame: string
}

export interface Point {
  readonly x: number
  readonly y: number
}

export interface PlacedBox {
  readonly width: number
  readonly height: number
  /** The centre of each box. */
  readonly boxes: ReadonlyMap<string, Point>
  readonly frames: ReadonlyMap<string, Placement>
  readonly lines: readonly (VisibleLink & { readonly points: readonly Point[] })[]
}

/** Places boxes in layers from left to right, dependencies right of their dependents, in one frame per cluster. */
export function placed(boxes: readonly LayoutBox[], links: readonly VisibleLink[]): PlacedBox {
  const graph = new Graph({ compound: true })
  graph.setGraph({
    rankdir: 'LR',
    nodesep: 16,
    ranksep: 46,
    edgesep: 6,
    marginx: 16,
    marginy: 16,
    ranker: boxes.length > NETWORK_SIMPLEX_LIMIT ? 'tight-tree' : 'network-simplex',
  })
  graph.setDefaultEdgeLabel(() => ({}))
  for (const frame of new Set(boxes.map((box) => box.frame))) graph.setNode(frameId(frame), {})
  for (const { id, width, height, frame } of boxes) {
    graph.setNode(id, { width, height })
    graph.setParent(id, frameId(frame))
  }
  const drawn = withoutDetours(links)
  for (const { from, to } of drawn) graph.setEdge(from, to)
  // Boxes without dependents begin at the left, even in separate components.
  const needed = new Set(drawn.map(({ to }) => to))
  graph.setNode(START, { width: 0, height: 0 })
  for (const { id } of boxes) if (!needed.has(id)) graph.setEdge(START, id)
  layout(graph)
  const { width = 0, height = 0 } = graph.graph() as { width?: number; height?: number }
  const at = (id: string) => graph.node(id) as Placement
  return {
    width,
    height,
    boxes: new Map(boxes.map(({ id }) => [id, at(id)])),
    frames: new Map(
      [...Map.groupBy(boxes, ({ frame }) => frame)].map(([frame, inside]) => [
        frame,
        frameAround(inside.map(({ id }) => at(id))),
      ]),
    ),
    lines: drawn.map(({ from, to }) => ({
      from,
      to,
      points: clipToSides(at(from), at(to), (graph.edge(from, to) as { points: readonly Point[] }).points),
    })),
  }
}

/** Position by centre, and size. */
type Placement = Point & { readonly width: number; readonly height: number }

/** Space for the frame's title above its boxes, and for their buttons at the right. */
const FRAME = { top: 16, bottom: 6, left: 12, right: 34 }

function frameAround(boxes: readonly Placement[]): Placement {
  const left = Math.min(...boxes.map(({ x, width }) => x - width / 2)) - FRAME.left
  const right = Math.max(...boxes.map(({ x, width }) => x + width / 2)) + FRAME.right
  const top = Math.min(...boxes.map(({ y, height }) => y - height / 2)) - FRAME.top
  const bottom = Math.max(...boxes.map(({ y, height }) => y + height / 2)) + FRAME.bottom
  return { x: (left + right) / 2, y: (top + bottom) / 2, width: right - left, height: bottom - top }
}

/** Lines leave at the right and enter at the left, whatever the layout computed. */
function clipToSides(from: Placement, to: Placement, points: readonly Point[]): readonly Point[] {
  const isForward = from.x <= to.x
  const [out, into] = isForward ? [from.width / 2, -to.width / 2] : [-from.width / 2, to.width / 2]
  return [{ x: from.x + out, y: from.y }, ...points.slice(1, -1), { x: to.x + into, y: to.y }]
}

/** Network simplex gives better layers but is too slow beyond this number of boxes. */
const NETWORK_SIMPLEX_LIMIT = 90

const START = 'start'

const frameId = (frame: string) => `frame ${frame}`

/** Removes links that a longer path implies (transitive reduction), to keep the drawing readable. */
export function withoutDetours(links: readonly VisibleLink[]): readonly VisibleLink[] {
  const out = Map.groupBy(links, ({ from }) => from)
  const isReachable = (start: string, avoiding: VisibleLink) => {
    const seen = new Set<string>()
    const queue = (out.get(start) ?? []).filter((link) => link !== avoiding).map(({ to }) => to)
    for (let at = queue.pop(); at !== undefined; at = queue.pop()) {
      if (at === avoiding.to) return true
      if (seen.has(at) || at === start) continue
      seen.add(at)
      for (const { to } of out.get(at) ?? []) queue.push(to)
    }
    return false
  }
  return links.filter((link) => !isReachable(link.from, link))
}
