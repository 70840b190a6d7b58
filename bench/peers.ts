// SPDX-License-Identifier: Apache-2.0
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { stringify } from 'yaml'
import { loadFleetFolder } from '../src/lib/embedded/scenario/fleet-folder.ts'
import { renderKubeconfig } from '../src/lib/embedded/scenario/kubeconfig.ts'
import { servedOf } from './fixtures/definitions.ts'
import { buildPrograms, type Programs } from './fixtures/programs.ts'
import { type RealClusters, startReal } from './fixtures/real-clusters.ts'
import { startDelay } from './fixtures/start.ts'
import { interleave, type Sample, type Timed } from './interleave.ts'
import { type Measured, median, spread } from './measured.ts'
import { type PeerName, peerProgram } from './peers/build.ts'

const FLEET = fileURLToPath(new URL('../fleets/healthy', import.meta.url))
const CLUSTERS = ['management', 'control-plane.eu-de-1', 'hypervisor.hv-pool-a', 'storage.st-pool-a']
const ROUNDS = Number(process.env['ROUNDS'] ?? 15)
const ROUND_TRIPS = [0, 20]
/** Peers to skip if they cannot be built: WITHOUT=flux,kube-lineage. */
const WITHOUT = new Set((process.env['WITHOUT'] ?? '').split(','))
/** Maximum own time of completion in ms, in addition to that of the cluster. */
const COMPLETION = 150

/** One comparison: our command, the other one, and the maximum ratio of our time to theirs, per round trip in ms. */
interface Duel {
  readonly what: string
  readonly ours: string
  readonly theirs: string
  readonly most?: Readonly<Record<number, number>>
}

/** Comparisons without a cluster run once, those with clusters once per round trip. */
const STARTS: readonly Duel[] = [
  {
    what: 'version --client, executable : kubectl version --client',
    ours: 'version',
    theirs: 'kubectl version',
    most: { 0: 1 },
  },
  { what: 'version --client, npm package : node -e 0', ours: 'npm version', theirs: 'node -e 0', most: { 0: 2.1 } },
]
const DUELS: readonly Duel[] = [
  {
    what: 'contexts check of one cluster : kubectl get --raw',
    ours: 'contexts check',
    theirs: 'get --raw',
    most: { 0: 1.8, 20: 1.35 },
  },
  { what: 'contexts of one cluster : kubectl get --raw', ours: 'contexts', theirs: 'get --raw' },
  { what: 'tree of one claim : crossplane beta trace', ours: 'tree', theirs: 'trace', most: { 0: 2.8, 20: 1 } },
  { what: 'tree of one claim : kube-lineage', ours: 'tree', theirs: 'lineage', most: { 0: 0.9, 20: 0.75 } },
  {
    what: 'status of 4 clusters : kubectl get, one per cluster and kind, in parallel',
    ours: 'status',
    theirs: 'gets',
  },
  {
    what: 'status of 4 clusters : kubectl get of all kinds, one per cluster, in parallel',
    ours: 'status',
    theirs: 'four gets',
    most: { 0: 0.6, 20: 0.4 },
  },
  { what: 'gitops of one cluster : flux get all -A', ours: 'gitops', theirs: 'flux', most: { 0: 0.8, 20: 0.3 } },
]

/** Start-up and common queries compared with today's tools, on real API servers. */
export async function peers(): Promise<Measured[]> {
  const programs = await buildPrograms()
  using _ = programs
  await using real = await startReal(FLEET, CLUSTERS)
  const rows: Measured[] = []
  for (const roundTrip of ROUND_TRIPS) {
    const direct = real.clusters.map(({ server }) => Number(new URL(server.url).port))
    await using delay = await startDelay({ roundTrip, ports: direct })
    const ports = roundTrip === 0 ? direct : delay.ports
    await real.moveTo(ports)
    const commands = await commandsFor(programs, real, ports, roundTrip)
    const known = Object.entries(commands).filter((entry): entry is [string, Timed] => entry[1] !== undefined)
    const names = known.map(([name]) => name)
    const taken = interleave(
      known.map(([, command]) => command),
      ROUNDS,
      2,
    )
    const samples = Object.fromEntries(names.map((name, i) => [name, taken[i] ?? []]))
    const duels = roundTrip === 0 ? [...STARTS, ...DUELS] : DUELS
    rows.push(...duels.map((duel) => measured(duel, samples, STARTS.includes(duel) ? undefined : roundTrip)))
    rows.push(...reported(samples, roundTrip))
  }
  return rows
}

function measured(
  { what, ours, theirs, ...duel }: Duel,
  samples: Record<string, Sample[]>,
  roundTrip?: number,
): Measured {
  const most = duel.most?.[roundTrip ?? 0]
  const [mine, other] = [ms(samples[ours]), ms(samples[theirs])]
  const title = roundTrip === undefined ? what : `${what}, ${roundTrip} ms`
  if (other.length === 0) return { what: title, value: '–', target: '', detail: `${theirs} could not be had here` }
  const ratio = median(mine) / median(other)
  const rounds = mine.map((wall, i) => wall / (other[i] ?? Number.NaN))
  const cpu = (name: string) => median((samples[name] ?? []).map((sample) => sample.cpu))
  return {
    what: title,
    value: `${ratio.toFixed(2)}×`,
    target: most === undefined ? '' : `≤ ${most}×`,
    ...(most === undefined ? {} : { met: ratio <= most }),
    detail: `${spread(mine, 'ms', 0)} against ${spread(other, 'ms', 0)}; round by round ${spread(rounds, '×')}; processor time ${(cpu(ours) / cpu(theirs)).toFixed(2)}×; n=${mine.length}`,
  }
}

