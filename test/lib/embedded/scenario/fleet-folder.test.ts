// SPDX-License-Identifier: Apache-2.0
import { basename, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type FleetFolder, loadFleetFolder } from '../../../../src/lib/embedded/scenario/fleet-folder.ts'
import { folderOf, running, secretYaml } from '../fleet.ts'

const secret = (name: string) => ({ apiVersion: 'v1', kind: 'Secret', metadata: { name, namespace: 'default' } })
const listOf = (...items: unknown[]) => JSON.stringify({ apiVersion: 'v1', kind: 'List', items }, undefined, 1)

const configMap = (name: string, data: object) => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name, namespace: 'default' },
  data,
})

/** A few lines of YAML that expand to 10^9 values. */
function aliasBomb(): string {
  const levels = Array.from({ length: 9 }, (_, i) => `  l${i + 1}: &l${i + 1} [${`*l${i}, `.repeat(10)}]`)
  return `apiVersion: v1\nkind: ConfigMap\nmetadata: { name: x, namespace: default }\ndata:\n  l0: &l0 [x]\n${levels.join('\n')}\n`
}

const config = (name: string, data: string, more = '') =>
  `apiVersion: v1\nkind: ConfigMap\nmetadata: { name: ${name}, namespace: default${more} }\ndata: ${data}\n`

