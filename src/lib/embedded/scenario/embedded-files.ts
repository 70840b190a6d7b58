// SPDX-License-Identifier: Apache-2.0
/** Files that an executable carries inside, by their path with slashes. */
export interface CarriedFiles {
  names(): readonly string[]
  text(name: string): string | undefined
}

let carried: { readonly root: string; readonly files: CarriedFiles } | undefined

/** From now on these files are read as if they were below this folder, which need not exist. */
export function carryFiles(root: string, files: CarriedFiles): void {
  carried = { root, files }
}

/** What is carried, and below which folder. */
export const carriedFiles = () => carried
