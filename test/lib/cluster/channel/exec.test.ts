// SPDX-License-Identifier: Apache-2.0
// Commands in Pods of the embedded API, through our transport with its credentials and permissions.
import { describe, expect, test } from 'vitest'
import { execInPod } from '../../../../src/lib/cluster/channel/exec.ts'
import { forwardPort } from '../../../../src/lib/cluster/channel/port-forward.ts'
import { openTransport } from '../../../../src/lib/cluster/transport/open.ts'
import { LIMITS } from '../../../../src/lib/model/landscape/limits.ts'
import { Sealed } from '../../../../src/lib/model/secret/sealed.ts'
import { failureOf, stubCredentials } from '../../../faults/clients.ts'
import { running } from '../../embedded/fleet.ts'
import { afterwards } from '../transport/setting.ts'

const never = new AbortController().signal
const OPTIONS = { signal: never, maxBytes: 1_048_576, deadline: 20_000 }
const TOOLBOX = { namespace: 'rook-ceph', pod: 'rook-ceph-tools' }
const DF = { ...TOOLBOX, command: ['ceph', 'df', '--format', 'json'] }
const FILES = {
  'management.yaml': `apiVersion: v1\nkind: Pod\nmetadata: { name: rook-ceph-tools, namespace: rook-ceph }\nspec: { containers: [{ name: tools }] }\n`,
  'management.channels/rook-ceph/rook-ceph-tools.json': JSON.stringify({
    commands: [
      { command: DF.command, stdout: '{"pools":[]}\n' },
      { command: ['ceph', 'auth'], stderr: 'Error EINVAL\n', exitCode: 22 },
      { command: ['sh', '-c', 'echo a b & c=d'], stdout: 'a b' },
      { command: ['large'], stdout: 'x'.repeat(2_000_000) },
    ],
    ports: [{ port: 5000, response: 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok' }],
  }),
}

/** A client of the embedded cluster with the token of its admin or of another user. */
async function client(token?: (fleet: Awaited<ReturnType<typeof running>>) => string) {
  const fleet = await running(FILES)
  const cluster = fleet.cluster('management')
  const config = {
    context: 'management',
    source: 'test',
    server: cluster.url,
    ca: { data: new Sealed(cluster.ca, 'ca') },
    insecureSkipTlsVerify: false,
    auth: {},
  }
  const transport = openTransport(config, stubCredentials(token?.(fleet) ?? cluster.token), LIMITS, { env: {} })
  afterwards(() => transport.close())
  return transport
}

describe('exec', () => {
  test('returns the output of a command', async () => {
    const { stdout, stderr, exitCode } = await execInPod(await client(), DF, OPTIONS)
    expect([stdout.toString(), stderr.toString(), exitCode]).toEqual(['{"pools":[]}\n', '', 0])
  })

  test('returns the exit code and stderr of a command that fails', async () => {
    const result = await execInPod(await client(), { ...TOOLBOX, command: ['ceph', 'auth'] }, OPTIONS)
    expect(result).toMatchObject({ exitCode: 22, stderr: Buffer.from('Error EINVAL\n') })
  })

  test('passes arguments on as they are', async () => {
    const result = await execInPod(await client(), { ...TOOLBOX, command: ['sh', '-c', 'echo a b & c=d'] }, OPTIONS)
    expect(result.stdout.toString()).toBe('a b')
  })

  test('fails when the program does not exist', async () => {
    const failure = await failureOf(execInPod(await client(), { ...TOOLBOX, command: ['missing'] }, OPTIONS))
    expect(failure).toMatchObject({ fault: 'server', message: expect.stringContaining('executable file not found') })
    const sealed = execInPod(await client(), { ...TOOLBOX, command: ['missing'] }, { ...OPTIONS, isSealed: true })
    expect((await failureOf(sealed)).message).not.toContain('missing')
  })

  test('fails when the output is larger than allowed', async () => {
    const failure = await failureOf(execInPod(await client(), { ...TOOLBOX, command: ['large'] }, OPTIONS))
    expect(failure).toMatchObject({ fault: 'toolarge', resource: 'pods/exec', name: 'rook-ceph-tools' })
  })

  test.each([
    ['a Pod that does not exist', { ...DF, pod: 'missing' }, 'notfound'],
    ['a namespace that climbs out of its path', { ...DF, namespace: '..' }, 'malformed'],
    ['a name that would add a query', { ...DF, pod: 'a?b' }, 'malformed'],
    ['a name that would add a segment', { ...DF, pod: 'a/log' }, 'malformed'],
  ])('refuses %s', async (_what, target, fault) => {
    expect((await failureOf(execInPod(await client(), target, OPTIONS))).fault).toBe(fault)
  })

  test.each([[['get']], [['create']]])('needs more than the verb %s on pods/exec', async (verbs) => {
    const rules = [{ verbs, groups: [''], resources: ['pods/exec'] }]
    const transport = await client((fleet) => fleet.cluster('management').addUser('someone', rules))
    expect(await failureOf(execInPod(transport, DF, OPTIONS))).toMatchObject({
      fault: 'forbidden',
      message: expect.stringContaining('cannot'),
      httpStatus: 403,
    })
  })
})

describe('port-forward', () => {
  test('carries a connection to a port of the Pod', async () => {
    const stream = await forwardPort(await client(), { ...TOOLBOX, port: 5000 }, OPTIONS)
    stream.write('GET /v3 HTTP/1.1\r\nhost: keystone\r\n\r\n')
    const chunks: Buffer[] = []
    for await (const chunk of stream as AsyncIterable<Buffer>) chunks.push(chunk)
    expect(Buffer.concat(chunks).toString()).toBe('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok')
  })

  test('fails with the message of the node when nothing listens on the port', async () => {
    const stream = await forwardPort(await client(), { ...TOOLBOX, port: 5001 }, OPTIONS)
    const reading = (async () => {
      for await (const _chunk of stream);
    })()
    expect(await failureOf(reading)).toMatchObject({
      fault: 'unreachable',
      message: expect.stringContaining('connection refused'),
    })
  })
})
