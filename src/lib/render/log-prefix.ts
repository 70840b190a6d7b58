// SPDX-License-Identifier: Apache-2.0

/** Gives each prefix its own colour, so that the lines of one Pod are easy to spot. */
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
