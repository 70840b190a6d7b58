// SPDX-License-Identifier: Apache-2.0
import type { Plugin } from 'rolldown'

/** `const util_1 = require("./util");`, as TypeScript writes it, with or without one of its two wrappers. */
const REQUIRE = /^const (\w+) = ((?:__importDefault|__importStar)\()?require\(("[^"]+")\)\)?;$/gm

/**
 * Makes the modules of a package load each other when they first need each other. oclif's parser reaches its help, its
 * templates and its plugin loader; a command that prints no help then never runs any of them.
 */
export function lateRequires(packageName: string): Plugin {
  const inside = `/node_modules/${packageName}/`
  return {
    name: 'late-requires',
    transform(code, id) {
      if (!id.includes(inside) || !id.endsWith('.js')) return undefined
      return { code: late(code), map: null }
    },
  }
}

/**
 * The same module with each require moved to where its result is used. Left alone where a use is no plain member.
 * In parentheses, or `new a_1.B()` would construct a_1.
 */
export function late(code: string): string {
  const names: string[] = []
  const moved = code.replace(REQUIRE, (line, name: string, wrapper: string | undefined, source: string) => {
    const uses = code.match(new RegExp(`(?<![\\w.])${name}\\b`, 'g'))?.length ?? 0
    const members = code.match(new RegExp(`(?<![\\w.])${name}\\.\\w`, 'g'))?.length ?? 0
    if (uses !== members + 1) return line
    names.push(name)
    const required = wrapper === undefined ? `require(${source})` : `${wrapper}require(${source}))`
    return `let ${name}$; const ${name} = () => ${name}$ ??= ${required};`
  })
  if (names.length === 0) return code
  return moved.replace(new RegExp(`(?<![\\w.])(${names.join('|')})\\.(?=\\w)`, 'g'), '($1()).')
}
