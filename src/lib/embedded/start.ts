// SPDX-License-Identifier: Apache-2.0
import type { RoleName } from '../model/landscape/role.ts'
import { startControllers } from './controllers/index.ts'
import { makeCertificate } from './http/certificate.ts'
import { type ClusterServer, serveCluster } from './http/server.ts'
import { type AccessRule, MASTERS } from './http/users.ts'
import { type FleetFolder, type FleetMember, loadFleetFolder } from './scenario/fleet-folder.ts'
import { renderKubeconfig } from './scenario/kubeconfig.ts'
import { fillKubeconfigs } from './scenario/kubeconfig-secrets.ts'
import { playTimeline, realTempo, type Tempo } from './scenario/timeline.ts'
import { type ClusterState, createClusterState } from './storage/cluster-state.ts'

export interface EmbeddedFleetOptions {
  /** Simulate K-ORC, External Secrets and Jobs, so that writes have an effect. Default: nothing changes by itself. */
  readonly controllers?: boolean
  /**
   * 'still' (default without controllers): the clock always shows the fleet's `now`, so that ages in golden files never
   * change. 'running': it starts there and advances with real time.
   */
  readonly clock?: 'still' | 'running'
  /** Drives a running clock and the timeline. Default: real time. */
  readonly tempo?: Tempo
}

/** A running embedded cluster. */
export interface EmbeddedCluster {
  readonly key: string
  readonly roles: readonly RoleName[]
  readonly url: string
  /** PEM */
  readonly ca: string
  /** Token of a cluster admin. */
  readonly token: string
  /** Has one context, named after the key. */
  readonly kubeconfig: string
  /** Adds a user with only these permissions and returns their token. */
  addUser(name: string, rules: readonly AccessRule[], groups?: readonly string[]): string
  /** Discards all history: older pages and watches get 410 Gone. */
  compact(): void
  /** Appends to the log of a container; `log` is NAMESPACE/POD/CONTAINER. */
  say(log: string, text: string): void
  /** Restarts a container's log; the Pod's status does not change. */
  restart(log: string): void
  /** Closes every connection. */
  disconnect(): void
}

export interface EmbeddedFleet {
  readonly clusters: readonly EmbeddedCluster[]
  /** The clock all ages are computed from. */
  readonly now: Date
  /** The current time of that clock in milliseconds since 1970. */
  time(): number
  /** All clusters in one kubeconfig, one context per key, the first one current. */
  readonly kubeconfig: string
  close(): Promise<void>
}

/** The user of the demo. */
const ADMIN = 'demo-admin'

/** Read-only on everything but Secrets, like Gardener's viewer. */
export const VIEWER_RULES: readonly AccessRule[] = [
  { verbs: ['get', 'list', 'watch'], groups: ['*'], resources: ['*'], except: ['secrets'] },
]

/** Starts every cluster of a fleet folder on its own loopback port. Throws BAD_FLEET if the folder is invalid. */
export async function startFleet(
  folder: string | FleetFolder,
  options: EmbeddedFleetOptions = {},
): Promise<EmbeddedFleet> {
  const [fleet, certificate] = await Promise.all([
    typeof folder === 'string' ? loadFleetFolder(folder) : folder,
    makeCertificate(),
  ])
  const tempo = options.tempo ?? realTempo
  const started = tempo.now()
  const clock = options.clock ?? (options.controllers === true ? 'running' : 'still')
  const now = clock === 'running' ? () => fleet.now + tempo.now() - started : () => fleet.now
  const servers: ClusterServer[] = []
  const states: ClusterState[] = []
  const clusters: EmbeddedCluster[] = []
  let stopControllers = () => {}
  let stopTimeline = () => {}
  const close = async () => {
    stopControllers()
    stopTimeline()
    await Promise.all(servers.map((server) => server.close()))
  }
  const viewerKubeconfig = (shoot: string) => {
    // A Shoot has the name of the pool, or REGION-ROLE.
    const found = clusters.find(({ roles }) =>
      roles.some(({ role, name }) => name === shoot || `${name}-${role}` === shoot),
    )
    if (found === undefined) return undefined
    const { url, ca } = found
    return renderKubeconfig([{ context: `${shoot}-viewer`, url, ca, token: found.addUser('viewer', VIEWER_RULES) }])
  }
  try {
    for (const [index, member] of fleet.members.entries()) {
      const state = createClusterState(member, now, viewerKubeconfig)
      states.push(state)
      const server = member.rules.unreachable ? undefined : await serveCluster(state, certificate)
      if (server !== undefined) servers.push(server)
      clusters.push(clusterOf(member, state, server ?? unreachableServer(index), certificate.cert))
    }
  } catch (error) {
    await close()
    throw error
  }
  for (const { store } of states)
    fillKubeconfigs(store, (key) => clusters.find((cluster) => cluster.key === key)?.kubeconfig)
  if (options.controllers === true) stopControllers = startControllers(states)
  if (clock === 'running') stopTimeline = playTimeline(states, fleet.timeline ?? [], tempo)
  const kubeconfig = renderKubeconfig(clusters.map(({ key, url, ca, token }) => ({ context: key, url, ca, token })))
  return { clusters, now: new Date(fleet.now), time: now, kubeconfig, close }
}

function clusterOf(
  member: FleetMember,
  state: ClusterState,
  { url, disconnect }: Pick<ClusterServer, 'url' | 'disconnect'>,
  ca: string,
): EmbeddedCluster {
  const { key, roles } = member
  const token = state.users.add(ADMIN, [MASTERS], [])
  return {
    key,
    roles,
    url,
    ca,
    token,
    kubeconfig: renderKubeconfig([{ context: key, url, ca, token }]),
    addUser: (name, rules, groups = []) => state.users.add(name, groups, rules),
    compact: () => state.store.compact(),
    say: (log, text) => state.logs.append(log, text, new Date(state.now()).toISOString()),
    restart: (log) => state.logs.restart(log),
    disconnect,
  }
}

/** A port that refuses connections: low ports are reserved, so no other process opens one meanwhile. */
const unreachableServer = (index: number) => ({ url: `https://127.0.0.1:${index + 2}`, disconnect: () => {} })
