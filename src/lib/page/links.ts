// SPDX-License-Identifier: Apache-2.0
import type { Cell } from '../model/report/view.ts'
import type { PageLandscape } from './landscape.ts'

let places: ReadonlyMap<string, number> = new Map()
let show: (node: number) => void = () => {}

/** From now on cells that name an object of this landscape lead to it. */
export function bindLinks({ graph }: PageLandscape, go: (node: number) => void): void {
  show = go
  places = new Map(
    graph.nodes
      .map(({ kind, namespace, name, cluster }, i) => {
        const place = `${namespace === undefined ? '' : `${namespace}/`}${name}@${graph.clusters[cluster]}`
        return [`${kind}/${place}`, i] as const
      })
      // where two have one address, the first of them is meant
      .reverse(),
  )
}

/** What a click on a cell does: it shows the object the cell is about, if that is in the graph. */
export function linkFor({ about }: Cell): (() => void) | undefined {
  if (about === undefined) return undefined
  const node = about.startsWith('#') ? Number(about.slice(1)) : places.get(about)
  return node === undefined ? undefined : () => show(node)
}

/** The place of a node, for cells of our own. */
export const aboutNode = (node: number | undefined): Pick<Cell, 'about'> =>
  node === undefined ? {} : { about: `#${node}` }
