// SPDX-License-Identifier: Apache-2.0
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { codeCacheFile, openCodeCache } from '../../../src/lib/launch/code-cache.ts'
import { tempFolder } from '../../harness/temp-folder.ts'

const kept = (file: string, name = 'main.cjs') => openCodeCache(file).compiled(name)?.toString()
const fresh = (entries: Record<string, string>) =>
  new Map(Object.entries(entries).map(([name, text]) => [name, Buffer.from(text)]))

function written(): string {
  const file = codeCacheFile({ HOME: tempFolder() }, 'b1') ?? ''
  openCodeCache(file).keep(fresh({ 'main.cjs': 'compiled' }))
  return file
}

describe('the code cache', () => {
  it('is where the user keeps caches, for one build on one Node', () => {
    const name = `kubectl-c5c3/code-b1-${process.version}-${process.arch}`
    expect(codeCacheFile({ HOME: '/h' }, 'b1')).toBe(`/h/.cache/${name}`)
    expect(codeCacheFile({ HOME: '/h', XDG_CACHE_HOME: '/x' }, 'b1')).toBe(`/x/${name}`)
    expect(codeCacheFile({}, 'b1')).toBeUndefined()
    expect(codeCacheFile({ HOME: '/h', NODE_DISABLE_COMPILE_CACHE: '1' }, 'b1')).toBeUndefined()
  })

  it('keeps what is added, in a file that only we can read, and leaves nothing else behind', () => {
    const file = written()
    openCodeCache(file).keep(fresh({ 'status.cjs': 'more' }))
    expect([kept(file), kept(file, 'status.cjs'), kept(file, 'tree.cjs')]).toEqual(['compiled', 'more', undefined])
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(statSync(dirname(file)).mode & 0o777).toBe(0o700)
    expect(readdirSync(dirname(file))).toHaveLength(1)
  })

  it('is not believed when others could have written it', () => {
    const file = written()
    chmodSync(file, 0o620)
    expect(kept(file)).toBeUndefined()
    chmodSync(file, 0o600)
    expect(kept(file)).toBe('compiled')
    symlinkSync(file, `${file}-link`)
    expect(kept(`${file}-link`)).toBeUndefined()
  })

  it('is not written into a folder that others can write to', () => {
    const folder = join(tempFolder(), 'kubectl-c5c3')
    mkdirSync(folder)
    chmodSync(folder, 0o777)
    openCodeCache(join(folder, 'code-b1')).keep(fresh({ 'main.cjs': 'compiled' }))
    expect(readdirSync(folder)).toEqual([])
  })

  it('is ignored when damaged and then written anew', () => {
    const file = written()
    writeFileSync(file, 'rubbish')
    const cache = openCodeCache(file)
    expect(cache.compiled('main.cjs')).toBeUndefined()
    cache.keep(fresh({ 'main.cjs': 'again' }))
    expect(kept(file)).toBe('again')
  })

  it('does nothing where nothing can be written', () => {
    const file = join(tempFolder({ blocked: '' }), 'blocked', 'kubectl-c5c3', 'code-b1')
    openCodeCache(file).keep(fresh({ 'main.cjs': 'compiled' }))
    openCodeCache(undefined).keep(fresh({ 'main.cjs': 'compiled' }))
    expect(existsSync(file)).toBe(false)
  })

  it('clears away what old versions left', () => {
    const file = written()
    const old = join(dirname(file), 'code-b0-v22.19.0-x64')
    writeFileSync(old, '')
    utimesSync(old, 0, 0)
    openCodeCache(file).keep(fresh({ 'tree.cjs': 'x' }))
    expect(existsSync(old)).toBe(false)
  })
})
