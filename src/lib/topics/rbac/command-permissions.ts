// SPDX-License-Identifier: Apache-2.0
// The requests each command makes to clusters. A test runs the commands and compares this with their real requests.
import { CHECKS } from '../../checks/index.ts'
import { controlPlane } from '../../kinds/c5c3-operator/control-plane.ts'
import { hypervisorCluster } from '../../kinds/claims/hypervisor-cluster.ts'
import { openStackCluster } from '../../kinds/claims/openstack-cluster.ts'
import { storageCluster } from '../../kinds/claims/storage-cluster.ts'
import { externalSecret } from '../../kinds/external-secrets/external-secret.ts'
import { pushSecret } from '../../kinds/external-secrets/push-secret.ts'
import { KINDS } from '../../kinds/index.ts'
import { cronJob } from '../../kinds/kubernetes/cron-job.ts'
import { customResourceDefinition } from '../../kinds/kubernetes/custom-resource-definition.ts'
import { event } from '../../kinds/kubernetes/event.ts'
import { job } from '../../kinds/kubernetes/job.ts'
import { namespace } from '../../kinds/kubernetes/namespace.ts'
import { node } from '../../kinds/kubernetes/node.ts'
import { pod } from '../../kinds/kubernetes/pod.ts'
import { tempest } from '../../kinds/openstack/tempest.ts'
import type { KindSpec } from '../../model/graph/kind.ts'
import type { CommandPermissions, Permission } from '../../model/landscape/permission.ts'
import type { Role } from '../../model/landscape/role.ts'
import { onDemandInputs } from '../../pipeline/check-inputs.ts'
import { POD_KINDS } from '../../pipeline/workload-pods.ts'
import { CEPH_KINDS } from '../ceph-secrets/kinds.ts'
import { CEPH_SYNC_KINDS } from '../ceph-secrets/read.ts'
import { credentialKinds } from '../credentials/kinds.ts'
import { WORKLOAD_KINDS } from '../events/kinds.ts'
import { FLUX_KINDS, GITOPS_KINDS } from '../gitops/kinds.ts'
import { HYPERVISOR_KINDS, podsOn } from '../hypervisors/kinds.ts'
import { BOOTSTRAP_KIND_SPECS } from '../korc/import-planner.ts'
import { KORC_LIST_KINDS, VERIFY_KINDS } from '../korc/kinds.ts'
import { LOG_KINDS, WORKLOADS } from '../logs/kinds.ts'
import { OPERATOR_KINDS } from '../operators/kinds.ts'
import { REPORT_KINDS } from '../report/kinds.ts'
import { TUI_KINDS } from '../tui/kinds.ts'
import { VALIDATE_KINDS } from '../validate/validate.ts'
import { BY_REFERENCE, inNamespaces, OPEN_FLEET, readPermissions, SCOPE, SCOPE_KINDS } from './shared-permissions.ts'

const DEFAULT_KINDS = KINDS.filter(({ onDemand }) => !onDemand)
/** Kinds that are read only when the user names an object of one. */
const NAMED = readPermissions(
  KINDS.filter(({ onDemand }) => onDemand),
  'named',
)

const SECRETS = { group: '', plural: 'secrets' }
const CONTROL: readonly Role[] = ['control-plane']
const CONSUMERS: readonly Role[] = ['control-plane', 'hypervisor']

const at = (kind: KindSpec, roles: readonly Role[]): KindSpec => ({ ...kind, roles })

/**
 * What explains something unhealthy, read only around it: without it, the answer still names every unhealthy object. The
 * roles of `rbac` leave out Secrets for commands that only explain with them.
 */
const EVIDENCE: readonly Permission[] = [
  ...readPermissions(onDemandInputs(CHECKS), 'evidence'),
  ...POD_KINDS.map((kind) =>
    inNamespaces(kind, ['list'], { part: 'evidence', why: 'why the Pods of an unhealthy workload do not start' }),
  ),
]

/** A command that reads everything, and some more kinds. */
const overview = (also: readonly KindSpec[] = [], more: readonly Permission[] = []): CommandPermissions => ({
  needs: [...readPermissions([...DEFAULT_KINDS, ...also]), ...more, ...EVIDENCE, ...OPEN_FLEET],
  unlisted: true,
})

