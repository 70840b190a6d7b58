// SPDX-License-Identifier: Apache-2.0
// Every read command with exactly the roles that `rbac` prints, on a real API server: its output equals that of an
// admin. Without some rules, it names exactly those that are missing.
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { COMMANDS } from '../../src/lib/cli/oclif/registry.ts'
import { KINDS } from '../../src/lib/kinds/index.ts'
import { kindName } from '../../src/lib/model/graph/kind.ts'
import { neededResource, type Permission, type PermissionPurpose } from '../../src/lib/model/landscape/permission.ts'
import { COMMAND_PERMISSIONS, watchedNeeds } from '../../src/lib/topics/rbac/command-permissions.ts'
import { type Api, connect, type Json } from '../contract/api.ts'
import { type Asked, askedIn } from '../harness/requests.ts'
import { ROOT, runCli, words } from '../harness/run-cli.ts'
import { tempFolder } from '../harness/temp-folder.ts'
import { kubeconfig } from '../writes/world.ts'
import { type Lab, type LabServer, startLab } from './cluster.ts'
import { grant, granted, resourceOf, resourcesIn, rolesFor, without } from './granting.ts'
import { defineKinds, pour } from './poured.ts'
import { ELSEWHERE, LINES, PRIVATE } from './rbac-lines.ts'

let lab: Lab
let server: LabServer
let admin: Api
let namespaces: readonly string[]
let home: string

beforeAll(async () => {
  lab = await startLab(['all'])
  server = lab.servers[0]!
  const login = { url: server.url, ca: server.ca, token: server.tokens.admin }
  admin = connect(login)
  await defineKinds(admin)
  namespaces = await pour(admin, join(ROOT, 'test', 'modes', 'tenant'), kubeconfig(login))
  const roles = [
    'management',
    'control-plane=eu-de-1',
    'hypervisor=hv-pool-a',
    'storage=st-pool-a',
    'arbiter',
    'garden',
  ]
  const clusters = [{ roles, kubeconfig: server.kubeconfig, context: 'admin@all' }]
  home = tempFolder({ 'config.yaml': JSON.stringify({ current: 'lab', profiles: { lab: { clusters } } }) })
})
afterAll(() => lab?.stop())

const PLURALS = new Map(KINDS.map((kind) => [kindName(kind), resourceOf(kind.group, kind.plural)]))

/** For kinds without a list: ReplicaSet.apps */
const pluralOf = (kind: string) => PLURALS.get(kind) ?? kind.toLowerCase().replace(/^\w+/, '$&s')

interface Answer {
  readonly code: number
  readonly report: Json
  /** The resources that the output reports as forbidden. */
  readonly named: readonly string[]
  readonly denied: readonly Asked[]
  readonly asked: readonly Asked[]
}

/** Runs a line as a user; without a user, as an admin. */
async function ask(line: string, user?: string): Promise<Answer> {
  const who = user === undefined ? [] : ['--as', user]
  const env = { C5C3_CONFIG: join(home, 'config.yaml') }
  const { code, stdout, stderr } = await runCli([...words(line), ...who, '-o', 'json', '--debug'], { env, home })
  const report = JSON.parse(stdout)
  const gaps = (report.completeness?.gaps ?? []).filter(({ fault }: Json) => fault === 'forbidden')
  const hints = [report.error?.message ?? '', ...(report.error?.hints ?? [])].join('\n')
  const forbidden = [...hints.matchAll(/forbidden: (?:list|get) ([^\s/]+)/g)].map(([, resource = '']) => resource)
  const seen = gaps.map(({ kind, message }: Json) => (/ pods\/log\b/.test(message) ? 'pods/log' : pluralOf(kind)))
  const no = stderr.split('\n').filter((text) => / 403 \d+ bytes/.test(text))
  const [denied, asked] = [askedIn(no.join('\n')), askedIn(stderr)]
  return { code, report, named: [...new Set([...seen, ...forbidden])].sort(), denied, asked }
}

const nameOf = ({ group, resource }: Asked) => resourceOf(group, resource)

const covers = ({ group, resource, verbs, where }: Permission, asked: Asked) =>
  group === asked.group &&
  resource === asked.resource &&
  verbs.includes(asked.verb) &&
  (typeof where === 'string' || where.namespace === asked.namespace)

const needsOf = (id: string, part?: PermissionPurpose) =>
  (COMMAND_PERMISSIONS[id]?.needs ?? []).filter((need) => need.part === part)

/** Permissions that only --tenant and similar flags use: without them the result is complete too. */
function scopeOf(id: string): ReadonlySet<string> {
  const needed = new Set(needsOf(id).map(neededResource))
  return new Set(
    needsOf(id, 'scope')
      .map(neededResource)
      .filter((each) => !needed.has(each)),
  )
}

