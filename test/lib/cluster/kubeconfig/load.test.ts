// SPDX-License-Identifier: Apache-2.0
import { execFileSync } from 'node:child_process'
import { chmod, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { KubeConfig } from '@kubernetes/client-node'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { loadKubeconfig, loadKubeconfigFile, placesOf } from '../../../../src/lib/cluster/kubeconfig/load.ts'
import { resolveContext } from '../../../../src/lib/cluster/kubeconfig/resolve.ts'
import { ourView } from './kubectl.ts'

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'c5c3-load-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const at = (name: string) => join(folder, name)
const write = async (name: string, text: string) => {
  await writeFile(at(name), text, { mode: 0o600 })
  return at(name)
}
const listed = (...names: string[]) => ({ env: { KUBECONFIG: names.map(at).join(delimiter) }, home: folder })

const A = `
current-context: shared
clusters:
- {name: shared, cluster: {server: https://a.example}}
users:
- {name: shared, user: {token: token-a}}
contexts:
- {name: shared, context: {cluster: shared, user: shared, namespace: from-a}}
`
const B = `
current-context: only-b
clusters:
- {name: shared, cluster: {server: https://b.example, tls-server-name: b}}
- {name: only-b, cluster: {server: https://only-b.example}}
users:
- {name: shared, user: {token: token-b, as: kept-nowhere}}
contexts:
- {name: shared, context: {cluster: only-b, user: shared}}
- {name: only-b, context: {cluster: only-b, user: shared}}
`
/** Output of kubectl 1.33 config view --raw for KUBECONFIG=A:missing:B. */
const RECORDED = {
  currentContext: 'shared',
  clusters: { shared: { server: 'https://a.example' }, 'only-b': { server: 'https://only-b.example' } },
  users: { shared: { token: 'token-a' } },
  contexts: {
    shared: { cluster: 'shared', user: 'shared', namespace: 'from-a' },
    'only-b': { cluster: 'only-b', user: 'shared' },
  },
}

describe('several kubeconfig files', () => {
  test('the first file with a name wins the whole entry, and the first current-context wins', async () => {
    await write('a', A)
    await write('b', B)
    const loaded = await loadKubeconfig(listed('a', 'missing', 'b'))
    expect(withoutAbsent(ourView(loaded))).toEqual(RECORDED)
    expect(loaded.contexts.map(({ name, file }) => [name, file])).toEqual([
      ['shared', at('a')],
      ['only-b', at('b')],
    ])
    expect(loaded.files).toEqual([at('a'), at('b')])
    expect(loaded.looked).toEqual([at('a'), at('missing'), at('b')])
  })

  test('a single file is not merged: each keeps its own user', async () => {
    await write('a', A)
    await write('b', B)
    const merged = resolveContext(await loadKubeconfig(listed('a', 'b')), 'only-b')
    expect(merged.auth.token?.unseal()).toBe('token-a')
    const alone = resolveContext(await loadKubeconfigFile(at('b')), 'only-b')
    expect(alone.auth.token?.unseal()).toBe('token-b')
  })

  test('client-node would throw, or choose the last current-context', async () => {
    await write('a', A)
    await write('b', B)
    await write('c', 'current-context: c\nclusters: []\nusers: []\ncontexts: []\n')
    const stock = (...names: string[]) => {
      const before = process.env['KUBECONFIG']
      process.env['KUBECONFIG'] = names.map(at).join(delimiter)
      try {
        const config = new KubeConfig()
        config.loadFromDefault()
        return config.getCurrentContext()
      } finally {
        process.env['KUBECONFIG'] = before
      }
    }
    expect(() => stock('a', 'b')).toThrow(/Duplicate/)
    expect(() => stock('a', 'missing')).toThrow(/ENOENT/)
    expect(stock('a', 'c')).toBe('c')
    expect((await loadKubeconfig(listed('a', 'c'))).currentContext).toBe('shared')
  })

  test('an invalid file fails the whole list, with its name', async () => {
    await write('a', A)
    await write('b', 'users: [')
    await expect(loadKubeconfig(listed('a', 'b'))).rejects.toThrow(`${at('b')}:1:`)
  })

  test('relative paths are resolved against their own file', async () => {
    await mkdir(at('sub'))
    const user = 'client-certificate: c.pem, client-key: ../k.pem, tokenFile: ./t, exec: {command: ./bin/plugin}'
    await write(
      'sub/config',
      `clusters: [{name: a, cluster: {certificate-authority: /etc/ca.pem}}]\nusers: [{name: a, user: {${user}}}]`,
    )
    const loaded = await loadKubeconfig(listed('sub/config'))
    expect(loaded.clusters.get('a')?.certificateAuthority).toBe('/etc/ca.pem')
    expect(loaded.users.get('a')).toMatchObject({
      clientCertificate: at('sub/c.pem'),
      clientKey: at('k.pem'),
      tokenFile: at('sub/t'),
      exec: { command: at('sub/bin/plugin') },
    })
  })
})

describe('the search path', () => {
  test.each([
    ['--kubeconfig alone', { explicit: '/x/k', env: { KUBECONFIG: '/a:/b' }, home: '/h' }, ['/x/k']],
    ['the list, without empty entries and repeats', { env: { KUBECONFIG: ':/a::/b:/a:' }, home: '/h' }, ['/a', '/b']],
    ['home, when KUBECONFIG is empty', { env: { KUBECONFIG: '' }, home: '/h' }, ['/h/.kube/config']],
    ['home, when it is not set', { env: {}, home: '/h' }, ['/h/.kube/config']],
    ['nowhere, when the list is only separators', { env: { KUBECONFIG: '::' }, home: '/h' }, []],
  ])('%s', (_, places, expected) => {
    expect(placesOf(places)).toEqual(expected)
  })

  test('no kubeconfig at all is no error: the result lists the searched paths', async () => {
    const none = await loadKubeconfig({ env: {}, home: folder })
    expect(none).toMatchObject({ files: [], looked: [at('.kube/config')], contexts: [], currentContext: undefined })
  })

  test('a missing --kubeconfig is an error', async () => {
    await write('a', A)
    await expect(loadKubeconfig({ explicit: at('nope'), ...listed('a') })).rejects.toMatchObject({
      code: 'BAD_KUBECONFIG',
      message: `kubeconfig ${at('nope')} does not exist`,
    })
  })
})

describe.skipIf(process.platform === 'win32')('invalid files', () => {
  const refused = async (name: string) => {
    const error: unknown = await loadKubeconfig(listed(name)).catch((e: unknown) => e)
    expect(error).toMatchObject({ code: 'BAD_KUBECONFIG', exit: 'usage' })
    return (error as Error).message
  }

  test('a loop of symbolic links', async () => {
    await symlink(at('two'), at('one'))
    await symlink(at('one'), at('two'))
    expect(await refused('one')).toBe(`kubeconfig ${at('one')} is a loop of symbolic links`)
  })

  test('a directory, a path through a file, binary content', async () => {
    await mkdir(at('dir'))
    expect(await refused('dir')).toBe(`kubeconfig ${at('dir')} is a directory`)
    await write('file', A)
    expect(await refused('file/config')).toMatch(/has a file where a directory should be/)
    await writeFile(at('latin'), Buffer.from('current-context: "x\xff"', 'latin1'))
    expect(await refused('latin')).toBe(`kubeconfig ${at('latin')} is not UTF-8 text`)
  })

  test.skipIf(process.getuid?.() === 0)('an unreadable file', async () => {
    await chmod(await write('secret', A), 0)
    expect(await refused('secret')).toBe(`kubeconfig ${at('secret')} may not be read by this user`)
  })

  test('an endless device', async () => {
    await expect(loadKubeconfigFile('/dev/zero')).rejects.toThrow('kubeconfig /dev/zero is larger than 16 MiB')
    expect(await loadKubeconfigFile('/dev/null')).toMatchObject({ contexts: [], warnings: [] })
  })

  test('a dangling link is handled as a missing file', async () => {
    await symlink(at('gone'), at('link'))
    expect((await loadKubeconfig(listed('link'))).files).toEqual([])
  })

  test.each([
    [0o600, []],
    [0o640, []],
    [0o644, ['is world-readable (mode 0644)']],
    [0o660, ['is writable by other users (mode 0660)']],
    [0o666, ['is writable by other users (mode 0666)']],
  ])('mode %o', async (mode, expected) => {
    await chmod(await write('a', A), mode)
    const { warnings } = await loadKubeconfig(listed('a'))
    expect(warnings).toHaveLength(expected.length)
    for (const [i, expectedText] of expected.entries()) expect(warnings[i]).toContain(expectedText)
  })

  test.skipIf(process.getuid?.() !== 0)('a file of another user', async () => {
    execFileSync('chown', ['12345', await write('a', A)])
    expect((await loadKubeconfig(listed('a'))).warnings).toEqual([
      `kubeconfig ${at('a')} belongs to another user (uid 12345)`,
    ])
  })

  test('UTF-16, as PowerShell writes it', async () => {
    await writeFile(at('utf16'), Buffer.from(`\u{feff}${A}`, 'utf16le'))
    expect((await loadKubeconfig(listed('utf16'))).currentContext).toBe('shared')
  })
})

const withoutAbsent = (view: unknown): unknown => JSON.parse(JSON.stringify(view))
