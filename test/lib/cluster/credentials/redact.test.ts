// SPDX-License-Identifier: Apache-2.0
import { expect, test } from 'vitest'
import { redact, redactShapes } from '../../../../src/lib/cluster/credentials/redact.ts'

test.each([
  ['token=abc123', 'token=[redacted]'],
  ['{"access_token": "abc", "x": 1}', '{"access_token": "[redacted]", "x": 1}'],
  ['https://h/cb?client_secret=abc&x=1', 'https://h/cb?client_secret=[redacted]&x=1'],
  ['Authorization: bearer abc', 'Authorization: bearer [redacted]'],
  ['got eyJhbGciOiJub25lIn0.eyJzdWIiOiJ4In0.sig here', 'got [redacted] here'],
  ['-----BEGIN EC PRIVATE KEY-----\nabc\n-----END EC PRIVATE KEY-----\nafter', '[redacted]\nafter'],
  ['-----BEGIN EC PRIVATE KEY-----\nabc\ncut off', '[redacted]'],
  [
    'open https://login.example.com/device and enter ABCD-EFGH',
    'open https://login.example.com/device and enter ABCD-EFGH',
  ],
  ['\u001b]0;evil\u0007', '\\u{1b}]0;evil\\u{7}'],
])('redacts the message of a plugin: %j', (text, expected) => {
  expect(redactShapes(text)).toBe(expected)
})

test('a debug log redacts keys and the credentials that we passed, and keeps ordinary text', () => {
  expect(redact('pw hunter2 and AKIA1234567890ABCDEFGH', ['hunter2', ''])).toBe('pw [redacted] and [redacted]')
  const message = 'gke-gcloud-auth-plugin: cannot reach oauth2.googleapis.com: no route to host'
  expect(redact(message, ['', 'a'])).toBe(message)
})
