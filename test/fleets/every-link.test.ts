// SPDX-License-Identifier: Apache-2.0
// Every link of every object in every scenario resolves to an object, Secrets included; exceptions are listed here with
// the reason.
import { describe, expect, it } from 'vitest'
import { configMap } from '../../src/lib/kinds/kubernetes/config-map.ts'
import { secret } from '../../src/lib/kinds/kubernetes/secret.ts'
import type { GraphNode } from '../../src/lib/model/graph/graph.ts'
import { observeScenario } from '../harness/observed.ts'
import { scenarioNames } from './fleet.ts'

/** Unresolved links and their reasons, by scenario: "missing" and the id, or "unseen", the cluster and the fault. */
const OPEN: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'forbidden-secrets': {
    'unseen (management|control-plane/eu-de-1|control-plane/us-east-1|storage/st-pool-[ab]) forbidden':
      'Secrets are forbidden',
  },
  'management-only': {
    'unseen (control-plane/eu-de-1|hypervisor/hv-pool-[a-z]+|storage/st-pool-[ab]|garden) unreachable':
      'only the management cluster answers',
  },
  'mid-provisioning': {
    'missing control-plane/eu-de-1:Secret:openstack-customer-d-prod-h5v2n/ceph-client-[a-z0-9-]+':
      'the key is copied once the storage pool has created it',
    'unseen storage/st-pool-c notfound': 'the cluster of the new pool is still being made',
  },
  'pool-unreachable': { 'unseen storage/st-pool-a unreachable': 'the cluster of the pool does not answer' },
  'seed-composition': {
    'missing control-plane/us-east-1:ControlPlane.c5c3.io:openstack-customer-c-prod-w9d3k/[a-z0-9-]+':
      'the ControlPlane that the Composition makes is refused',
  },
}

const say = ({ source, id, cluster, hidden }: GraphNode) =>
  source === 'unseen' ? `unseen ${cluster.label} ${hidden?.fault}` : `${source} ${id}`

describe('links', () => {
  it('the exceptions name existing scenarios', () => {
    expect(Object.keys(OPEN).filter((name) => !scenarioNames().includes(name))).toEqual([])
  })

  it.each(scenarioNames())('all resolve: %s', async (name) => {
    const { assessment } = await observeScenario(name, undefined, { also: [secret, configMap] })
    const { nodes } = assessment.graph
    const open = new Set([...nodes.values()].filter(({ object }) => object === undefined).map(say))
    const known = Object.keys(OPEN[name] ?? {}).map((text) => new RegExp(`^${text}$`))
    expect([...open].filter((text) => !known.some((each) => each.test(text)))).toEqual([])
    // Exceptions that are fixed must be removed.
    expect(known.filter((each) => ![...open].some((text) => each.test(text)))).toEqual([])
    expect(nodes.size).toBeGreaterThan(50)
  })
})
