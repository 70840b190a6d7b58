// SPDX-License-Identifier: Apache-2.0
// Cluster discovery without a profile, with the real command on clusters that refer to each other.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { discoveryFleet, TRAPS } from '../../harness/discovery-fleet.ts'
import { expectGolden, expectGoldenJson } from '../../harness/golden.ts'
import { kubeconfigFor, type Landscape, startLandscape } from '../../harness/landscape.ts'
import { type Ran, runCli, type World, words } from '../../harness/run-cli.ts'
import { expectValid } from '../../harness/schemas.ts'
import { tempFolder } from '../../harness/temp-folder.ts'
import { watchTokens } from '../../harness/tokens.ts'

interface Row {
  readonly name: string
  readonly roles: readonly { readonly role: string; readonly name: string }[]
  readonly reachable: boolean
  readonly origins: readonly string[]
  readonly uid?: string
  readonly failure?: { readonly fault: string; readonly message: string }
}

const tokens = watchTokens()
let landscape: Landscape
/** The contexts of the user: the management cluster, the garden cluster and an unrelated cluster. */
let world: World
const ran: Ran[] = []

beforeAll(async () => {
  landscape = await startLandscape(discoveryFleet())
  world = worldOf(landscape, ['management', 'garden', 'arbiter'])
})

const worldOf = (from: Landscape, contexts: readonly string[]): World => ({
  now: from.now,
  home: tempFolder({ '.kube/config': kubeconfigFor(from, contexts) }),
})

async function contexts(
  line = 'contexts -o json',
  where = world,
): Promise<{ rows: Map<string, Row>; notes: string[]; code: number }> {
  const result = await runCli(words(line), where)
  ran.push(result)
  const document = JSON.parse(result.stdout) as { clusters: Row[]; notes: string[] }
  return { rows: new Map(document.clusters.map((row) => [row.name, row])), notes: document.notes, code: result.code }
}

describe('discovered clusters', () => {
  it.each([
    ['management', ['current context']],
    ['storage/st-pool-a', ['ProviderConfig st-pool-a']],
    ['hypervisor/hv-pool-a', ['ProviderConfig hv-pool-a']],
    ['control-plane/eu-de-1', ['Flux Secret flux-system/eu-de-1-kubeconfig']],
    ['control-plane/us-east-1', ['registration us-east-1']],
    ['hypervisor/hv-pool-b', ['garden Shoot garden-c5c3/hv-pool-b']],
    ['garden', ['context garden']],
  ])('%s, with its origin', async (name, origins) => {
    const { rows } = await contexts()
    expect(rows.get(name)).toMatchObject({ reachable: true, origins })
  })

  it('the identity of the provider itself is the management cluster, not another one', async () => {
    const { rows, notes } = await contexts()
    expect(
      [...rows.values()]
        .flatMap(({ origins }) => origins)
        .concat(notes)
        .join(),
    ).not.toContain('ProviderConfig own')
  })

  it('a Secret without the label is no registration', async () => {
    const { rows } = await contexts()
    expect([...rows.values()].flatMap(({ origins }) => origins)).not.toContain('registration not-labelled')
  })

  it('a context without CobaltCore APIs is a note, not a cluster', async () => {
    const { rows, notes } = await contexts()
    expect([...rows.keys()]).not.toContain('arbiter')
    expect(notes).toContain('context arbiter: serves nothing of CobaltCore')
  })
})

describe('rejected clusters are listed with the reason', () => {
  it.each(Object.entries(TRAPS))('%s', async (name, { refusal }) => {
    const { rows, code } = await contexts()
    const row = rows.get(`unknown/${name}`)
    expect(row).toMatchObject({ reachable: false, origins: [`ProviderConfig ${name}`] })
    expect(row?.failure?.message).toContain(refusal)
    expect(code).toBe(3)
  })

  it.each([
    ['unknown/gone', 'Secret crossplane-system/gone: '],
    ['unknown/wrong-key', 'has no kubeconfig under kubeconfig, value'],
    ['unknown/environment', 'its credentials (source Environment) cannot be read from outside'],
    ['storage/st-pool-z', 'no API server of shoot st-pool-z is known'],
  ])('%s: %s', async (name, message) => {
    const { rows } = await contexts()
    expect(rows.get(name)?.failure?.message).toContain(message)
  })
})

