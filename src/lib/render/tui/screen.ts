// SPDX-License-Identifier: Apache-2.0
import type { View } from '../../model/report/view.ts'

/** The views, in the order of their keys 1 to 7. */
export const VIEW_NAMES = ['tree', 'problems', 'pools', 'hypervisors', 'secrets', 'gitops', 'events'] as const

export type ViewName = (typeof VIEW_NAMES)[number]

/** What a page about one object shows. */
export type Aspect = 'details' | 'why' | 'yaml' | 'events'

/** A view, or a page about one object. */
export type RequestedPage =
  | {
      readonly view: ViewName
      /** KIND/NAMESPACE/NAME@CLUSTER: only the tree of this object. */
      readonly root?: string
      readonly onlyProblems?: boolean
      readonly reverse?: boolean
    }
  | { readonly about: string; readonly show: Aspect }

/** A page: the same view that the command prints. */
export interface ScreenPage {
  readonly title: string
  readonly view: View
  /** The command that prints the same. */
  readonly command: string
  /** Selectable rows, or text. */
  readonly form: 'rows' | 'text'
  /** What Enter shows of a row. */
  readonly enter: Aspect
}

export type ConnectionState = 'live' | 'lagging' | 'lost' | 'polled'

/** The connection state of a cluster. */
export interface Badge {
  readonly cluster: string
  readonly state: ConnectionState
  readonly words: string
}

/** An immutable snapshot of everything there is to draw. */
export interface TuiScreen {
  readonly badges: readonly Badge[]
  /** The time of the snapshot, for the header. */
  readonly time: string
  /** Never throws: an error becomes a page. */
  page(requested: RequestedPage): ScreenPage
  /** Details of the selected object of a view, most important first. */
  details(about: string, view: ViewName | undefined): View
  /** Names that can be typed after `:`. */
  names(): readonly string[]
}

export interface ScreenSource {
  get(): TuiScreen
  subscribe(listener: () => void): () => void
}

/** Colour and character set of a terminal. */
export interface Look {
  readonly color: boolean
  readonly ascii: boolean
}
