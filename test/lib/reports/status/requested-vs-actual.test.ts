// SPDX-License-Identifier: Apache-2.0
// Requested and actual values of a claim: nothing counts as met that was not read.
import { expect, it } from 'vitest'
import { parse } from 'yaml'
import type { GraphNode } from '../../../../src/lib/model/graph/graph.ts'
import { requestedOf } from '../../../../src/lib/reports/status/requested-vs-actual.ts'

const node = (kind: string, group: string, name: string, text?: string) =>
  ({
    kind,
    group,
    name,
    source: text === undefined ? 'unseen' : 'live',
    ...(text === undefined ? {} : { object: parse(text) }),
  }) as GraphNode

const claim = (spec: string) => node('OpenStackCluster', 'c5c3.io', 'a', `spec: ${spec}`)
const nova = node('Nova', 'nova.openstack.c5c3.io', 'nova', 'spec: { api: { replicas: 3 } }')
const pool = (name: string, spec: string) => node('CephBlockPool', 'ceph.rook.io', name, `spec: ${spec}`)

const comparedRows = (spec: string, ...nodes: readonly GraphNode[]) =>
  requestedOf(claim(spec), nodes).map(({ what, requested, actual, same }) => [what, requested, actual, same])

it('a size is a number for each of three components', () => {
  expect(comparedRows('{ size: large }', nova)).toEqual([
    ['MariaDB replicas (size large)', '3', 'unknown', undefined],
    ['Keystone replicas (size large)', '3', 'unknown', undefined],
    ['Nova API replicas (size large)', '5', '3', false],
  ])
})

it('an unknown size requests nothing', () => {
  expect(comparedRows('{ size: toString }')).toEqual([])
})

it('the network is that of Neutron, or that of its ControlPlane', () => {
  const plane = node('ControlPlane', 'c5c3.io', 'a', 'spec: { openstack: { neutron: { mtu: 1400 } } }')
  const neutron = node('Neutron', 'neutron.openstack.c5c3.io', 'neutron', 'spec: { externalNetwork: ext-b }')
  expect(comparedRows('{ network: { externalNetwork: ext-a, mtu: 1500 } }', plane, neutron)).toEqual([
    ['external network', 'ext-a', 'ext-b', false],
    ['network MTU', '1500', '1400', false],
  ])
  expect(comparedRows('{ network: { externalNetwork: ext-a } }', plane)).toEqual([
    ['external network', 'ext-a', 'unknown', undefined],
  ])
})

it('a pool is found by the name its ControlPlane uses; a missing one is reported', () => {
  const requestedSpec =
    '{ storage: { ceph: { volumePool: { replication: 3, quotaGB: 100 }, imagePool: { replication: 3 } } } }'
  const plane = node('ControlPlane', 'c5c3.io', 'a', 'spec: { storage: { ceph: { pools: { volumes: fast } } } }')
  expect(
    comparedRows(requestedSpec, plane, pool('fast', '{ replicated: { size: 2 }, quotas: { maxSize: 100Gi } }')),
  ).toEqual([
    ['volumes pool replication', '3', '2', false],
    ['volumes pool quota', '100 GB', '100Gi', true],
    ['images pool replication', '3', 'not there', false],
  ])
  expect(comparedRows(requestedSpec, node('CephBlockPool', 'ceph.rook.io', '*')).at(-1)).toEqual([
    'images pool replication',
    '3',
    'unknown',
    undefined,
  ])
})

it('a requested filesystem is compared', () => {
  const requestedSpec = '{ storage: { ceph: { filesystem: { enabled: true }, objectStore: { enabled: false } } } }'
  expect(comparedRows(requestedSpec)).toEqual([['Ceph filesystem', 'on', 'not there', false]])
  expect(comparedRows(requestedSpec, node('CephFilesystem', 'ceph.rook.io', 'f', 'spec: {}'))).toEqual([
    ['Ceph filesystem', 'on', 'on', true],
  ])
})
