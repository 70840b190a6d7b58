// SPDX-License-Identifier: Apache-2.0

import type { Graph } from '../../model/graph/graph.ts'
import type { Scope } from '../../model/landscape/scope.ts'
import type { Snapshot } from '../../model/landscape/snapshot.ts'
import { C5c3Error } from '../../model/report/errors.ts'
import { safeLine } from '../../model/text/sanitize.ts'
import { unreadOf } from '../../reports/shared/unread-candidates.ts'
import { suitesNamed, type TempestSuite, tempestSuites } from '../../reports/tempest/suites.ts'

/** The named suite, or the only one. Throws for none and for several. */
export function oneSuite(
  name: string | undefined,
  { graph, scope, snapshot }: { readonly graph: Graph; readonly scope: Scope; readonly snapshot: Snapshot },
): TempestSuite {
  const all = tempestSuites(graph, scope, snapshot)
  const named = name === undefined ? all : suitesNamed(name, all, graph, snapshot)
  // A manually created Job is a run, but cannot start another one.
  const startable = named.filter(({ node }) => node.kind !== 'Job')
  const matching = startable.length > 0 ? startable : named
  const [first, ...others] = matching
  if (first && others.length === 0) return first
  if (first)
    throw new C5c3Error(
      name === undefined ? 'USAGE' : 'AMBIGUOUS',
      'usage',
      name === undefined
        ? `specify one of ${matching.length} Tempest suites`
        : `"${safeLine(name)}" is ${matching.length} Tempest suites`,
      matching.slice(0, 8).map(({ node }) => `${node.namespace}/${node.name}@${node.cluster.label}`),
    )
  const query = {
    kinds: ['Tempest.tempest.openstack.c5c3.io', 'CronJob.batch'],
    isNamed: true,
    roles: ['control-plane'],
  } as const
  const hidden = unreadOf(query, new Set(snapshot.clusters.map(({ label }) => label)), snapshot)
  if (hidden) throw hidden.error('a Tempest suite')
  throw new C5c3Error('NOT_FOUND', 'notFound', 'there is no Tempest suite', [
    'a control plane has one when spec.tempest.enabled is true',
  ])
}
