// SPDX-License-Identifier: Apache-2.0
const DEFAULT = 'kubectl'
let name = DEFAULT

/**
 * Takes the name from KUBECTL_PATH, which kubectl sets for its plugins: oc and versioned binaries have their own. Process
 * state, because every printed command depends on it.
 */
export function setKubectlName(path: string | undefined): void {
  const file =
    path
      ?.split(/[\\/]/)
      .at(-1)
      ?.replace(/\.exe$/i, '') ?? ''
  name = /^[\w.-]+$/.test(file) && !file.startsWith('-') ? file : DEFAULT
}

export const kubectlName = (): string => name

/** A hint with the commands in it as the user types them. */
export const withKubectlName = (text: string): string =>
  name === DEFAULT ? text : text.replaceAll(/(?<![\w/.-])kubectl(?= [a-z@-])/g, name)
