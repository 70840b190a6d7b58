// SPDX-License-Identifier: Apache-2.0
/** An object that something refers to, in one cluster. */
export interface ObjectReference {
  readonly namespace: string
  readonly name: string
}

/** What is referred to, by kind name and then by the label of the cluster it is in; what is needed most comes first. */
export type ObjectReferences = ReadonlyMap<string, ReadonlyMap<string, readonly ObjectReference[]>>
