// SPDX-License-Identifier: Apache-2.0
/** Applied to every value found so far. */
export type PathStep =
  | { readonly type: 'field'; readonly name: string }
  /** Every value of an object or a list. */
  | { readonly type: 'each' }
  /** The value itself and all objects and lists inside it. */
  | { readonly type: 'descend' }
  | { readonly type: 'slice'; readonly from?: number; readonly to?: number; readonly step: number }
  | { readonly type: 'index'; readonly at: number }
  /** All results of the first, then all of the second, and so on. */
  | { readonly type: 'union'; readonly of: readonly PathStep[] }
  | { readonly type: 'filter'; readonly filter: Filter }
  | { readonly type: 'literal'; readonly value: string | number | boolean }

export type Path = readonly PathStep[]

export interface Filter {
  readonly left: Path
  /** Absent: the left side must exist. */
  readonly test?: { readonly operator: FilterOperator; readonly right: Path }
}

export const FILTER_OPERATORS = ['==', '!=', '<=', '>=', '<', '>'] as const

export type FilterOperator = (typeof FILTER_OPERATORS)[number]

/** Text, a path in braces, or a body for every result of a path. */
export type TemplatePart =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'path'; readonly path: Path }
  | { readonly type: 'range'; readonly path: Path; readonly body: readonly TemplatePart[] }

export type Template = readonly TemplatePart[]
