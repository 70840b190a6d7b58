// SPDX-License-Identifier: Apache-2.0
/** Short names of commands, as kubectl has them for resources. The command classes repeat them for the help. */
export const ALIASES: Readonly<Record<string, string>> = {
  cred: 'credentials',
  cs: 'ceph-secrets',
  hv: 'hypervisors',
}

/** The command line with the full name of its command: hv show NAME becomes hypervisors show NAME. */
export function expandAlias(argv: readonly string[]): readonly string[] {
  const [first = '', ...rest] = argv
  return Object.hasOwn(ALIASES, first) ? [ALIASES[first] ?? first, ...rest] : argv
}
