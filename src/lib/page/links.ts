// SPDX-License-Identifier: Apache-2.0
import type { Cell } from '../model/report/view.ts'
import type { PageLandscape } from './landscape.ts'

let nodesByName: ReadonlyMap<string, number> = new Map()
let show: (node: number) => void = () => {}

/** Makes cells that name an object of this graph link to it. */
export function bindLinks({ graph }: PageLandscape, go: (node: number) => void): void {
  show = go
  nodesByName = new Map(
    graph.nodes
      .map(({ kind, namespace, name, cluster }, i) => {
        const address = `${namespace === undefined ? '' : `${namespace}/`}${name}@${graph.clusters[cluster]}`
        return [`${kind}/${address}`, i] as const
      })
      // For duplicate addresses the first node wins.
      .reverse(),
  )
}

/** The click handler of a cell: shows its object, if that is in the graph. */
export function linkFor({ about }: Cell): (() => void) | undefined {
  if (about === undefined) return undefined
  const node = about.startsWith('#') ? Number(about.slice(1)) : nodesByName.get(about)
  return node === undefined ? undefined : () => show(node)
}

/** Links a cell to a node. */
export const aboutNode = (node: number | undefined): Pick<Cell, 'about'> =>
  node === undefined ? {} : { about: `#${node}` }
