// SPDX-License-Identifier: Apache-2.0
import type { Command } from '@oclif/core/command'

type Loader = () => Promise<{ default: Command.Class }>

/** Every command by its id, loaded only when it runs. A test compares this with the files of src/commands. */
export const COMMANDS: Readonly<Record<string, Loader>> = {
  apply: () => import('../../commands/apply.ts'),
  'ceph-secrets': () => import('../../commands/ceph-secrets/index.ts'),
  'ceph-secrets:sync': () => import('../../commands/ceph-secrets/sync.ts'),
  'ceph-secrets:verify': () => import('../../commands/ceph-secrets/verify.ts'),
  check: () => import('../../commands/check.ts'),
  completion: () => import('../../commands/completion.ts'),
  contexts: () => import('../../commands/contexts/index.ts'),
  'contexts:check': () => import('../../commands/contexts/check.ts'),
  'contexts:discover': () => import('../../commands/contexts/discover.ts'),
  'contexts:use': () => import('../../commands/contexts/use.ts'),
  credentials: () => import('../../commands/credentials.ts'),
  demo: () => import('../../commands/demo/index.ts'),
  'demo:serve': () => import('../../commands/demo/serve.ts'),
  events: () => import('../../commands/events.ts'),
  explain: () => import('../../commands/explain.ts'),
  gitops: () => import('../../commands/gitops/index.ts'),
  'gitops:owner': () => import('../../commands/gitops/owner.ts'),
  hypervisors: () => import('../../commands/hypervisors/index.ts'),
  'hypervisors:show': () => import('../../commands/hypervisors/show.ts'),
  journal: () => import('../../commands/journal.ts'),
  korc: () => import('../../commands/korc/index.ts'),
  'korc:import-bootstrap': () => import('../../commands/korc/import-bootstrap.ts'),
  'korc:verify': () => import('../../commands/korc/verify.ts'),
  pools: () => import('../../commands/pools/index.ts'),
  'pools:capacity': () => import('../../commands/pools/capacity.ts'),
  'pools:impact': () => import('../../commands/pools/impact.ts'),
  'pools:show': () => import('../../commands/pools/show.ts'),
  schema: () => import('../../commands/schema.ts'),
  status: () => import('../../commands/status.ts'),
  'tempest:compare': () => import('../../commands/tempest/compare.ts'),
  'tempest:history': () => import('../../commands/tempest/history.ts'),
  'tempest:results': () => import('../../commands/tempest/results.ts'),
  tree: () => import('../../commands/tree.ts'),
  version: () => import('../../commands/version.ts'),
  wait: () => import('../../commands/wait.ts'),
  why: () => import('../../commands/why.ts'),
}
