// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest'
import { late } from '../../scripts/bundle/late-requires.ts'

describe('late requires', () => {
  it('run a module where its first member is used, constructors too', () => {
    const code = [
      'const util_1 = require("./util");',
      'const b_1 = __importDefault(require("b"));',
      'exports.run = () => new b_1.default((0, util_1.trim)("x"));',
    ].join('\n')
    const ran: string[] = []
    const exports: { run?: () => unknown } = {}
    const load = (name: string) => {
      ran.push(name)
      return name === 'b'
        ? function (this: { text: string }, text: string) {
            this.text = text
          }
        : { trim: (text: string) => `${text}!` }
    }
    new Function('exports', 'require', '__importDefault', late(code))(exports, load, (mod: unknown) => ({
      default: mod,
    }))
    expect(ran).toEqual([])
    expect(exports.run?.()).toMatchObject({ text: 'x!' })
    exports.run?.()
    expect(ran.sort()).toEqual(['./util', 'b'])
  })

  it('leave alone what is used in another way', () => {
    const code = 'const util_1 = require("./util");\nObject.assign(exports, util_1);'
    expect(late(code)).toBe(code)
  })
})
