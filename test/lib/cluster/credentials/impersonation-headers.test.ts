// SPDX-License-Identifier: Apache-2.0
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { credentialsFor } from '../../../../src/lib/cluster/credentials/credentials-for.ts'
import { seal } from '../../../../src/lib/cluster/secrets/seal.ts'
import { calm, configOf, execOf, openLab } from './fake-plugin.ts'

const impersonate = {
  user: 'jürgen',
  uid: '7',
  groups: ['system:masters', 'ops, eu'],
  extra: { scopes: ['view', 'edit'], 'example.com/Ü %': ['x'], empty: [] },
}

test('user, uid, groups and extra all reach the server, one header line each', async () => {
  const credential = await credentialsFor(configOf({ token: seal('sesame') }, { impersonate })).current(calm())
  expect(await linesOf(credential.headers)).toEqual([
    ['authorization', 'Bearer sesame'],
    ['impersonate-extra-example.com%2f%c3%9c%20%25', 'x'],
    ['impersonate-extra-scopes', 'edit'],
    ['impersonate-extra-scopes', 'view'],
    ['impersonate-group', 'ops, eu'],
    ['impersonate-group', 'system:masters'],
    ['impersonate-uid', '7'],
    ['impersonate-user', 'jürgen'],
  ])
})

test('they are sent with credentials of a plugin too', async () => {
  const lab = await openLab()
  const auth = execOf(await lab.plugin('login', 'answer({ token: "sesame" })'))
  const credential = await credentialsFor(
    configOf(auth, { impersonate: { user: 'bob', groups: ['g'], extra: {} } }),
  ).current(calm())
  expect({ ...credential.headers }).toEqual({
    Authorization: 'Bearer sesame',
    'Impersonate-User': 'bob',
    'Impersonate-Group': ['g'],
  })
  await lab.done()
})

/** The header lines as a server receives them, values as UTF-8, sorted. */
async function linesOf(headers: Readonly<Record<string, string | readonly string[]>>): Promise<[string, string][]> {
  const server = createServer()
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const seen = new Promise<string[]>((resolve) =>
    server.once('request', (incoming, answer) => {
      answer.end()
      resolve(incoming.rawHeaders)
    }),
  )
  const sent = Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, typeof value === 'string' ? value : [...value]]),
  )
  request({ port: (server.address() as AddressInfo).port, host: '127.0.0.1', headers: sent, agent: false }).end()
  const raw = await seen
  server.close()
  const lines = raw.flatMap((name, i): [string, string][] =>
    i % 2 === 0 ? [[name.toLowerCase(), Buffer.from(raw[i + 1] ?? '', 'latin1').toString('utf8')]] : [],
  )
  return lines
    .filter(([name]) => /^(?:imp|auth)/.test(name))
    .sort(([a, x], [b, y]) => (`${a}${x}` < `${b}${y}` ? -1 : 1))
}
