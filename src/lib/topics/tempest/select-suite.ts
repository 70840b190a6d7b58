// SPDX-License-Identifier: Apache-2.0

import type { Graph } from '../../model/graph/graph.ts'
import type { Scope } from '../../model/landscape/scope.ts'
import type { Snapshot } from '../../model/landscape/snapshot.ts'
import { C5c3Error } from '../../model/report/errors.ts'
import { safeLine } from '../../model/text/sanitize.ts'
import { unreadOf } from '../../reports/shared/unread-candidates.ts'
import { suitesNamed, type TempestSuite, tempestSuites } from '../../reports/tempest/suites.ts'

/** The one suite that is meant: by its name, or because there is no other. Throws for none and for several. */
export function oneSuite(
  name: string | undefined,
  { graph, scope, snapshot }: { readonly graph: Graph; readonly scope: Scope; readonly snapshot: Snapshot },
): TempestSuite {
  const all = tempestSuites(graph, scope, snapshot)
  const named = name === undefined ? all : suitesNamed(name, all, graph, snapshot)
  // a Job that somebody made by hand is a run, and nothing to start one from
  const kept = named.filter(({ node }) => node.kind !== 'Job')
  const found = kept.length > 0 ? kept : named
  const [first, ...others] = found
  if (first && others.length === 0) return first
  if (first)
    throw new C5c3Error(
      name === undefined ? 'USAGE' : 'AMBIGUOUS',
      'usage',
      name === undefined
        ? `there are ${found.length} Tempest suites: name one`
        : `"${safeLine(name)}" is ${found.length} Tempest suites`,
      found.slice(0, 8).map(({ node }) => `${node.namespace}/${node.name}@${node.cluster.label}`),
    )
  const sought = {
    kinds: ['Tempest.tempest.openstack.c5c3.io', 'CronJob.batch'],
    isNamed: true,
    roles: ['control-plane'],
  } as const
  const hidden = unreadOf(sought, new Set(snapshot.clusters.map(({ label }) => label)), snapshot)
  if (hidden) throw hidden.error('a Tempest suite')
  throw new C5c3Error('NOT_FOUND', 'findings', 'there is no Tempest suite', [
    'a control plane has one when spec.tempest.enabled is true',
  ])
}