/** Resources that are read only around unhealthy objects: an answer is the same without them, but explains less. */
function evidenceOf(id: string): ReadonlySet<string> {
  const needed = new Set(needsOf(id).map(neededResource))
  return new Set(
    needsOf(id, 'evidence')
      .map(neededResource)
      .filter((each) => !needed.has(each)),
  )
}

/** The roles leave out Secrets that only explain something. */
const ungranted = (id: string): readonly string[] => [...evidenceOf(id)].filter((each) => each === 'secrets')

test('every command that sends requests is covered', () => {
  const asking = Object.keys(COMMANDS).filter(
    (id) => (COMMAND_PERMISSIONS[id]?.needs.length ?? 0) > 0 && !COMMAND_PERMISSIONS[id]?.writes,
  )
  expect(asking.filter((id) => !LINES[id] && !ELSEWHERE.includes(id))).toEqual([])
})

describe.each(Object.entries(LINES))('%s', (id, { line, also, narrow, subject = [], extra = [] }) => {
  const user = (what: string) => `${id.replaceAll(':', '-')}-${what}`
  /** The resources removed together. */
  let parts: readonly (readonly string[])[]

  beforeAll(async () => {
    const roles = await rolesFor(id.replaceAll(':', ' '))
    const all = resourcesIn(roles)
    const rest = all.filter((each) => !subject.includes(each) && !PRIVATE.includes(each))
    const hidden = all.filter((each) => PRIVATE.includes(each))
    parts = [
      rest.filter((_, i) => i % 2 === 0),
      rest.filter((_, i) => i % 2 === 1),
      hidden.filter((each) => each !== 'pods'),
      hidden.filter((each) => each === 'pods'),
    ].filter((part) => part.length > 0)
    await grant(admin, user('all'), roles, namespaces)
    for (const [i, part] of parts.entries())
      await grant(admin, user(`part-${i}`), without(roles, new Set(part)), namespaces)
    for (const [i, one] of subject.entries())
      await grant(admin, user(`one-${i}`), without(roles, new Set([one])), namespaces)
    await granted(admin)
  })

  test('with exactly its roles it prints the output of an admin', async () => {
    const [mine, theirs] = await Promise.all([ask(line, user('all')), ask(line)])
    const left = ungranted(id)
    expect(mine.named.filter((each) => !left.includes(each))).toEqual([])
    expect(mine.report.verdict).toEqual(theirs.report.verdict)
    if (mine.named.some((each) => left.includes(each))) expect([theirs.code, 3]).toContain(mine.code)
    else expect([mine.code, mine.report.completeness]).toEqual([theirs.code, theirs.report.completeness])
    const optional = [
      ...needsOf(id, 'discovery'),
      ...needsOf(id, 'evidence').filter((need) => left.includes(neededResource(need))),
    ]
    expect(mine.denied.filter((asked) => !optional.some((need) => covers(need, asked)))).toEqual([])
  })

  test.skipIf(narrow)('without some of its rules it is incomplete, and names exactly those', async () => {
    const [scope, evidence] = [scopeOf(id), evidenceOf(id)]
    const answers = await Promise.all(
      parts.map((_, i) => Promise.all([line, ...(also ? [also] : [])].map((each) => ask(each, user(`part-${i}`))))),
    )
    for (const [i, part] of parts.entries()) {
      const all = answers[i] ?? []
      const named = [...new Set(all.flatMap((answer) => answer.named))].sort()
      const silent = part.filter((each) => scope.has(each) || extra.includes(each))
      const loud = part.filter((each) => !silent.includes(each))
      expect(named.filter((each) => !evidence.has(each))).toEqual(loud.filter((each) => !evidence.has(each)).sort())
      expect(named.filter((each) => !part.includes(each) && !ungranted(id).includes(each))).toEqual([])
      const denied = new Set(all.flatMap((answer) => answer.denied.map(nameOf)))
      expect(silent.filter((each) => !denied.has(each))).toEqual([])
      if (loud.some((each) => !evidence.has(each))) for (const { code } of all) expect([1, 3, 6]).toContain(code)
    }
  })

  test.skipIf(!narrow)('without any one of its permissions it is incomplete, and names it', async () => {
    const { asked } = await ask(line, user('all'))
    const roles = await rolesFor(id.replaceAll(':', ' '))
    const scope = scopeOf(id)
    const inUse = new Set(asked.map(nameOf))
    const needed = resourcesIn(roles).filter((each) => inUse.has(each) && !scope.has(each) && each !== 'namespaces')
    expect(needed).toEqual(expect.arrayContaining(['jobs.batch', 'pods']))
    for (const [i, each] of needed.entries())
      await grant(admin, user(`lacks-${i}`), without(roles, new Set([each])), namespaces)
    await granted(admin)
    const answers = await Promise.all(needed.map((_, i) => ask(line, user(`lacks-${i}`))))
    for (const [i, { code, named, denied }] of answers.entries()) {
      expect([needed[i], denied.map(nameOf)]).toEqual([needed[i], expect.arrayContaining([needed[i]])])
      if (extra.includes(needed[i] ?? '')) continue
      expect([needed[i], named]).toEqual([needed[i], expect.arrayContaining([needed[i]])])
      expect([1, 3, 7]).toContain(code)
    }
  })

  test.skipIf(subject.length === 0)('without access to its subject it fails with the reason', async () => {
    const answers = await Promise.all(subject.map((_, i) => ask(line, user(`one-${i}`))))
    for (const [i, { code, named, report }] of answers.entries()) {
      expect([subject[i], named]).toEqual([subject[i], expect.arrayContaining([subject[i]])])
      // A command that finds its subject another way reports that not everything was read.
      if (code === 0) expect(report.completeness.complete).toBe(false)
      else expect([1, 3, 7]).toContain(code)
    }
  })
})