describe('a fleet folder', () => {
  test('has one cluster per file, in the order of roles, with names from the file by default', async () => {
    const folder = await folderOf({
      'storage.st-pool-a.yaml': secretYaml('a'),
      'management.yaml': secretYaml('b'),
      'control-plane.eu.west.yaml': secretYaml('c'),
      'fleet.yaml': 'clusters: { management: { roles: [management, control-plane=local] } }\n',
      'README.md': 'not a cluster',
      'expected.json': '{ "note": "not a cluster" }',
      'package.json': '{}',
    })
    const { members } = await loadFleetFolder(folder)
    expect(members.map(({ key, roles }) => [key, ...roles.map(({ role, name }) => `${role}=${name}`)])).toEqual([
      ['management', 'management=management', 'control-plane=local'],
      ['control-plane.eu.west', 'control-plane=eu.west'],
      ['storage.st-pool-a', 'storage=st-pool-a'],
    ])
  })

  test('reads several documents, Lists, and skips empty ones', async () => {
    const list = `---\n${config('one', '{}')}---\n---\napiVersion: v1\nkind: List\nitems:\n- ${config('two', '{}').trim().replaceAll('\n', '\n  ')}\n`
    const { members } = await loadFleetFolder(await folderOf({ 'management.yaml': list }))
    expect(members[0]?.objects.map(({ metadata }) => metadata.name)).toEqual(['one', 'two'])
  })

  test('now is given, or the newest past timestamp; specs and expiries may be in the future', async () => {
    const object = `${config('one', '{}', ', creationTimestamp: 2026-01-02T03:04:05Z')}status: { at: 2026-01-03T00:00:00Z, notAfter: 2031-01-01T00:00:00Z }\nspec: { until: 2030-01-01T00:00:00Z }\n`
    const explicit = await loadFleetFolder(
      await folderOf({ 'management.yaml': object, 'fleet.yaml': 'now: 2027-01-01T00:00:00Z\n' }),
    )
    expect(new Date(explicit.now).toISOString()).toBe('2027-01-01T00:00:00.000Z')
    const found = await loadFleetFolder(await folderOf({ 'management.yaml': object }))
    expect(new Date(found.now).toISOString()).toBe('2026-01-03T00:00:00.000Z')
  })

  test.each([
    ['fleet.yaml', 'clusters:\n  management: { unreachabel: true }\n', ':2: unknown key unreachabel'],
    ['fleet.yaml', 'now: 2026-01-01T00:00:00Z\nclusterz: {}\n', ':2: unknown key clusterz'],
    ['fleet.yaml', 'now: soon\n', ':1: now is no time'],
    ['fleet.yaml', 'clusters:\n  management:\n    slow: quickly\n', ':3: slow is no duration'],
    ['fleet.yaml', 'clusters:\n  management: { roles: [manager] }\n', ':2: there is no role manager'],
    ['fleet.yaml', 'clusters:\n  management: { forbidden: secrets }\n', ':2: forbidden is a list'],
    ['fleet.yaml', 'clusters:\n  storage.a: {}\n', 'names cluster storage.a, but there is no storage.a.yaml'],
    ['fleet.yaml', 'extends: nothing\n', 'extends nothing'],
    ['fleet.yaml', 'clusters: [\n', ':2: '],
    ['management.yaml', 'apiVersion: v1\nkind: Secret\nmetadata: {\n', ':4: '],
    ['management.yaml', `${secretYaml('ok')}---\nkind: Secret\nmetadata: { name: x }\n`, ':6: has no apiVersion'],
    ['management.yaml', `${secretYaml('ok')}---\napiVersion: v1\nkind: Secret\n`, ':6: Secret has no metadata.name'],
    ['management.yaml', `# note\n- a\n`, ':2: is not an object'],
    ['managment.yaml', secretYaml('ok'), 'is named after no role'],
    ['managment.json', listOf(secret('ok')), 'is named after no role'],
    ['fleet.yaml', 'now: *time\n', ':1: Unresolved alias'],
    ['management.yaml', 'apiVersion: v1\nkind: Secret\nmetadata: *name\n', ':1: Unresolved alias'],
    ['management.yaml', aliasBomb(), ':1: Excessive alias count'],
    [
      'management.yaml',
      `kind: List\nitems:\n- ${JSON.stringify(secret('ok'))}\n- kind: Secret\n`,
      ':4: has no apiVersion',
    ],
    ['storage.a.json', '{\n "apiVersion": "v1",\n "kind": }\n', 'storage.a.json:1: has no kind'],
    ['storage.a.json', '{\n "apiVersion": "v1"\n', 'storage.a.json:3: '],
    ['storage.a.json', secretYaml('ok'), 'storage.a.json: is not a JSON object'],
    ['storage.a.json', '', 'storage.a.json: is not a JSON object'],
    ['storage.a.json', '[]', 'storage.a.json:1: is not an object'],
    ['storage.a.json', listOf(secret('ok'), { kind: 'Secret' }), 'storage.a.json:13: has no apiVersion'],
    ['fleet.json', '{\n "clusterz": {}\n}\n', ':2: unknown key clusterz'],
    ['fleet.json', '{\n "now": "2026-01-01T00:00:00Z",\n', ':3: '],
    ['fleet.json', 'now: 2026-01-01T00:00:00Z\n', 'fleet.json: is not a JSON object'],
    ['fleet.json', '{ "clusters": { "storage.a": {} } }', 'names cluster storage.a, but there is no storage.a.yaml or'],
    ['fleet.json', '{ "extends": "nothing" }', 'extends nothing'],
  ])('%s: %j is refused with its position', async (file, text, message) => {
    const folder = await folderOf({ 'management.yaml': secretYaml('base'), [file]: text })
    await expect(loadFleetFolder(folder)).rejects.toMatchObject({
      code: 'BAD_FLEET',
      exit: 'usage',
      message: expect.stringContaining(join(folder, file)),
    })
    await expect(loadFleetFolder(folder)).rejects.toThrow(message)
  })

  test('may contain JSON as kubectl get -o json prints it, or a single object, beside YAML', async () => {
    const yaml = await folderOf({
      'fleet.yaml':
        'now: 2026-01-01T00:00:00Z\nclusters: { storage.a: { slow: 1s } }\ntimeline: [{ after: 5s, title: t }]\n',
      'management.yaml': `${config('one', '{ a: "1" }')}---\n${config('two', '{ n: null, x: 1.5 }')}`,
      'storage.a.yaml': secretYaml('a'),
      'timeline/1/management.yaml': config('three', '{}'),
    })
    const json = await folderOf({
      'fleet.json': JSON.stringify({
        now: '2026-01-01T00:00:00Z',
        clusters: { 'storage.a': { slow: '1s' } },
        timeline: [{ after: '5s', title: 't' }],
      }),
      'management.json': listOf(configMap('one', { a: '1' }), configMap('two', { n: null, x: 1.5 })),
      'storage.a.yaml': secretYaml('a'),
      'timeline/1/management.json': JSON.stringify(configMap('three', {})),
    })
    const withoutPlaces = ({ members, ...rest }: FleetFolder) => ({
      ...rest,
      members: members.map(({ logFolders: _, channelFolders: __, ...member }) => member),
    })
    expect(withoutPlaces(await loadFleetFolder(json))).toEqual(withoutPlaces(await loadFleetFolder(yaml)))
  })

  test.each(['management', 'fleet', 'timeline/1/management'])(
    'may contain %s as YAML or as JSON, not both',
    async (name) => {
      const folder = await folderOf({
        'fleet.yaml': 'timeline: [{ after: 5s, title: t }]\n',
        'management.yaml': secretYaml('a'),
        'timeline/1/management.yaml': secretYaml('a'),
        [`${name}.json`]: '{}',
      })
      await expect(loadFleetFolder(folder)).rejects.toMatchObject({
        code: 'BAD_FLEET',
        message: `${join(folder, `${name}.json`)}: there is a ${basename(name)}.yaml, too`,
        hints: ['delete one of the two files'],
      })
    },
  )

  test('that does not exist or has no cluster is refused', async () => {
    await expect(loadFleetFolder('/nonexistent/fleet')).rejects.toMatchObject({ code: 'BAD_FLEET' })
    await expect(loadFleetFolder(await folderOf({ 'note.txt': '' }))).rejects.toThrow('has no cluster')
  })

  test('extends another: objects are merged or added, objects and clusters marked absent are removed', async () => {
    const folder = await folderOf({
      'base/fleet.yaml': 'now: 2026-01-01T00:00:00Z\nclusters: { storage.a: { slow: 1s, forbidden: [nodes] } }\n',
      'base/management.yaml': [
        config('keep', '{ a: "1", b: "1" }'),
        config('gone', '{}'),
        secretYaml('s1'),
        secretYaml('s2'),
      ].join('---\n'),
      'base/storage.a.yaml': secretYaml('s'),
      'base/garden.yaml': secretYaml('g'),
      'over/fleet.yaml':
        'extends: base\nclusters:\n  management: { absent: [ConfigMap default/gone, Secret *] }\n  storage.a: { unreachable: true }\n  garden: null\n',
      'over/management.yaml': [config('keep', '{ a: "2", b: null }'), config('new', '{}')].join('---\n'),
    })
    const { now, members } = await loadFleetFolder(join(folder, 'over'))
    expect(new Date(now).toISOString()).toBe('2026-01-01T00:00:00.000Z')
    expect(members.map(({ key }) => key)).toEqual(['management', 'storage.a'])
    expect(members[0]?.objects.map(({ metadata, data }) => [metadata.name, data])).toEqual([
      ['keep', { a: '2' }],
      ['new', {}],
    ])
    expect(members[1]?.rules).toMatchObject({ slow: 1000, forbidden: ['nodes'], unreachable: true })
  })

  test('cannot extend itself', async () => {
    const folder = await folderOf({ 'a/fleet.yaml': 'extends: b\n', 'b/fleet.yaml': 'extends: a\n' })
    await expect(loadFleetFolder(join(folder, 'a'))).rejects.toThrow('extends itself')
  })
})