/** Additional values: completion, and all commands as multiples of kubectl version. */
function reported(samples: Record<string, Sample[]>, roundTrip: number): Measured[] {
  const base = median(ms(samples['kubectl version']))
  const others = Object.entries(samples).filter(([name]) => name !== 'kubectl version')
  const [flag, name, cluster] = ['completion', 'live completion', 'get --raw'].map((each) => ms(samples[each]))
  const own = median(name ?? []) - median(cluster ?? [])
  return [
    {
      what: `completion in a cold shell: a flag, ${roundTrip} ms`,
      value: `${median(flag ?? []).toFixed(0)} ms`,
      target: `≤ ${COMPLETION} ms`,
      met: median(flag ?? []) <= COMPLETION,
      detail: spread(flag ?? [], 'ms', 0),
    },
    {
      what: `completion in a cold shell: a claim's name, without kubectl get --raw, ${roundTrip} ms`,
      value: `${own.toFixed(0)} ms`,
      target: `≤ ${COMPLETION} ms`,
      met: own <= COMPLETION,
      detail: `${spread(name ?? [], 'ms', 0)} against ${spread(cluster ?? [], 'ms', 0)}`,
    },
    {
      what: `all of them in kubectl version --client, ${roundTrip} ms`,
      value: `${base.toFixed(0)} ms`,
      target: '',
      detail: others.map(([each, taken]) => `${each} ${(median(ms(taken)) / base).toFixed(2)}×`).join(', '),
    },
  ]
}

const ms = (samples: readonly Sample[] = []) => samples.map(({ wall }) => wall * 1000)

/** Every command by a short name; all have the same home with their own caches, warm after the first rounds. */
async function commandsFor(
  { executable, script, folder }: Programs,
  real: RealClusters,
  ports: readonly number[],
  roundTrip: number,
): Promise<Record<string, Timed | undefined>> {
  const home = join(folder, `home-${roundTrip}`)
  mkdirSync(home)
  const files = real.clusters.map(({ server: { name, ca, tokens } }, i) => {
    const file = join(home, `${name}.kubeconfig`)
    const login = { context: name, url: `https://127.0.0.1:${ports[i]}`, ca, token: tokens.admin }
    writeFileSync(file, renderKubeconfig([login]), { mode: 0o600 })
    return file
  })
  const config = join(home, 'config.yaml')
  const members = real.clusters.map(({ role, server }, i) => ({
    roles: [role],
    kubeconfig: files[i],
    context: server.name,
  }))
  const profiles = { four: { clusters: members }, one: { clusters: members.slice(0, 1) } }
  // Without YAML aliases, as users write it.
  writeFileSync(config, stringify({ current: 'four', profiles }, { aliasDuplicateObjects: false }))
  const env = { HOME: home, C5C3_CONFIG: config, KUBECONFIG: files[0] ?? '' }
  // Exit 1 and 3: by the current time some data of the demo is stale, and one cluster sees only itself.
  const ours = (...args: string[]): Timed => ({ argv: [executable, ...args], env, codes: [0, 1, 3] })
  const theirs = (name: PeerName, ...args: string[]): Timed | undefined => {
    if (WITHOUT.has(name)) return undefined
    return { argv: [peerProgram(name), ...args], env }
  }
  const kinds = await kindsPerCluster()
  return {
    'kubectl version': theirs('kubectl', 'version', '--client'),
    version: ours('version', '--client'),
    'node -e 0': { argv: [process.execPath, '-e', '0'], env },
    'npm version': { argv: [process.execPath, script, 'version', '--client'], env },
    completion: ours('__complete', 'status', '--col'),
    'live completion': ours('__complete', 'status', '--profile', 'one', 'customer-'),
    'get --raw': theirs('kubectl', 'get', '--raw', '/api/v1/namespaces'),
    contexts: ours('contexts', '--profile', 'one'),
    'contexts check': ours('contexts', 'check', '--profile', 'one'),
    trace: theirs(
      'crossplane',
      'beta',
      'trace',
      'openstackclusters.c5c3.io',
      'customer-a-prod',
      '-n',
      'tenant-customer-a',
    ),
    lineage: theirs('kube-lineage', 'openstackclusters.c5c3.io', 'customer-a-prod', '-n', 'tenant-customer-a'),
    tree: ours('tree', 'customer-a-prod', '--profile', 'one'),
    gets: inParallel(
      env,
      files.flatMap((file, i) => (kinds[i] ?? []).map((kind) => [file, kind] as const)),
    ),
    'four gets': inParallel(
      env,
      files.map((file, i) => [file, (kinds[i] ?? []).join(',')] as const),
    ),
    status: ours('status'),
    flux: theirs('flux', 'get', 'all', '-A'),
    gitops: ours('gitops', '--profile', 'one'),
  }
}

/** The kinds a user would pass to kubectl: every kind with an object, except for Secrets and Events. */
async function kindsPerCluster(): Promise<string[][]> {
  const { members } = await loadFleetFolder(FLEET)
  return CLUSTERS.map((key) => {
    const objects = members.find((member) => member.key === key)?.objects ?? []
    const listed = objects.filter(({ kind }) => !/^(Secret|Event|ConfigMap)$|WebhookConfiguration$/.test(kind))
    return [...new Set(listed.map(servedOf).map(({ plural, group }) => (group === '' ? plural : `${plural}.${group}`)))]
  })
}

function inParallel(env: Readonly<Record<string, string>>, gets: readonly (readonly [string, string])[]): Timed {
  const kubectl = peerProgram('kubectl')
  const lines = gets.map(([file, kinds]) => `"${kubectl}" --kubeconfig="${file}" get ${kinds} -A >/dev/null 2>&1 &`)
  return { argv: ['sh', '-c', [...lines, 'wait'].join('\n')], env }
}