/** A command that reads only some kinds. */
const view = (
  kinds: readonly KindSpec[],
  more: readonly Permission[] = [],
  scope: readonly Permission[] = SCOPE,
): CommandPermissions => ({
  needs: [...readPermissions(kinds), ...more, ...scope, ...OPEN_FLEET],
})

/** Adds watch to what is listed. */
const withWatch = ({ needs, ...rest }: CommandPermissions): CommandPermissions => ({
  ...rest,
  needs: needs.map((need) =>
    (need.where === 'everywhere' && need.part === undefined) || need.part === 'evidence' ? withWatchVerb(need) : need,
  ),
})

const OPENS_FLEET: CommandPermissions = { needs: OPEN_FLEET }
const NO_PERMISSIONS: CommandPermissions = { needs: [] }

const CEPH_SYNC: CommandPermissions = {
  writes: true,
  needs: [
    ...readPermissions(CEPH_SYNC_KINDS),
    inNamespaces({ ...SECRETS, roles: ['storage'] }, ['get', 'list'], {
      why: 'keys of Ceph clients, to copy; without list they are read by name, at most 50 in a namespace',
    }),
    inNamespaces({ ...SECRETS, roles: CONSUMERS }, ['get', 'list', 'create', 'patch'], {
      why: 'where keys are copied to; without list they are read by name, at most 50 in a namespace',
    }),
    inNamespaces(at(pushSecret, ['storage']), ['get', 'patch'], { why: 'an annotation makes it push now' }),
    inNamespaces(at(externalSecret, CONSUMERS), ['get', 'patch'], { why: 'an annotation makes it sync now' }),
    ...OPEN_FLEET,
  ],
}

const KORC_IMPORT: CommandPermissions = {
  writes: true,
  needs: [
    ...readPermissions([controlPlane, ...BOOTSTRAP_KIND_SPECS].map((kind) => at(kind, CONTROL))),
    ...BOOTSTRAP_KIND_SPECS.map((kind) => inNamespaces(at(kind, CONTROL), ['get', 'create', 'patch'])),
    inNamespaces({ ...SECRETS, roles: CONTROL }, ['get'], {
      why: 'whether the clouds.yaml of the control plane is there',
    }),
    ...OPEN_FLEET,
  ],
}

const RUN_LOGS: readonly Permission[] = [
  inNamespaces(at(pod, CONTROL), ['list'], { why: 'the Pod of a test run' }),
  inNamespaces({ ...pod, plural: 'pods/log', roles: CONTROL }, ['get'], { why: 'what a test run printed' }),
]
const TEMPEST = view([tempest, at(cronJob, CONTROL), at(job, CONTROL)], RUN_LOGS)
const FOLLOWED_RUN: readonly Permission[] = [pod, job].map((kind) =>
  inNamespaces(at(kind, CONTROL), ['list', 'watch'], { why: 'a run and its Pod, while it is followed' }),
)
const TEMPEST_RUN: CommandPermissions = {
  writes: true,
  needs: [
    ...TEMPEST.needs,
    inNamespaces(at(cronJob, CONTROL), ['get'], { why: 'the template of a run' }),
    inNamespaces(at(job, CONTROL), ['get', 'create'], { why: 'a run; by POST, so no name can limit it' }),
    ...FOLLOWED_RUN,
  ],
}

const DEFINITIONS: Permission = {
  roles: ['management'],
  group: customResourceDefinition.group,
  resource: customResourceDefinition.plural,
  verbs: ['get'],
  where: 'everywhere',
  why: 'schemas of kinds in the files that no XRD defines',
}

const POD_LOG = { ...pod, plural: 'pods/log' }
/** The Pods of an object, including those created while following, and their logs. */
const LOGS: readonly Permission[] = [
  ...LOG_KINDS.map((kind) =>
    inNamespaces(kind, ['list', 'watch'], { why: 'what stands behind an object, as it comes and goes' }),
  ),
  {
    roles: ['hypervisor'],
    group: '',
    resource: 'pods',
    verbs: ['list', 'watch'],
    where: 'everywhere',
    why: 'the agents on a node',
  },
  inNamespaces(POD_LOG, ['get'], { why: 'what Pods print: whoever may read it sees all they say' }),
]

