// SPDX-License-Identifier: Apache-2.0

/** A painter of prefixes: each keeps its colour, so that the eye finds the lines of one Pod among others. */
export async function prefixPainter(color: boolean): Promise<(prefix: string) => string> {
  if (!color) return (prefix) => prefix
  const { Chalk } = await import('chalk')
  const chalk = new Chalk({ level: 1 })
  const colors = [chalk.cyan, chalk.magenta, chalk.blue, chalk.green, chalk.yellow]
  const known = new Map<string, string>()
  return (prefix) => {
    const painted = known.get(prefix) ?? (colors[known.size % colors.length] ?? chalk.cyan)(prefix)
    known.set(prefix, painted)
    return painted
  }
}
