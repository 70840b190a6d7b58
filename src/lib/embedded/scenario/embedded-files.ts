// SPDX-License-Identifier: Apache-2.0
/** Files inside an executable, by their path with slashes. */
export interface CarriedFiles {
  names(): readonly string[]
  text(name: string): string | undefined
}

let carried: { readonly root: string; readonly files: CarriedFiles } | undefined

/** Makes these files appear below this folder, which need not exist. */
export function carryFiles(root: string, files: CarriedFiles): void {
  carried = { root, files }
}

export const carriedFiles = () => carried
