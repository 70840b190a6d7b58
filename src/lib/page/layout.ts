// SPDX-License-Identifier: Apache-2.0
import { Graph, layout } from '@dagrejs/dagre'
import type { VisibleLink } from './collapse.ts'

/** Something to be placed. */
export interface LayoutBox {
  readonly id: string
  readonly width: number
  readonly height: number
  /** Boxes of one frame stand together. */
  readonly frame: string
}

export interface Point {
  readonly x: number
  readonly y: number
}

export interface PlacedBox {
  readonly width: number
  readonly height: number
  /** The middle of each box. */
  readonly boxes: ReadonlyMap<string, Point>
  readonly frames: ReadonlyMap<string, Placement>
  readonly lines: readonly (VisibleLink & { readonly points: readonly Point[] })[]
}

/** Places boxes in layers from left to right, what is needed right of what needs it, with a frame for each cluster. */
export function placed(boxes: readonly LayoutBox[], links: readonly VisibleLink[]): PlacedBox {
  const graph = new Graph({ compound: true })
  graph.setGraph({
    rankdir: 'LR',
    nodesep: 16,
    ranksep: 46,
    edgesep: 6,
    marginx: 16,
    marginy: 16,
    ranker: boxes.length > MANY ? 'tight-tree' : 'network-simplex',
  })
  graph.setDefaultEdgeLabel(() => ({}))
  for (const frame of new Set(boxes.map((box) => box.frame))) graph.setNode(frameId(frame), {})
  for (const { id, width, height, frame } of boxes) {
    graph.setNode(id, { width, height })
    graph.setParent(id, frameId(frame))
  }
  const drawn = withoutDetours(links)
  for (const { from, to } of drawn) graph.setEdge(from, to)
  // what nothing needs begins at the left, however it hangs together with the rest
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
        around(inside.map(({ id }) => at(id))),
      ]),
    ),
    lines: drawn.map(({ from, to }) => ({
      from,
      to,
      points: fromSideToSide(at(from), at(to), (graph.edge(from, to) as { points: readonly Point[] }).points),
    })),
  }
}

/** Where something is, by its middle. */
export type Placement = Point & { readonly width: number; readonly height: number }

/** Room for the name of the frame above its boxes, and for their knobs at the right. */
const FRAME = { top: 16, bottom: 6, left: 12, right: 34 }

function around(boxes: readonly Placement[]): Placement {
  const left = Math.min(...boxes.map(({ x, width }) => x - width / 2)) - FRAME.left
  const right = Math.max(...boxes.map(({ x, width }) => x + width / 2)) + FRAME.right
  const top = Math.min(...boxes.map(({ y, height }) => y - height / 2)) - FRAME.top
  const bottom = Math.max(...boxes.map(({ y, height }) => y + height / 2)) + FRAME.bottom
  return { x: (left + right) / 2, y: (top + bottom) / 2, width: right - left, height: bottom - top }
}

/** Out at the right, in at the left, whatever the layout thinks of corners. */
function fromSideToSide(from: Placement, to: Placement, points: readonly Point[]): readonly Point[] {
  const isForth = from.x <= to.x
  const [out, into] = isForth ? [from.width / 2, -to.width / 2] : [-from.width / 2, to.width / 2]
  return [{ x: from.x + out, y: from.y }, ...points.slice(1, -1), { x: to.x + into, y: to.y }]
}

/** The better order of layers takes too long for more boxes. */
const MANY = 90

const START = 'start'

const frameId = (frame: string) => `frame ${frame}`

/** Links that say nothing new: where another way leads to the same, the picture stays readable without the short cut. */
export function withoutDetours(links: readonly VisibleLink[]): readonly VisibleLink[] {
  const out = Map.groupBy(links, ({ from }) => from)
  const reachedOver = (start: string, avoiding: VisibleLink) => {
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
  return links.filter((link) => !reachedOver(link.from, link))
}
