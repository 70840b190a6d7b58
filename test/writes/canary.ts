// SPDX-License-Identifier: Apache-2.0
// Every write command with every fault at its reads and writes: its output and files contain nothing of the Secrets it
// reads, it never ends with a bug of its own, and another run completes.
import { randomBytes } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { json, type Misdeed } from '../faults/server.ts'
import { expectNoLeak } from '../harness/canary.ts'
import { tempFolder } from '../harness/temp-folder.ts'
import { type ApiProxy, startApiProxy } from './proxy.ts'
import { base64, cephxKey, namespace, type World } from './world.ts'

const KORC = 'openstack.k-orc.cloud'

/** What import-bootstrap writes, in addition to the kinds of the world. */
export const KORC_KINDS = ['Domain', 'Project', 'Role', 'User', 'Service', 'Endpoint'].map(
  (kind) => [KORC, 'v1alpha1', kind, `${kind.toLowerCase()}s`, true] as const,
)

interface Case {
  readonly argv: readonly string[]
  /** Whether a request reads secret data. */
  reads(path: string): boolean
  /** Whether a request writes, including dry runs. */
  writes(method: string, path: string): boolean
  /** How many objects were created; another run must not create them again. */
  made(): Promise<number>
}

/** Responses of a server that have nothing to do with the request and repeat all it knows. */
function faultsWith(secrets: readonly string[]): Readonly<Record<string, Misdeed>> {
  const text = secrets.flatMap((secret) => [secret, base64(secret)]).join(' ')
  const cause = { reason: 'FieldValueInvalid', field: `data[${text}]`, message: text }
  const says = (code: number, reason: string): Misdeed => ({
    type: 'reply',
    ...json(
      {
        kind: 'Status',
        apiVersion: 'v1',
        metadata: {},
        status: 'Failure',
        reason,
        message: text,
        details: { name: text, causes: [cause] },
        code,
      },
      code,
    ),
  })
  return {
    'is cut before the answer': { type: 'reset' },
    'is cut in the answer': { type: 'reset', bytes: 60 },
    'is answered by half': { type: 'truncate', how: 'text' },
    'is answered late': { type: 'delay', ms: 50 },
    'is answered 400 with what it was sent': says(400, 'BadRequest'),
    'is answered 403 with what it was sent': says(403, 'Forbidden'),
    'is answered 409 with what it was sent': says(409, 'Conflict'),
    'is answered 422 with what it was sent': says(422, 'Invalid'),
    'is answered 500 with what it was sent': says(500, 'InternalError'),
    'is answered by a page that quotes it': {
      type: 'reply',
      status: 200,
      headers: { 'content-type': 'text/html' },
      body: `<html>${text}</html>`,
    },
    'is answered by something else that holds it': {
      type: 'reply',
      ...json({
        kind: 'Thing',
        apiVersion: 'v1',
        metadata: { name: text, uid: text },
        data: { [text]: text },
        items: text,
      }),
    },
  }
}

const FORMATS = ['table', 'json', 'yaml', 'jsonl', 'wide', 'name'] as const
const COMMANDS = ['ceph-secrets sync', 'korc import-bootstrap', 'tempest run'] as const

