// SPDX-License-Identifier: Apache-2.0
// What each command asks of clusters. A test runs the commands and compares this with what they really ask.
import { CHECKS } from '../checks/index.ts'
import { controlPlane } from '../kinds/control-plane.ts'
import { cronJob } from '../kinds/cron-job.ts'
import { event } from '../kinds/event.ts'
import { externalSecret } from '../kinds/external-secret.ts'
import { hypervisorCluster } from '../kinds/hypervisor-cluster.ts'
import { KINDS } from '../kinds/index.ts'
import { job } from '../kinds/job.ts'
import { namespace } from '../kinds/namespace.ts'
import { node } from '../kinds/node.ts'
import { openStackCluster } from '../kinds/openstack-cluster.ts'
import { pod } from '../kinds/pod.ts'
import { pushSecret } from '../kinds/push-secret.ts'
import { storageCluster } from '../kinds/storage-cluster.ts'
import { tempest } from '../kinds/tempest.ts'
import type { KindSpec } from '../model/kind.ts'
import type { CommandNeeds, Need } from '../model/need.ts'
import type { Role } from '../model/role.ts'
import { CEPH_SYNC_KINDS } from './ceph-landscape.ts'
import { CEPH_KINDS } from './ceph-view-kinds.ts'
import { credentialKinds } from './credential-kinds.ts'
import { FLUX_KINDS, GITOPS_KINDS } from './gitops-kinds.ts'
import { HYPERVISOR_KINDS, podsOn } from './hypervisor-kinds.ts'
import { demandedKinds } from './inspect.ts'
import { KORC_KINDS, VERIFY_KINDS } from './korc-kinds.ts'
import { BOOTSTRAP_KINDS } from './korc-planner.ts'
import { inNamespaces, OPENING, reads, SCOPE } from './need-parts.ts'
import { BEHIND } from './news-kinds.ts'
import { OPERATOR_KINDS } from './operator-kinds.ts'
import { POOL_KINDS } from './pool-kinds.ts'
import { VALIDATE_KINDS } from './validate.ts'

const USUAL = KINDS.filter(({ onDemand }) => !onDemand)
/** Kinds that are read when somebody names an object of one. */
const NAMED = reads(
  KINDS.filter(({ onDemand }) => onDemand),
  'named',
)

const SECRETS = { group: '', plural: 'secrets' }
const CONTROL: readonly Role[] = ['control-plane']
const CONSUMERS: readonly Role[] = ['control-plane', 'hypervisor']

const at = (kind: KindSpec, roles: readonly Role[]): KindSpec => ({ ...kind, roles })

/** A command that looks at everything, and at some kinds besides. */
const overview = (also: readonly KindSpec[] = [], more: readonly Need[] = []): CommandNeeds => ({
  needs: [...reads([...USUAL, ...also]), ...more, ...OPENING],
  unlisted: true,
})

/** A command that looks at some kinds alone. */
const view = (kinds: readonly KindSpec[], more: readonly Need[] = []): CommandNeeds => ({
  needs: [...reads(kinds), ...more, ...SCOPE, ...OPENING],
})

/** What is listed is followed, too; some more is only looked at. */
const watching = ({ needs, ...rest }: CommandNeeds, more: readonly Need[]): CommandNeeds => ({
  ...rest,
  needs: [
    ...needs.map((need) =>
      need.where === 'everywhere' && need.part === undefined ? { ...need, verbs: [...need.verbs, 'watch'] } : need,
    ),
    ...more,
  ],
})

const OPENS: CommandNeeds = { needs: OPENING }
const NOTHING: CommandNeeds = { needs: [] }

const CEPH_SYNC: CommandNeeds = {
  writes: true,
  needs: [
    ...reads(CEPH_SYNC_KINDS),
    inNamespaces({ ...SECRETS, roles: ['storage'] }, ['get', 'list'], {
      why: 'keys of Ceph clients, to copy; without list they are read by name, at most 50 in a namespace',
    }),
    inNamespaces({ ...SECRETS, roles: CONSUMERS }, ['get', 'list', 'create', 'patch'], {
      why: 'where keys are copied to; without list they are read by name, at most 50 in a namespace',
    }),
    inNamespaces(at(pushSecret, ['storage']), ['get', 'patch'], { why: 'an annotation makes it push now' }),
    inNamespaces(at(externalSecret, CONSUMERS), ['get', 'patch'], { why: 'an annotation makes it sync now' }),
    ...OPENING,
  ],
}

const KORC_IMPORT: CommandNeeds = {
  writes: true,
  needs: [
    ...reads([controlPlane, ...BOOTSTRAP_KINDS].map((kind) => at(kind, CONTROL))),
    ...BOOTSTRAP_KINDS.map((kind) => inNamespaces(at(kind, CONTROL), ['get', 'create', 'patch'])),
    inNamespaces({ ...SECRETS, roles: CONTROL }, ['get'], {
      why: 'whether the clouds.yaml of the control plane is there',
    }),
    ...OPENING,
  ],
}

const RUN_LOGS: readonly Need[] = [
  inNamespaces(at(pod, CONTROL), ['list'], { why: 'the Pod of a test run' }),
  inNamespaces({ ...pod, plural: 'pods/log', roles: CONTROL }, ['get'], { why: 'what a test run printed' }),
]
const TEMPEST = view([tempest, at(cronJob, CONTROL), at(job, CONTROL)], RUN_LOGS)

/** By the id of the command. */
export const NEEDS: Readonly<Record<string, CommandNeeds>> = {
  apply: { writes: true, needs: [...CEPH_SYNC.needs, ...KORC_IMPORT.needs] },
  'ceph-secrets': view(CEPH_KINDS),
  'ceph-secrets:sync': CEPH_SYNC,
  'ceph-secrets:verify': view(CEPH_KINDS),
  changes: overview(BEHIND, NAMED),
  check: overview(demandedKinds(CHECKS)),
  completion: {
    needs: reads([
      openStackCluster,
      controlPlane,
      hypervisorCluster,
      storageCluster,
      node,
      at(namespace, ['management']),
    ]),
  },
  contexts: OPENS,
  'contexts:check': OPENS,
  'contexts:discover': OPENS,
  'contexts:use': NOTHING,
  credentials: view([...credentialKinds(false), ...credentialKinds(true)]),
  demo: NOTHING,
  'demo:serve': NOTHING,
  events: overview([event, ...BEHIND], NAMED),
  explain: NOTHING,
  gitops: view(GITOPS_KINDS),
  'gitops:owner': overview(FLUX_KINDS, NAMED),
  hypervisors: view(HYPERVISOR_KINDS),
  'hypervisors:show': view([...HYPERVISOR_KINDS, podsOn('')]),
  journal: NOTHING,
  korc: view(KORC_KINDS),
  'korc:import-bootstrap': KORC_IMPORT,
  'korc:verify': view(VERIFY_KINDS),
  operators: view(OPERATOR_KINDS),
  pools: overview(POOL_KINDS),
  'pools:capacity': overview(POOL_KINDS),
  'pools:impact': overview(POOL_KINDS),
  'pools:show': overview(POOL_KINDS),
  rbac: OPENS,
  schema: NOTHING,
  status: overview(),
  'tempest:compare': TEMPEST,
  'tempest:history': TEMPEST,
  'tempest:results': TEMPEST,
  tree: overview(),
  validate: view(VALIDATE_KINDS),
  version: OPENS,
  wait: watching(overview([], NAMED), reads(demandedKinds(CHECKS))),
  why: overview(demandedKinds(CHECKS)),
}
