// SPDX-License-Identifier: Apache-2.0
/** Output without ANSI codes and widths: render/ decides how to draw it. Tone only repeats what the text says. */
export type Tone = 'good' | 'busy' | 'bad' | 'dim' | 'plain'

export interface Cell {
  readonly text: string
  readonly tone?: Tone
  /** KIND/NAMESPACE/NAME@CLUSTER of the object that the cell names: a valid argument of why and tree. */
  readonly about?: string
  /** A command or an address to copy: never wrapped. Only in lines. */
  readonly isCommand?: true
  /** Indentation of continuation lines, by default two more than the line. Only in lines. */
  readonly hang?: number
}

export interface Column {
  readonly title: string
  readonly wide?: boolean
  /** Its text may wrap below the row on a narrow terminal. */
  readonly flexible?: boolean
  /** Hidden on a terminal that is too narrow, lowest number first. Never hidden with -o wide or in a pipe. */
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

export interface TreeBlock {
  readonly type: 'tree'
  readonly columns: readonly Column[]
  readonly roots: readonly Branch[]
}

export interface Branch {
  readonly cells: readonly Cell[]
  readonly children: readonly Branch[]
  /** Initially collapsed, where branches can be collapsed. */
  readonly folded?: true
}

export type Block = TableBlock | LinesBlock | TreeBlock

export interface View {
  readonly blocks: readonly Block[]
  /** Printed to stderr after the data: what was not read, and next steps. */
  readonly notes?: readonly Cell[]
}
