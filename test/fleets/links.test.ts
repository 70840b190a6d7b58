// SPDX-License-Identifier: Apache-2.0
// References resolve: a healthy fleet has no dangling reference.
import { beforeAll, describe, expect, it } from 'vitest'
import type { Manifest } from '../../src/lib/embedded/json.ts'
import { loadScenario, say } from './fleet.ts'
import { at, decoded, fingerprint, groupOf, Index, type Json, key, list, ownersOf } from './references.ts'

describe.each(['healthy', 'one-cluster'])('%s', (name) => {
  let index: Index
  beforeAll(async () => {
    index = new Index(await loadScenario(name))
  })

  it('has no object twice and no uid twice', () => {
    const all = index.everything()
    expect(new Set(all.map(({ cluster, o }) => key(cluster, o))).size).toBe(all.length)
    expect(new Set(all.map(({ o }) => o.metadata.uid)).size).toBe(all.length)
  })

  it('every owner exists with that uid, in the same cluster, and is older', () => {
    const uids = new Map(index.everything().map(({ cluster, o }) => [o.metadata.uid, { cluster, o }]))
    const problems = index.everything().flatMap(({ cluster, o }) =>
      ownersOf(o).flatMap((ref) => {
        const owner = uids.get(ref.uid)
        const right =
          owner?.cluster === cluster &&
          owner.o.kind === ref.kind &&
          owner.o.metadata.name === ref.name &&
          (owner.o.metadata.namespace === undefined || owner.o.metadata.namespace === o.metadata.namespace) &&
          String(owner.o.metadata.creationTimestamp) <= String(o.metadata.creationTimestamp)
        return right ? [] : [`${cluster}: ${say(o)} → ${ref.kind} ${ref.name}`]
      }),
    )
    expect(problems).toEqual([])
  })

  it('every used namespace exists and is older than its objects', () => {
    const problems = index.everything().filter(({ cluster, o }) => {
      const ns = o.metadata.namespace
      if (ns === undefined) return false
      const namespace = index.get(cluster, '', 'Namespace', undefined, ns)
      return (
        namespace === undefined || String(namespace.metadata.creationTimestamp) > String(o.metadata.creationTimestamp)
      )
    })
    expect(problems.map(({ cluster, o }) => `${cluster}: ${say(o)}`)).toEqual([])
  })

  it('no timestamp is in the future, no status lags its spec, and no condition is unhealthy', () => {
    const now = '2026-11-16T12:00:00Z'
    // True is unhealthy for these: K-ORC and Memcached report Progressing=False when they are done.
    const inverse = new Set(['Progressing', 'Degraded', 'Onboarding'])
    const problems = index.everything().flatMap(({ cluster, o }) => {
      const where = `${cluster}: ${say(o)}`
      const observed = at(o, 'status.observedGeneration')
      const lags = observed !== undefined && observed !== o.metadata.generation ? [`${where} lags`] : []
      const conditions = list(o, 'status.conditions').flatMap((c) => [
        ...(c['status'] === (inverse.has(String(c['type'])) ? 'False' : 'True')
          ? []
          : [`${where} ${c['type']}=${c['status']}`]),
        ...(c['observedGeneration'] === undefined || c['observedGeneration'] === o.metadata.generation
          ? []
          : [`${where} ${c['type']} lags`]),
      ])
      const times = [
        ...JSON.stringify(o).matchAll(
          /"(\w*(?:[tT]ime|[tT]imestamp|At|Heartbeat|Run|lastChecked|lastUpdated))":"(\d{4}-\d\d-\d\dT[^"]*)"/g,
        ),
      ]
      const future = times.filter(
        ([, field, time]) => String(time) > now && field !== 'notAfter' && field !== 'expiresAt',
      )
      return [...lags, ...conditions, ...future.map(([text]) => `${where} is in the future: ${text}`)]
    })
    expect(problems).toEqual([])
  })

  it('K-ORC references resolve in their namespace, credentials to a Secret with that cloud', () => {
    const kinds: Record<string, string> = {
      domainRef: 'Domain',
      projectRef: 'Project',
      defaultProjectRef: 'Project',
      serviceRef: 'Service',
      userRef: 'User',
      roleRef: 'Role',
    }
    const problems = index.ofGroup('openstack.k-orc.cloud').flatMap(({ cluster, o }) => {
      const ns = o.metadata.namespace
      const has = (kind: string, ref: unknown) =>
        index.get(cluster, 'openstack.k-orc.cloud', kind, ns, ref) !== undefined
      const body: Json = { ...(at(o, 'spec.import.filter') as Json), ...(at(o, 'spec.resource') as Json) }
      const refs = Object.entries(body).flatMap(([field, ref]) => {
        const kind = kinds[field]
        if (kind !== undefined) return has(kind, ref) ? [] : [`${field} ${ref}`]
        if (field === 'roleRefs') return (ref as string[]).filter((r) => !has('Role', r))
        if (field === 'passwordRef' || field === 'secretRef') {
          const keyName = field === 'secretRef' ? 'value' : 'password'
          return decoded(index.get(cluster, '', 'Secret', ns, ref), keyName) === undefined ? [`${field} ${ref}`] : []
        }
        return []
      })
      const login = index.get(cluster, '', 'Secret', ns, at(o, 'spec.cloudCredentialsRef.secretName'))
      const cloud = decoded(login, 'clouds.yaml')?.includes(`\n  ${at(o, 'spec.cloudCredentialsRef.cloudName')}:\n`)
      return [...refs, ...(cloud ? [] : ['no such cloud'])].map((problem) => `${cluster}: ${say(o)}: ${problem}`)
    })
    expect(problems).toEqual([])
    expect(index.ofGroup('openstack.k-orc.cloud').length).toBeGreaterThan(15)
  })

  it('no two K-ORC objects manage the same resource, unless both are unmanaged', () => {
    const byId = new Map<string, Manifest[]>()
    for (const { cluster, o } of index.ofGroup('openstack.k-orc.cloud')) {
      const id = at(o, 'status.id')
      if (id === undefined) continue
      const k = `${cluster}|${o.metadata.namespace}|${o.kind}|${id}`
      byId.set(k, [...(byId.get(k) ?? []), o])
    }
    const problems = [...byId].filter(
      ([, os]) => os.length > 1 && os.some((o) => at(o, 'spec.managementPolicy') !== 'unmanaged'),
    )
    expect(problems.map(([k]) => k)).toEqual([])
  })

  it('every ExternalSecret finds its store, path and values; every PushSecret its source', () => {
    const pushed = new Map<string, string | undefined>()
    const problems: string[] = []
    for (const { cluster, o } of index.all('PushSecret')) {
      const ns = o.metadata.namespace
      const source = index.get(cluster, '', 'Secret', ns, at(o, 'spec.selector.secret.name'))
      for (const store of list(o, 'spec.secretStoreRefs')) {
        if (!storeOf(index, cluster, ns, store)) problems.push(`${cluster}: ${say(o)}: no store`)
      }
      for (const entry of list(o, 'spec.data')) {
        const value = decoded(source, String(at(entry, 'match.secretKey')))
        if (value === undefined) problems.push(`${cluster}: ${say(o)}: source lacks ${at(entry, 'match.secretKey')}`)
        pushed.set(`${at(entry, 'match.remoteRef.remoteKey')}#${at(entry, 'match.remoteRef.property')}`, value)
      }
    }
    for (const { cluster, o } of index.all('ExternalSecret')) {
      const ns = o.metadata.namespace
      const target = index.get(cluster, '', 'Secret', ns, at(o, 'spec.target.name'))
      if (!target) problems.push(`${cluster}: ${say(o)}: no Secret`)
      if (at(target, 'metadata.ownerReferences.0.uid') !== o.metadata.uid)
        problems.push(`${cluster}: ${say(o)}: Secret is not its own`)
      const generators = list(o, 'spec.dataFrom').map((d) => at(d, 'sourceRef.generatorRef') as Json)
      for (const g of generators) {
        if (!index.get(cluster, String(g['apiVersion']).split('/')[0] ?? '', String(g['kind']), ns, g['name']))
          problems.push(`${cluster}: ${say(o)}: no generator`)
      }
      if (generators.length === 0 && !storeOf(index, cluster, ns, at(o, 'spec.secretStoreRef') as Json))
        problems.push(`${cluster}: ${say(o)}: no store`)
      for (const entry of list(o, 'spec.data')) {
        const path = `${at(entry, 'remoteRef.key')}#${at(entry, 'remoteRef.property')}`
        const value = decoded(target, String(entry['secretKey']))
        if (value === undefined) problems.push(`${cluster}: ${say(o)}: Secret lacks ${entry['secretKey']}`)
        // Values that are stored in OpenBao manually have no PushSecret.
        if (!/^(bootstrap|database)\//.test(path) && fingerprint(value) !== fingerprint(pushed.get(path))) {
          problems.push(`${cluster}: ${say(o)}: ${path} is not what was pushed`)
        }
      }
    }
    expect(problems).toEqual([])
  })

  it('every referenced Secret, database, cache and service exists', () => {
    const problems = index.everything().flatMap(({ cluster, o }) => {
      if (!/openstack\.c5c3\.io$|^cortex\.c5c3\.io$/.test(groupOf(o))) return []
      const ns = o.metadata.namespace
      const missing: string[] = []
      const need = (group: string, kind: string, ref: unknown) => {
        if (ref !== undefined && !index.get(cluster, group, kind, ns, ref)) missing.push(`${kind} ${ref}`)
      }
      for (const ref of secretRefs(o['spec'])) need('', 'Secret', ref)
      need('k8s.mariadb.com', 'MariaDB', at(o, 'spec.database.clusterRef.name'))
      need('memcached.c5c3.io', 'Memcached', at(o, 'spec.cache.clusterRef.name'))
      for (const d of list(o, 'spec.dependsOn')) {
        const kind = String(d['kind'])
        need(`${kind.toLowerCase()}.openstack.c5c3.io`, kind, d['name'])
      }
      for (const ref of Object.values((at(o, 'spec.serviceAuth') as Json | undefined) ?? {}))
        need('openstack.k-orc.cloud', 'User', at(ref, 'name'))
      return missing.map((m) => `${cluster}: ${say(o)} → ${m}`)
    })
    expect(problems).toEqual([])
  })
})

function storeOf(index: Index, cluster: string, namespace: string | undefined, ref: Json): Manifest | undefined {
  const kind = String(ref['kind'])
  return index.get(cluster, 'external-secrets.io', kind, kind === 'SecretStore' ? namespace : undefined, ref['name'])
}

/** Names under any key that ends in secretRef or is secretName. */
function secretRefs(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(secretRefs)
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([k, v]) => {
    if (k === 'secretName') return [String(v)]
    if (/secretref$/i.test(k) && typeof at(v, 'name') === 'string') return [String(at(v, 'name'))]
    return secretRefs(v)
  })
}
