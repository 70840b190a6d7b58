// SPDX-License-Identifier: Apache-2.0

import type { Link, LinkTarget, Ref } from '../../model/graph/link.ts'
import type { Condition } from '../../model/object/conditions.ts'
import { bottleneck } from '../../model/object/ordered-conditions.ts'
import type { KubeObject } from '../../model/object/resource.ts'
import { namedObjects } from '../../model/text/objects-in-message.ts'
import { groupOfKind, SPOKEN_KINDS } from './service.ts'

/** Kinds that a service with targetClusterRef has in its target cluster; all others stay in its own. */
const PLACED: ReadonlySet<string> = new Set(['MariaDB', 'Database', 'Memcached', 'SecretStore', 'ExternalSecret'])

/** Name suffixes of the operators' Jobs, by the condition reason. */
const JOBS: readonly (readonly [RegExp, string])[] = [
  [/^DBSync/, 'db-sync'],
  [/^Schema/, 'schema-check'],
  [/^Expand/, 'db-expand'],
  [/^Migrate/, 'db-migrate'],
  [/^Contract/, 'db-contract'],
  [/^Bootstrap/, 'bootstrap'],
  [/^PolicyValidation/, 'policy-validation'],
]

/** The links of an object, preceded by those to its blockers; links to objects in the blocking message are marked. */
export function withWaits(
  object: KubeObject,
  order: readonly string[],
  where: LinkTarget,
  links: readonly Link[],
): readonly Link[] {
  const named = namedObjects(bottleneck(object, order)?.message ?? '', SPOKEN_KINDS)
  const isNamed = ({ to }: Link) =>
    named.some(({ kind, name }) => name === to.name && withoutScope(kind) === withoutScope(to.kind))
  return [...waitLinks(object, order, where), ...links.map((link) => (isNamed(link) ? { ...link, named: true } : link))]
}

/** Messages say SecretStore for stores of either scope. */
const withoutScope = (kind: string) => (kind === 'ClusterSecretStore' ? 'SecretStore' : kind)

/** The blockers of a service according to its bottleneck condition: named objects, its Job, its Deployment. */
function waitLinks(object: KubeObject, order: readonly string[], where: LinkTarget): readonly Link[] {
  const condition = bottleneck(object, order)
  const { namespace, name } = object.metadata
  if (!condition || !namespace) return []
  const path = `status.conditions[${condition.type}].message`
  const named = namedObjects(condition.message, SPOKEN_KINDS).map((blocker): Link => {
    const target = PLACED.has(blocker.kind) ? where : 'here'
    const to = {
      where: target,
      group: groupOfKind(blocker.kind),
      ...blocker,
      namespace: blocker.namespace ?? namespace,
    }
    return { rel: 'depends-on', optional: true, named: true, path, to }
  })
  const workloads = workloadsOf(condition, name).map((work): Link => {
    const to = { where, namespace, ...work }
    return {
      rel: 'depends-on',
      optional: true,
      named: true,
      path: `status.conditions[${condition.type}] (by name)`,
      to,
    }
  })
  return [...named, ...workloads]
}

function workloadsOf({ type, reason }: Condition, name: string): readonly Pick<Ref, 'group' | 'kind' | 'name'>[] {
  const job = JOBS.find(([pattern]) => pattern.test(reason))?.[1]
  if (job) return [{ group: 'batch', kind: 'Job', name: `${name}-${job}` }]
  if (type === 'DeploymentReady') return [{ group: 'apps', kind: 'Deployment', name }]
  if (type === 'DatabaseReady') return ['Database', 'User', 'Grant'].map((kind) => ({ group: MARIADB, kind, name }))
  return []
}

const MARIADB = 'k8s.mariadb.com'
