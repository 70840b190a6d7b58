// SPDX-License-Identifier: Apache-2.0

import type { Link, LinkTarget, Ref } from '../../model/graph/link.ts'
import type { Condition } from '../../model/object/conditions.ts'
import { bottleneck } from '../../model/object/ordered-conditions.ts'
import type { KubeObject } from '../../model/object/resource.ts'
import { namedObjects } from '../../model/text/objects-in-message.ts'
import { groupOfKind, SPOKEN_KINDS } from './service.ts'

/** Kinds that a placed service has in its target cluster; all others stay beside it. */
const PLACED: ReadonlySet<string> = new Set(['MariaDB', 'Database', 'Memcached', 'SecretStore', 'ExternalSecret'])

/** Jobs by the reason they are waited for, as the operators name them after the service. */
const JOBS: readonly (readonly [RegExp, string])[] = [
  [/^DBSync/, 'db-sync'],
  [/^Schema/, 'schema-check'],
  [/^Expand/, 'db-expand'],
  [/^Migrate/, 'db-migrate'],
  [/^Contract/, 'db-contract'],
  [/^Bootstrap/, 'bootstrap'],
  [/^PolicyValidation/, 'policy-validation'],
]

/** The links of an object, led by what its bottleneck waits for; a link to what the message names is marked so. */
export function withWaits(
  object: KubeObject,
  order: readonly string[],
  where: LinkTarget,
  links: readonly Link[],
): readonly Link[] {
  const told = namedObjects(bottleneck(object, order)?.message ?? '', SPOKEN_KINDS)
  const isTold = ({ to }: Link) => told.some(({ kind, name }) => name === to.name && plain(kind) === plain(to.kind))
  return [...waitLinks(object, order, where), ...links.map((link) => (isTold(link) ? { ...link, named: true } : link))]
}

/** Messages say SecretStore for stores of either scope. */
const plain = (kind: string) => (kind === 'ClusterSecretStore' ? 'SecretStore' : kind)

/** What a service is held up by, in the words of its bottleneck: the objects it names, its Job, its Deployment. */
function waitLinks(object: KubeObject, order: readonly string[], where: LinkTarget): readonly Link[] {
  const condition = bottleneck(object, order)
  const { namespace, name } = object.metadata
  if (!condition || !namespace) return []
  const path = `status.conditions[${condition.type}].message`
  const told = namedObjects(condition.message, SPOKEN_KINDS).map((found): Link => {
    const place = PLACED.has(found.kind) ? where : 'here'
    const to = { where: place, group: groupOfKind(found.kind), ...found, namespace: found.namespace ?? namespace }
    return { rel: 'depends-on', optional: true, named: true, path, to }
  })
  const built = workOf(condition, name).map((work): Link => {
    const to = { where, namespace, ...work }
    return {
      rel: 'depends-on',
      optional: true,
      named: true,
      path: `status.conditions[${condition.type}] (by name)`,
      to,
    }
  })
  return [...told, ...built]
}

function workOf({ type, reason }: Condition, name: string): readonly Pick<Ref, 'group' | 'kind' | 'name'>[] {
  const job = JOBS.find(([words]) => words.test(reason))?.[1]
  if (job) return [{ group: 'batch', kind: 'Job', name: `${name}-${job}` }]
  if (type === 'DeploymentReady') return [{ group: 'apps', kind: 'Deployment', name }]
  if (type === 'DatabaseReady') return ['Database', 'User', 'Grant'].map((kind) => ({ group: MARIADB, kind, name }))
  return []
}

const MARIADB = 'k8s.mariadb.com'
