// SPDX-License-Identifier: Apache-2.0
import type { View } from '../../model/report/view.ts'

/** The views one can go to, in the order of their keys 1 to 7. */
export const VIEW_NAMES = ['tree', 'problems', 'pools', 'hypervisors', 'secrets', 'gitops', 'events'] as const

export type ViewName = (typeof VIEW_NAMES)[number]

/** What a page about one object shows of it. */
export type Aspect = 'details' | 'why' | 'yaml' | 'events'

/** What a person wants to see: a view, or something about one object. */
export type RequestedPage =
  | {
      readonly view: ViewName
      /** KIND/NAMESPACE/NAME@CLUSTER: only what hangs on this. */
      readonly root?: string
      readonly onlyProblems?: boolean
      readonly reverse?: boolean
    }
  | { readonly about: string; readonly show: Aspect }

/** One screenful of something: the same view that the command prints. */
export interface ScreenPage {
  readonly title: string
  readonly view: View
  /** Prints the same. */
  readonly command: string
  /** How its lines are drawn: rows one can walk over, or text one reads. */
  readonly form: 'rows' | 'text'
  /** What Enter shows of a row. */
  readonly enter: Aspect
}

export type ConnectionState = 'live' | 'lagging' | 'lost' | 'polled'

/** How current what we know of a cluster is. */
export interface Badge {
  readonly cluster: string
  readonly state: ConnectionState
  readonly words: string
}

/** Everything there is to draw at one moment. It never changes; when something does there is a new one. */
export interface TuiScreen {
  readonly badges: readonly Badge[]
  /** When this was so, for the header. */
  readonly time: string
  /** Never throws: what cannot be shown is a page that says why. */
  page(wanted: RequestedPage): ScreenPage
  /** What there is to say about the selected object of a view, what matters most first. */
  details(about: string, view: ViewName | undefined): View
  /** Names that can be typed behind `:`. */
  names(): readonly string[]
}

/** Where screens come from. */
export interface ScreenSource {
  get(): TuiScreen
  subscribe(listener: () => void): () => void
}

/** How a terminal wants to be drawn on. */
export interface Look {
  readonly color: boolean
  readonly ascii: boolean
}
