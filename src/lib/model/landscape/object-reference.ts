// SPDX-License-Identifier: Apache-2.0
export interface ObjectReference {
  readonly namespace: string
  readonly name: string
}

/** Referenced objects by kind name, then by the label of their cluster; most important first. */
export type ObjectReferences = ReadonlyMap<string, ReadonlyMap<string, readonly ObjectReference[]>>
