// SPDX-License-Identifier: Apache-2.0
import type { Plugin } from 'rolldown'
import { NARROW } from '../../src/lib/render/width.ts'

const ASCII = '/^[\\u0020-\\u007E]*$/'

/**
 * The screen's library measures every line that is not ASCII by taking it apart into letters, and every line of ours has a
 * bar, an arrow or a symbol. What we know to be narrow (src/lib/render/width.ts) is as long as it is, there too.
 */
export const narrowLetters: Plugin = {
  name: 'narrow-letters',
  transform(code, id) {
    if (!/\/node_modules\/string-width\/index\.js$/.test(id) || !code.includes('Intl.Segmenter')) return undefined
    if (!code.includes(ASCII)) throw new Error('string-width no longer tells plain text apart where it did')
    return { code: code.replace(ASCII, () => String(NARROW)), map: null }
  },
}