describe('one cluster with several origins', () => {
  it('is one cluster, opened by the best origin, and lists all origins', async () => {
    const where = worldOf(landscape, ['management', 'storage.st-pool-a'])
    const { rows } = await contexts('contexts -o json', where)
    expect(rows.get('storage/st-pool-a')).toMatchObject({
      context: 'storage.st-pool-a',
      origins: ['context storage.st-pool-a', 'ProviderConfig st-pool-a'],
    })
    expect([...rows.values()].filter(({ uid }) => uid === rows.get('storage/st-pool-a')?.uid)).toHaveLength(1)
  })

  it('keeps a name given by a flag', async () => {
    const where = worldOf(landscape, ['management', 'storage.st-pool-a'])
    const { rows } = await contexts('contexts -o json --storage-context fast=storage.st-pool-a', where)
    expect(rows.get('storage/fast')?.origins).toEqual(['--storage-context', 'ProviderConfig st-pool-a'])
    expect(rows.has('storage/st-pool-a')).toBe(false)
  })
})

describe('contexts discover', () => {
  it('--dry-run prints a profile and writes nothing', async () => {
    const where = { ...world, home: tempFolder({ '.kube/config': kubeconfigFor(landscape, ['management', 'garden']) }) }
    const { stdout, home } = await expectGolden('contexts-discover/dry-run', 'contexts discover --dry-run', where)
    expect(() => readFileSync(join(home, '.config/c5c3/config.yaml'))).toThrow('ENOENT')
    expect(stdout).not.toContain(landscape.clusters[0]?.token)
  })

  it('-o json and -o yaml print the same data, and nothing else', async () => {
    const where = { ...world, home: tempFolder({ '.kube/config': kubeconfigFor(landscape, ['management', 'garden']) }) }
    const { stdout } = await expectGoldenJson('contexts-discover/dry-run', 'contexts discover --dry-run', where)
    const document = JSON.parse(stdout)
    expectValid(document, 'contexts discover')
    const yaml = await runCli(words('contexts discover --dry-run -o yaml'), where)
    expect({ ...yaml, stdout: parse(yaml.stdout) }).toMatchObject({ code: 3, stderr: '', stdout: document })
    const written = await runCli(words('contexts discover -o json --allow-incomplete'), where)
    expect(written).toMatchObject({ code: 0, stderr: '' })
    expect(JSON.parse(written.stdout)).toMatchObject({ written: true, exitCode: 0, clusters: document.clusters })
    const config = parse(readFileSync(join(where.home, '.config/c5c3/config.yaml'), 'utf8'))
    expect(config.profiles.default.clusters).toEqual(document.clusters)
  })

  it('writes a profile that opens the same clusters, with pinned identities', async () => {
    const home = tempFolder({ '.kube/config': kubeconfigFor(landscape, ['management', 'garden']) })
    const written = await runCli(words('contexts discover --name prod'), { ...world, home })
    ran.push(written)
    expect(written.stderr).toMatch(/wrote profile "prod" with \d+ clusters to /)
    const { rows } = await contexts('contexts -o json', { ...world, home })
    const live = [...rows.values()].filter(({ reachable }) => reachable)
    expect(live.map(({ name }) => name).sort()).toEqual([
      'control-plane/eu-de-1',
      'control-plane/us-east-1',
      'garden',
      'hypervisor/hv-pool-a',
      'hypervisor/hv-pool-b',
      'management',
      'storage/st-pool-a',
    ])
    for (const row of live) expect(row).toMatchObject({ pinnedUid: row.uid })
  })

  it('asks before it replaces a profile, keeps the others, and can be declined', async () => {
    const config = 'current: stage # mine\nprofiles:\n  stage: { clusters: [{ roles: [management], context: x }] }\n'
    const home = tempFolder({
      '.kube/config': kubeconfigFor(landscape, ['management']),
      '.config/c5c3/config.yaml': config,
    })
    const line = words('contexts discover --name stage --kubeconfig .kube/config')
    const read = () => readFileSync(join(home, '.config/c5c3/config.yaml'), 'utf8')

    const refused = await runCli(line, { ...world, home, tty: true, answers: ['n'] })
    expect(refused.code).toBe(4)
    expect(refused.asked).toEqual([`replace profile "stage" in ${home}/.config/c5c3/config.yaml? [y/N] `])
    expect(read()).toBe(config)

    const other = await runCli(words('contexts discover --name prod --kubeconfig .kube/config'), { ...world, home })
    expect(other.asked).toEqual([])
    expect(read()).toContain('stage: { clusters: [ { roles: [ management ], context: x } ] }')
    expect(read()).toMatch(/^current: prod/)

    const replaced = await runCli(line, { ...world, home, tty: true, answers: ['yes'] })
    expect(replaced.code).toBe(3)
    expect(read()).not.toContain('context: x')
  })

  it('contexts use makes another profile current and keeps comments', async () => {
    const config =
      '# ours\ncurrent: a\nprofiles:\n  a: { clusters: [{ roles: [management], context: x }] }\n  b: { clusters: [{ roles: [management], context: y }] }\n'
    const home = tempFolder({ '.config/c5c3/config.yaml': config })
    const { code, stderr } = await runCli(words('contexts use b'), { home })
    expect({ code, stderr }).toEqual({
      code: 0,
      stderr: `profile "b" (1 clusters) is now current in ${home}/.config/c5c3/config.yaml\n`,
    })
    expect(readFileSync(join(home, '.config/c5c3/config.yaml'), 'utf8')).toMatch(/^# ours\ncurrent: b\n/)
  })
})

describe('without permission to read Secrets', () => {
  it('each cluster is listed with the reason, and none is silently left out', async () => {
    const withoutSecrets = await startLandscape(discoveryFleet({ management: { forbidden: ['secrets'] } }))
    const { rows, notes, code } = await contexts('contexts -o json', worldOf(withoutSecrets, ['management']))
    expect(rows.get('unknown/st-pool-a')?.failure?.message).toContain('Secret crossplane-system/st-pool-a: ')
    expect(rows.get('unknown/eu-de-1')?.failure?.message).toContain('Secret flux-system/eu-de-1-kubeconfig: ')
    expect(notes.join('\n')).toContain('registered clusters were not looked for: ')
    expect(code).toBe(3)
  })
})

describe('goldens', () => {
  it('contexts shows discovered clusters with their origins', async () => {
    const where = {
      ...world,
      home: tempFolder({ '.kube/config': kubeconfigFor(landscape, ['management', 'garden', 'arbiter']) }),
    }
    await expectGolden('contexts/discovered', 'contexts', where)
    await expectGoldenJson('contexts/discovered', 'contexts', where)
    ran.push(await runCli(words('contexts check -o json'), where))
    ran.push(await runCli(words('contexts check --debug'), where))
  })
})

describe('secrets', () => {
  it('no cluster received a token of another one', () => {
    const used = tokens.clusters.filter(({ seen }) => seen.size > 0)
    expect(used.length).toBeGreaterThanOrEqual(7)
    for (const { issued, seen } of used) expect([...seen].filter((token) => !issued.has(token))).toEqual([])
  })

  it('no token and no Secret value was printed, in any encoding', () => {
    const output = ran.map(({ stdout, stderr }) => stdout + stderr).join('\n')
    expect(output.length).toBeGreaterThan(10_000)
    for (const value of [...tokens.all, 'canary-password']) {
      const forms = [value, ...[0, 1, 2].map((n) => inBase64(value, n)), Buffer.from(value).toString('hex')]
      for (const form of forms) expect(output).not.toContain(form)
    }
  })
})

/** The middle of the base64 of the value at offset n: the part that does not depend on its surroundings. */
function inBase64(value: string, n: number): string {
  const encoded = Buffer.from(`${'\0'.repeat(n)}${value}`)
    .toString('base64')
    .replace(/=+$/, '')
  return encoded.slice(n === 0 ? 0 : 4, -4)
}