export function describeCanary(getWorld: () => World): void {
  describe('canary', () => {
    let world: World
    let control: ApiProxy
    let storage: ApiProxy
    const password = `canary-${randomBytes(12).toString('base64')}`
    beforeAll(async () => {
      world = getWorld()
      world.planted.add(password)
      control = await startApiProxy(world.clusters.control)
      storage = await startApiProxy(world.clusters.storage)
    })
    afterAll(async () => {
      await control?.close()
      await storage?.close()
    })
    beforeEach(() => {
      for (const proxy of [control, storage])
        Object.assign(proxy, { match: () => undefined, repeat: () => false, dead: false, before: () => {} })
    })

    const place = async (): Promise<string> => {
      const name = `canary-${randomBytes(4).toString('hex')}`
      await world.make(world.control, '/api/v1/namespaces', namespace(name))
      return name
    }
    const syncCase = async (): Promise<Case> => {
      const tenant = await world.tenant({ key: cephxKey() })
      return {
        argv: ['ceph-secrets', 'sync', tenant.name],
        reads: (path) => /\/secrets(\/|$)/.test(path),
        writes: (method, path) => method === 'PATCH' && path === world.path(tenant),
        made: async () => ((await world.copied(tenant)) === tenant.key ? 1 : 0),
      }
    }
    const korcCase = async (): Promise<Case> => {
      const ns = await place()
      await world.make(world.control, `/apis/c5c3.io/v1alpha1/namespaces/${ns}/controlplanes`, {
        apiVersion: 'c5c3.io/v1alpha1',
        kind: 'ControlPlane',
        metadata: { name: 'plane', namespace: ns },
        spec: { korc: { enabled: true, bootstrapResources: ['projects'] } },
      })
      await world.make(world.control, `/api/v1/namespaces/${ns}/secrets`, {
        apiVersion: 'v1',
        kind: 'Secret',
        metadata: { name: 'k-orc-clouds-yaml', namespace: ns },
        data: { 'clouds.yaml': base64(`clouds: { openstack: { auth: { password: "${password}" } } }`) },
      })
      const path = `/apis/${KORC}/v1alpha1/namespaces/${ns}`
      return {
        argv: ['korc', 'import-bootstrap', `${ns}/plane`],
        reads: (where) => where === `/api/v1/namespaces/${ns}/secrets/k-orc-clouds-yaml`,
        // Its writes contain no secret that a server could repeat.
        writes: () => false,
        made: async () => ((await world.control.get(`${path}/projects`)).body.items.length === 2 ? 1 : 0),
      }
    }
    const tempestCase = async (): Promise<Case> => {
      const ns = await place()
      const env = [{ name: 'OS_PASSWORD', value: password }]
      const pod = { restartPolicy: 'Never', containers: [{ name: 'tempest', image: 'x', env }] }
      await world.make(world.control, `/apis/batch/v1/namespaces/${ns}/cronjobs`, {
        apiVersion: 'batch/v1',
        kind: 'CronJob',
        metadata: { name: 'tempest', namespace: ns },
        spec: { schedule: '0 2 * * *', jobTemplate: { spec: { template: { spec: pod } } } },
      })
      const jobs = `/apis/batch/v1/namespaces/${ns}/jobs`
      return {
        argv: ['tempest', 'run', ns],
        reads: (path) => path === `/apis/batch/v1/namespaces/${ns}/cronjobs/tempest`,
        writes: (method, path) => method === 'POST' && path === jobs,
        made: async () => (await world.control.get(jobs)).body.items.length,
      }
    }
    const cases: Readonly<Record<(typeof COMMANDS)[number], () => Promise<Case>>> = {
      'ceph-secrets sync': syncCase,
      'korc import-bootstrap': korcCase,
      'tempest run': tempestCase,
    }

    /** world.run checks stdout, stderr and every file left behind. */
    const run = (argv: readonly string[], home = tempFolder()) =>
      world.run([...argv, '--yes', '--no-wait', '--debug'], { control, storage, home })
    const names = Object.keys(faultsWith([]))
    let turn = 0
    const format = () => FORMATS[turn++ % FORMATS.length] ?? 'table'

    test.each(COMMANDS.flatMap((command) => names.map((fault) => [command, fault] as const)))(
      '%s: a request %s',
      async (command, fault) => {
        for (const [at, nth] of [
          ['reads', 1],
          ['reads', 2],
          ['writes', 1],
          ['writes', 2],
        ] as const) {
          const one = await cases[command]()
          const misdeed = faultsWith([...world.planted].slice(-3))[fault]
          let hits = 0
          const match: ApiProxy['match'] = (method, path) => {
            const hit = at === 'reads' ? method === 'GET' && one.reads(path) : one.writes(method, path)
            return hit && ++hits === nth ? misdeed : undefined
          }
          Object.assign(control, { match })
          Object.assign(storage, { match })
          const ran = await run([...one.argv, '-o', format()])
          const what = `${command}, ${at} ${nth}, exit ${ran.code}`
          expect([0, 3, 4, 5, 7], `${what}\n${ran.stderr}`).toContain(ran.code)
          expect(await one.made(), what).toBeLessThanOrEqual(1)
          Object.assign(control, { match: () => undefined })
          Object.assign(storage, { match: () => undefined })
          const more = command === 'tempest run' && (await one.made()) === 1
          // A run that was started is not started again.
          expect((await run(one.argv)).code, what).toBe(more ? 4 : 0)
          expect(await one.made(), what).toBe(1)
        }
      },
    )

    test.each(COMMANDS)('%s: a saved plan and its apply', async (command) => {
      const one = await cases[command]()
      const home = tempFolder()
      expect((await run([...one.argv, '--plan-out', 'it.plan'], home)).code).toBe(0)
      expect((await run(['apply', 'it.plan', '-o', 'yaml'], home)).code).toBe(0)
      expect(await one.made()).toBe(1)
    })

    test.each(COMMANDS)('%s: a bug of our own while it writes', async (command) => {
      const one = await cases[command]()
      const home = tempFolder()
      const stamp = vi.spyOn(Date.prototype, 'toISOString').mockImplementation(() => {
        throw new Error(`${[...world.planted].join(' ')}`)
      })
      try {
        expect((await run(one.argv, home)).code).toBe(70)
      } finally {
        stamp.mockRestore()
      }
      const folder = join(home, '.cache', 'kubectl-c5c3')
      const reports = readdirSync(folder).filter((name) => name.startsWith('report-'))
      expect(reports).toHaveLength(1)
      for (const name of reports) expectNoLeak(readFileSync(join(folder, name), 'utf8'), world.planted, name)
    })
  })
}
