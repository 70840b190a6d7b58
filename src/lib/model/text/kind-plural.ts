// SPDX-License-Identifier: Apache-2.0

/** Cortexes, Policies, Services: the English plural of a kind. */
export function kindPlural(kind: string): string {
  if (/[^aeiou]y$/.test(kind)) return `${kind.slice(0, -1)}ies`
  return /(s|x|z|ch|sh)$/.test(kind) ? `${kind}es` : `${kind}s`
}
