// SPDX-License-Identifier: Apache-2.0
// Opened candidates for tests of merging and classification, without a network.
import type { ClusterConfig } from '../../../src/lib/cluster/config.ts'
import type { ClusterClient, Served } from '../../../src/lib/cluster/types.ts'
import type { Candidate, OriginType } from '../../../src/lib/fleet/candidate.ts'
import type { OpenedCandidate } from '../../../src/lib/fleet/open.ts'
import type { RoleName } from '../../../src/lib/model/landscape/role.ts'

/** Discovery of these resources, given as plural.group. */
export function serving(...resources: string[]): Served {
  const known = new Set(resources)
  return {
    resources: [],
    failedGroups: new Map(),
    versionsOf: (group, plural) =>
      known.has(`${plural}.${group}`)
        ? [{ group, plural, version: 'v1', kind: plural, namespaced: true, verbs: ['list'] }]
        : [],
  }
}

export const SERVES = {
  management: serving('openstackclusters.c5c3.io'),
  'control-plane': serving('controlplanes.c5c3.io'),
  hypervisor: serving('hypervisors.kvm.cloud.sap'),
  storage: serving('cephclusters.ceph.rook.io'),
  nothing: serving('deployments.apps'),
} as const

export interface Way {
  readonly origin?: OriginType
  readonly roles?: readonly RoleName[]
  readonly server?: string
  /** Absent: the cluster does not answer. */
  readonly uid?: string
  readonly serves?: Served
  readonly certain?: boolean
  readonly pinned?: string
  /** The reason why the candidate was not tried. */
  readonly refused?: string
}

export interface FakeWay extends OpenedCandidate {
  readonly closed: () => boolean
}

/** An opened candidate. It answered if it has a uid or serves something. */
export function way(name: string, options: Way = {}): FakeWay {
  let closed = false
  const origin = options.origin ?? 'context'
  const server = options.server ?? `https://${name}.test`
  const config: ClusterConfig = { context: name, source: 'test', server, insecureSkipTlsVerify: false, auth: {} }
  const candidate: Candidate = {
    name,
    roles: options.roles ?? [],
    origin: { type: origin, text: `${origin} ${name}` },
    certain: options.certain ?? origin !== 'context',
    ...(options.refused ? { refused: options.refused } : { config }),
    ...(options.pinned ? { pinnedUid: options.pinned } : {}),
  }
  const client = {
    config,
    close: () => {
      closed = true
    },
  } as ClusterClient
  const answers = options.uid !== undefined || options.serves !== undefined
  return {
    candidate,
    closed: () => closed,
    ...(answers
      ? { client, served: options.serves ?? SERVES.nothing, version: 'v1.36.3' }
      : { failure: { fault: 'unreachable', message: options.refused ?? 'unreachable (ECONNREFUSED)' } }),
    ...(options.uid ? { uid: options.uid } : {}),
  }
}
