// SPDX-License-Identifier: Apache-2.0
/** What people see, without ANSI and without width: render/ decides how to draw it. Tone repeats what the words say. */
export type Tone = 'good' | 'busy' | 'bad' | 'dim' | 'plain'

export interface Cell {
  readonly text: string
  readonly tone?: Tone
  /** KIND/NAMESPACE/NAME@CLUSTER of the object that the cell names: what can be typed after why and tree. */
  readonly about?: string
}

export interface Column {
  readonly title: string
  /** Only with -o wide. */
  readonly wide?: boolean
  /** Its words may stand below the row when the terminal is narrow. */
  readonly flexible?: boolean
  /** Left out of a terminal that is too narrow, lowest number first. Never left out of -o wide or a pipe. */
  readonly drop?: number
}

export interface TableBlock {
  readonly type: 'table'
  readonly columns: readonly Column[]
  readonly rows: readonly (readonly Cell[])[]
}

export interface LinesBlock {
  readonly type: 'lines'
  readonly lines: readonly Cell[]
}

/** A table whose first column is drawn as a tree. */
export interface TreeBlock {
  readonly type: 'tree'
  readonly columns: readonly Column[]
  readonly roots: readonly Branch[]
}

export interface Branch {
  readonly cells: readonly Cell[]
  readonly children: readonly Branch[]
  /** Where branches can be folded, this one is at first. */
  readonly folded?: true
}

export type Block = TableBlock | LinesBlock | TreeBlock

export interface View {
  readonly blocks: readonly Block[]
  /** Printed to stderr after the data: what was not read, and what to type next. */
  readonly notes?: readonly Cell[]
}