describe('commands that only open clusters', () => {
  const LISTS = ['contexts', 'version']

  test('with exactly its roles it identifies the clusters; without them it says that it cannot', async () => {
    for (const line of LISTS) await grant(admin, `opens-${line}`, await rolesFor(line), namespaces)
    await granted(admin)
    for (const line of LISTS) {
      const [mine, theirs] = await Promise.all([ask(line, `opens-${line}`), ask(line)])
      expect([line, mine.code, mine.report.completeness]).toEqual([line, theirs.code, theirs.report.completeness])
      const optional = needsOf(line, 'discovery')
      expect(mine.denied.filter((asked) => !optional.some((need) => covers(need, asked)))).toEqual([])
    }
    const { body } = await admin.get('/api/v1/namespaces/kube-system')
    const uidOf = ({ report }: Answer) => report.clusters.map(({ uid }: Json) => uid)
    expect(uidOf(await ask('contexts', 'opens-contexts'))).toEqual([body.metadata.uid])
    const nobody = await ask('contexts', 'opens-nothing')
    expect(uidOf(nobody)).toEqual([undefined])
    expect(nobody.denied.map(nameOf)).toContain('namespaces')
  })

  test('self reviews need no role', async () => {
    const { code, report } = await ask('rbac --check --for status', 'opens-nothing')
    const asked = report.clusters.flatMap(({ permissions }: Json) => permissions)
    expect([code, report.completeness.complete, asked.length > 50]).toEqual([1, true, true])
    expect(asked.filter(({ allowed }: Json) => allowed)).toEqual([])
  })
})

describe('-w', () => {
  const watchers = Object.keys(LINES).filter((id) => watchedNeeds(id) !== undefined)
  const NOT_WATCHED = /may not be watched: .*/g

  /** What it reports about kinds that it may only list. */
  async function listed(id: string, user: string): Promise<readonly string[]> {
    const line = [...words(LINES[id]?.line ?? ''), '-w', '--duration', '1s', '--as', user]
    const { stdout, stderr } = await runCli(line, { env: { C5C3_CONFIG: join(home, 'config.yaml') }, home })
    return `${stdout}\n${stderr}`.match(NOT_WATCHED) ?? []
  }

  test('exists for some commands', () => {
    expect(watchers).toEqual(expect.arrayContaining(['status', 'tree', 'check', 'tempest:results']))
  })

  test.each(watchers)(
    '%s watches everything with the roles of rbac --watch, and without the verb reports what it lists instead',
    async (id) => {
      const user = `${id.replaceAll(':', '-')}-watch`
      const roles = await rolesFor(id.replaceAll(':', ' '), '--watch')
      await grant(admin, user, roles, namespaces)
      await grant(admin, `${user}-not`, without(roles, new Set(resourcesIn(roles)), ['watch']), namespaces)
      await granted(admin)
      expect(await listed(id, user)).toEqual([])
      expect((await listed(id, `${user}-not`)).join('\n')).toContain('may not be watched')
    },
  )
})

test('completion offers names to a user with exactly its roles', async () => {
  const offered = async (user: string) => {
    const clusters = [{ roles: ['management'], kubeconfig: server.kubeconfig, context: `${user}@all` }]
    const own = tempFolder({ 'config.yaml': JSON.stringify({ current: 'lab', profiles: { lab: { clusters } } }) })
    const env = { C5C3_CONFIG: join(own, 'config.yaml') }
    return (await runCli(['__complete', 'status', 'customer-'], { env, home: own })).stdout
  }
  await grant(admin, 'alice', await rolesFor('completion'), namespaces)
  await granted(admin)
  expect(await offered('alice')).toContain('customer-a-prod')
  expect(await offered('nobody')).not.toContain('customer-a-prod')
})