describe('objects of a fleet folder', () => {
  test('get the defaults that a cluster would set, the same in every run', async () => {
    const files = {
      'management.yaml': `${secretYaml('s', 'made-up')}---\napiVersion: example.test/v1\nkind: Thing\nmetadata: { name: t, namespace: made-up, ownerReferences: [{ apiVersion: v1, kind: Secret, name: s }] }\nstatus: { observedGeneration: 4 }\n`,
    }
    const read = async () => {
      const api = (await running(files)).api('management')
      const secret = (await api.get('/api/v1/namespaces/made-up/secrets/s')).body
      const thing = (await api.get('/apis/example.test/v1/namespaces/made-up/things/t')).body
      const system = (await api.get('/api/v1/namespaces/kube-system')).body
      return { secret, thing, system, spaces: (await api.get('/api/v1/namespaces')).body.items.length }
    }
    const first = await read()
    expect(await read()).toEqual(first)
    expect(first.secret.metadata.uid).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
    expect(first.thing.metadata).toMatchObject({ generation: 4, ownerReferences: [{ uid: first.secret.metadata.uid }] })
    expect(first.spaces).toBe(5)
    const other = await running({ 'storage.a.yaml': secretYaml('s') })
    const uid = (await other.api('storage.a').get('/api/v1/namespaces/kube-system')).body.metadata.uid
    expect(uid).not.toBe(first.system.metadata.uid)
  })

  test.each([
    ['apiVersion: v1\nkind: Secret\nmetadata: { name: s }\n', 'management: Secret s has no namespace'],
    [
      'apiVersion: v1\nkind: Node\nmetadata: { name: n, namespace: x }\n',
      'Node n is cluster-wide, but has the namespace x',
    ],
  ])('%j does not match its kind', async (text, message) => {
    await expect(running({ 'management.yaml': text })).rejects.toThrow(message)
  })

  test('keep their uid and resourceVersion', async () => {
    const text = 'apiVersion: v1\nkind: Namespace\nmetadata: { name: kube-system, uid: 5f0c, resourceVersion: "77" }\n'
    const { metadata } = (
      await (await running({ 'management.yaml': text })).api('management').get('/api/v1/namespaces/kube-system')
    ).body
    expect(metadata).toMatchObject({ uid: '5f0c', resourceVersion: '77' })
  })
})