/** By command ID. */
export const COMMAND_PERMISSIONS: Readonly<Record<string, CommandPermissions>> = {
  apply: { writes: true, needs: [...CEPH_SYNC.needs, ...KORC_IMPORT.needs, ...TEMPEST_RUN.needs] },
  'ceph-secrets': view(CEPH_KINDS),
  'ceph-secrets:sync': CEPH_SYNC,
  'ceph-secrets:verify': view(CEPH_KINDS),
  changes: overview(WORKLOAD_KINDS, NAMED),
  check: overview(onDemandInputs(CHECKS)),
  completion: {
    needs: readPermissions([
      openStackCluster,
      controlPlane,
      hypervisorCluster,
      storageCluster,
      node,
      at(namespace, ['management']),
    ]),
  },
  contexts: OPENS_FLEET,
  'contexts:check': OPENS_FLEET,
  'contexts:discover': OPENS_FLEET,
  'contexts:profiles': NO_PERMISSIONS,
  'contexts:use': NO_PERMISSIONS,
  credentials: view([...credentialKinds(false), ...credentialKinds(true)]),
  demo: NO_PERMISSIONS,
  'demo:serve': NO_PERMISSIONS,
  events: overview([event, ...WORKLOAD_KINDS], NAMED),
  explain: NO_PERMISSIONS,
  gitops: view(GITOPS_KINDS, [], SCOPE_KINDS),
  'gitops:owner': overview(FLUX_KINDS, NAMED),
  hypervisors: view(HYPERVISOR_KINDS, [], SCOPE_KINDS),
  'hypervisors:show': view([...HYPERVISOR_KINDS, podsOn('')], [], []),
  journal: NO_PERMISSIONS,
  korc: view(KORC_LIST_KINDS),
  'korc:import-bootstrap': KORC_IMPORT,
  'korc:verify': view(VERIFY_KINDS),
  kubectl: OPENS_FLEET,
  logs: overview(WORKLOADS, [...NAMED, ...LOGS]),
  operators: view(OPERATOR_KINDS),
  pools: overview(),
  'pools:capacity': overview(),
  'pools:impact': overview(),
  'pools:show': overview(),
  rbac: OPENS_FLEET,
  report: overview(REPORT_KINDS),
  schema: NO_PERMISSIONS,
  status: overview(),
  'tempest:compare': TEMPEST,
  'tempest:history': TEMPEST,
  'tempest:logs': { needs: [...TEMPEST.needs, ...FOLLOWED_RUN] },
  'tempest:results': TEMPEST,
  'tempest:run': TEMPEST_RUN,
  tree: overview(),
  tui: withWatch(overview(TUI_KINDS)),
  validate: view(VALIDATE_KINDS, [DEFINITIONS], []),
  version: OPENS_FLEET,
  wait: withWatch(overview([], NAMED)),
  why: overview(onDemandInputs(CHECKS)),
}

/** Commands that have -w. A test compares this with their flags. */
const WATCH_COMMANDS: ReadonlySet<string> = new Set([
  'ceph-secrets',
  'check',
  'credentials',
  'events',
  'gitops',
  'hypervisors',
  'korc',
  'pools',
  'status',
  'tempest:results',
  'tree',
])

/** The permissions of a command with -w: what it lists, it also watches. Undefined without -w. */
export function watchedNeeds(id: string): CommandPermissions | undefined {
  const known = COMMAND_PERMISSIONS[id]
  if (!known || !WATCH_COMMANDS.has(id)) return undefined
  return { ...known, needs: known.needs.map((need) => (isWatched(need) ? withWatchVerb(need) : need)) }
}

/** Discovery and by-name reads happen only once. */
const isWatched = ({ verbs, where, part, why }: Permission) =>
  verbs.includes('list') &&
  (part === undefined || part === 'scope' || part === 'evidence') &&
  (where === 'everywhere' || (where === 'namespaces' && (part === 'evidence' || why === BY_REFERENCE)))

function withWatchVerb(need: Permission): Permission {
  return { ...need, verbs: [...new Set([...need.verbs, 'watch'])] }
}
