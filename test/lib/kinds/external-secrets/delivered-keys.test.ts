// SPDX-License-Identifier: Apache-2.0
import { expect, it } from 'vitest'
import { deliveredKeys } from '../../../../src/lib/kinds/external-secrets/delivered-keys.ts'

const secret = (template: object | undefined) => ({
  spec: { target: { name: 's', ...(template ? { template } : {}) } },
})

it.each([
  ['no template', undefined, ['password']],
  ['a template of labels alone', { metadata: { labels: { a: 'b' } } }, ['password']],
  ['passed on under another name', { data: { pw: '{{ .password }}' } }, ['pw']],
  ['passed on twice', { data: { a: '{{.password}}', b: '{{ .password | toString }}' } }, ['a', 'b']],
  ['by index', { data: { a: '{{ index . "password" }}' } }, ['a']],
  ['something else under its name', { data: { password: 'x-{{ .password }}' } }, []],
  ['a line break is written, too', { data: { password: '{{ .password }}\n' } }, []],
  ['changed on the way', { data: { password: '{{ .password | b64enc }}' } }, []],
  ['merged', { mergePolicy: 'Merge', data: { other: 'x' } }, ['password']],
  ['merged over', { mergePolicy: 'Merge', data: { password: 'x' } }, []],
  ['replaced', { data: { other: 'x' } }, []],
  ['from a ConfigMap', { templateFrom: [{ configMap: { name: 'c' } }] }, []],
  ['malformed', { data: ['a', 7], mergePolicy: 1 }, ['password']],
])('%s', (_, template, keys) => {
  expect(deliveredKeys(secret(template), 'password')).toEqual(keys)
})
