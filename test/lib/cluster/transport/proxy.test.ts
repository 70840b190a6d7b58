// SPDX-License-Identifier: Apache-2.0
import { describe, expect, test } from 'vitest'
import { isExempt, proxyFor } from '../../../../src/lib/cluster/transport/proxy.ts'
import { Sealed } from '../../../../src/lib/model/secret/sealed.ts'

const API = { secure: true, host: 'api.example.org', port: 6443 }

describe('selection of the proxy', () => {
  const env = { HTTPS_PROXY: 'http://secure.example:1', HTTP_PROXY: 'http://plain.example:2' }

  test.each([
    ['nothing set', API, {}, undefined],
    ['https takes HTTPS_PROXY', API, env, 'secure.example:1'],
    ['http takes HTTP_PROXY', { ...API, secure: false }, env, 'plain.example:2'],
    ['lower case counts', API, { https_proxy: 'http://low.example:3' }, 'low.example:3'],
    ['upper case goes before lower case', API, { ...env, https_proxy: 'http://low.example:3' }, 'secure.example:1'],
    [
      'an empty variable is no variable',
      API,
      { HTTPS_PROXY: '', https_proxy: 'http://low.example:3' },
      'low.example:3',
    ],
    ['ALL_PROXY is not one of Go', API, { ALL_PROXY: 'http://all.example:4' }, undefined],
    ['an address without a scheme is http', API, { HTTPS_PROXY: 'bare.example:5' }, 'bare.example:5'],
    ['localhost goes direct', { ...API, host: 'localhost' }, env, undefined],
    ['127.x goes direct', { ...API, host: '127.8.0.1' }, env, undefined],
    ['::1 goes direct', { ...API, host: '::1' }, env, undefined],
    ['NO_PROXY goes direct', API, { ...env, NO_PROXY: 'example.org' }, undefined],
    ['no_proxy goes direct', API, { ...env, no_proxy: 'example.org' }, undefined],
  ])('%s', (_what, target, variables, expected) => {
    const proxy = proxyFor(target, undefined, variables)
    expect(proxy && `${proxy.host}:${proxy.port}`).toBe(expected)
  })

  test('proxy-url has precedence over everything, loopback and NO_PROXY included', () => {
    const url = new Sealed('http://first.example:9', 'x')
    const proxy = proxyFor({ ...API, host: '127.0.0.1' }, url, { ...env, NO_PROXY: '*' })
    expect(proxy).toMatchObject({ scheme: 'http', host: 'first.example', port: 9 })
  })

  test.each([
    ['http://p.example', 'http', 80],
    ['https://p.example', 'https', 443],
    ['socks5://p.example', 'socks5', 1080],
    ['socks5h://p.example', 'socks5', 1080],
    ['http://[2001:db8::1]:3128', 'http', 3128],
  ])('%s', (url, scheme, port) => {
    expect(proxyFor(API, new Sealed(url, 'x'), {})).toMatchObject({ scheme, port })
  })

  test('credentials are decoded and sealed', () => {
    const proxy = proxyFor(API, new Sealed('http://me%40corp:p%3Aw@p.example', 'x'), {})
    expect(proxy?.login?.user).toBe('me@corp')
    expect(proxy?.login?.password.unseal()).toBe('p:w')
    expect(JSON.stringify(proxy)).not.toContain('p:w')
  })

  test.each(['gopher://x', 'http://', 'http://host:99999', 'ftp://me:secret@x'])(
    '%s is refused without being shown',
    (url) => {
      expect(() => proxyFor(API, undefined, { HTTPS_PROXY: url })).toThrow(
        'HTTPS_PROXY is not an http, https or socks5 proxy',
      )
      expect(() => proxyFor(API, undefined, { HTTPS_PROXY: url })).not.toThrow('secret')
    },
  )
})

test.each([
  ['*', 'anything.example', true],
  ['example.org', 'example.org', true],
  ['example.org', 'api.example.org', true],
  ['example.org', 'notexample.org', false],
  ['.example.org', 'api.example.org', true],
  ['.example.org', 'example.org', false],
  ['*.example.org', 'api.example.org', true],
  ['*.example.org', 'example.org', false],
  ['EXAMPLE.org', 'Api.Example.ORG', true],
  ['other, example.org ,', 'example.org', true],
  ['example.org:6443', 'api.example.org', true],
  ['example.org:443', 'api.example.org', false],
  ['10.0.0.0/8', '10.9.8.7', true],
  ['10.0.0.0/8', '11.9.8.7', false],
  ['10.0.0.0/8', 'ten.example', false],
  ['10.1.2.3', '10.1.2.3', true],
  ['10.1.2.3:6443', '10.1.2.3', true],
  ['10.1.2.3:443', '10.1.2.3', false],
  ['1.2.3', '10.1.2.3', false],
  ['2001:db8::/32', '2001:db8::7', true],
  ['2001:db8::7', '2001:db8:0::7', true],
  ['[2001:db8::7]:6443', '2001:db8::7', true],
  ['10.0.0.0/99', '10.0.0.1', false],
  ['', 'example.org', false],
])('NO_PROXY=%s and %s: direct %s', (noProxy, host, expected) => {
  expect(isExempt({ host, port: 6443 }, noProxy)).toBe(expected)
})
