// SPDX-License-Identifier: Apache-2.0
// Edges of the rules about Crossplane and Flux that no landscape of a failure mode shows: when they must be silent, and
// when one better name takes the place of another.
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Manifest } from '../../../src/lib/embedded/json.ts'
import { type FleetFolder, loadFleetFolder } from '../../../src/lib/embedded/scenario/fleet-folder.ts'
import { inspectFleet, MODES_FOLDER } from '../../modes/inspected.ts'

/** A landscape of a failure mode after a change to some of its objects. */
async function foundIn(mode: string, change: (object: Manifest) => Manifest): Promise<readonly string[]> {
  const fleet = await loadFleetFolder(join(MODES_FOLDER, mode))
  const members = fleet.members.map((member) => ({ ...member, objects: member.objects.map(change) }))
  const { causes } = await inspectFleet({ ...fleet, members } as FleetFolder)
  return causes
}

const is = (object: Manifest, kind: string, name: string) => object.kind === kind && object.metadata.name === name

type Tree = { readonly [key: string]: unknown }

/** An object with another value at a path. */
function set(object: Manifest, path: readonly string[], value: unknown): Manifest {
  const [key = '', ...rest] = path
  const below = (object as unknown as Tree)[key] as Manifest | undefined
  return { ...object, [key]: rest.length === 0 ? value : set((below ?? {}) as Manifest, rest, value) } as Manifest
}

const synced = (status: 'True' | 'False', message = '') => [
  { type: 'Ready', status: 'True', reason: 'Available', lastTransitionTime: '2026-10-06T11:28:22Z' },
  {
    type: 'Synced',
    status,
    reason: status === 'True' ? 'ReconcileSuccess' : 'ReconcileError',
    ...(message ? { message } : {}),
    lastTransitionTime: '2026-11-16T11:00:00Z',
  },
]

describe('access to a cluster', () => {
  it('one Object that gets through is evidence that the credentials are good', async () => {
    const found = await foundIn('F04', (object) =>
      is(object, 'Object', 'customer-a-prod-x7k2p-xq42l')
        ? set(object, ['status', 'conditions'], synced('True'))
        : object,
    )
    expect(found).not.toContain('kubeconfig-refused F04 ProviderConfig')
  })

  it('an empty kubeconfig is as good as none', async () => {
    const found = await foundIn('F03', (object) =>
      is(object, 'Secret', 'st-pool-a-kubeconfig') && object.metadata.namespace === 'crossplane-system'
        ? set(object, ['data'], { kubeconfig: '' })
        : object,
    )
    expect(found).toEqual(['kubeconfig-missing F03 ProviderConfig'])
  })

  it('a webhook that cannot be reached is not a cluster that cannot', async () => {
    const words =
      'update failed: cannot apply object: Internal error occurred: failed calling webhook "v.example.org": failed to call webhook: Post "https://v.svc:443/": dial tcp 10.0.0.9:443: connect: connection refused'
    const found = await foundIn('F05', (object) =>
      object.kind === 'Object' && JSON.stringify(object).includes('i/o timeout')
        ? set(object, ['status', 'conditions'], synced('False', words))
        : object,
    )
    expect(found.filter((cause) => cause.includes('F05'))).toEqual([])
  })

  it('a certificate that has expired is told as such', async () => {
    const words =
      'observe failed: cannot get object: tls: failed to verify certificate: x509: certificate has expired or is not yet valid'
    const found = await foundIn('F04', (object) =>
      object.kind === 'Object' && JSON.stringify(object).includes('Unauthorized')
        ? set(object, ['status', 'conditions'], synced('False', words))
        : object,
    )
    expect(found).toContain('kubeconfig-refused F04 ProviderConfig')
  })
})

describe('a cluster that sleeps', () => {
  it('is named by its Shoot', async () => {
    const found = await foundIn('F05-shoot-down', (object) =>
      is(object, 'Shoot', 'st-pool-a')
        ? set(set(object, ['status', 'hibernated'], true), ['spec', 'hibernation'], { enabled: true })
        : object,
    )
    expect(found).toContain('remote-api-unreachable F05 Shoot')
  })
})

describe('Crossplane v2, without claims', () => {
  const inV2 = async (change: (object: Manifest) => Manifest) => {
    const fleet = await loadFleetFolder(join(MODES_FOLDER, '../../fleets/crossplane-v2'))
    const members = fleet.members.map((member) => ({ ...member, objects: member.objects.map(change) }))
    return (await inspectFleet({ ...fleet, members } as FleetFolder)).causes
  }
  const config = (object: Manifest) =>
    JSON.stringify((object as unknown as { spec?: Tree }).spec?.['providerConfigRef'])
  const words = 'observe failed: cannot get object: Unauthorized'

  it('a refused kubeconfig is one cause', async () => {
    const found = await inV2((object) =>
      object.kind === 'Object' && config(object).includes('st-pool-b')
        ? set(object, ['status', 'conditions'], synced('False', words))
        : object,
    )
    expect(found.map((cause) => cause.replace('Cluster', ''))).toEqual(['kubeconfig-refused F04 ProviderConfig'])
  })

  it('what a composite resource asks for and does not get is found on itself', async () => {
    const found = await inV2((object) =>
      is(object, 'OpenStackCluster', 'customer-a-prod')
        ? set(object, ['spec', 'storage', 'ceph', 'volumePool', 'replication'], 2)
        : object,
    )
    expect(found).toEqual(['storage-request-ignored F18 OpenStackCluster'])
  })
})

describe('wishes', () => {
  it('readiness derived from the object masks nothing', async () => {
    const found = await foundIn('F01', (object) =>
      is(object, 'Object', 'customer-a-prod-x7k2p-598ms')
        ? set(object, ['spec', 'readiness', 'policy'], 'DeriveFromObject')
        : object,
    )
    expect(found.filter((cause) => cause.includes('F01'))).toEqual([])
  })

  it('a claim that selects its Composition leaves nothing to chance', async () => {
    const found = await foundIn('F06', (object) =>
      object.kind === 'OpenStackCluster'
        ? set(object, ['spec', 'compositionSelector'], { matchLabels: { environment: 'development' } })
        : object,
    )
    expect(found).toEqual([])
  })

  it.each([
    ['kustomize-controller', []],
    ['apiextensions.crossplane.io/claim', ['composition-by-chance F06 CompositeResourceDefinition']],
  ])('a Composition that %s named', async (manager, expected) => {
    const wrote = {
      manager,
      operation: 'Apply',
      apiVersion: 'c5c3.io/v1alpha1',
      fieldsType: 'FieldsV1',
      fieldsV1: { 'f:spec': { 'f:compositionRef': { 'f:name': {} } } },
    }
    const found = await foundIn('F06', (object) =>
      object.kind === 'OpenStackCluster' ? set(object, ['metadata', 'managedFields'], [wrote]) : object,
    )
    expect(found).toEqual(expected)
  })

  it('the newest revision is no pin', async () => {
    const found = await foundIn('F08', (object) =>
      object.kind === 'OpenStackCluster'
        ? set(object, ['spec', 'compositionRevisionRef', 'name'], 'openstack-cluster-9f3c2a1')
        : object,
    )
    expect(found).toEqual([])
  })

  it('a control plane that is being made is not broken yet', async () => {
    const found = await foundIn('F01', (object) =>
      object.kind === 'ControlPlane' ? set(object, ['metadata', 'creationTimestamp'], '2026-11-16T11:45:00Z') : object,
    )
    expect(found.filter((cause) => cause.includes('F01'))).toEqual([])
  })

  it('a pool whose Shoot is being changed is at work', async () => {
    const found = await foundIn('F15', (object) =>
      is(object, 'Shoot', 'hv-pool-a')
        ? set(object, ['status', 'lastOperation'], { type: 'Reconcile', state: 'Processing', progress: 40 })
        : object,
    )
    expect(found).toEqual([])
  })

  it('a pool that is being made is not late', async () => {
    const found = await foundIn('F15', (object) =>
      is(object, 'HypervisorCluster', 'hv-pool-a')
        ? set(object, ['metadata', 'creationTimestamp'], '2026-11-16T11:30:00Z')
        : object,
    )
    expect(found).toEqual([])
  })

  it('what Crossplane may write it puts back: no drift', async () => {
    const found = await foundIn('F19', (object) =>
      is(object, 'Object', 'customer-a-prod-x7k2p-xq42l') ? set(object, ['spec', 'managementPolicies'], ['*']) : object,
    )
    expect(found).toEqual([])
  })

  it('a deletion gets ten minutes', async () => {
    const found = await foundIn('F13', (object) =>
      object.metadata['deletionTimestamp'] === undefined
        ? object
        : set(object, ['metadata', 'deletionTimestamp'], '2026-11-16T11:55:00Z'),
    )
    expect(found.filter((cause) => cause.includes('F13'))).toEqual([])
  })

  it('a provider that sanitizes shows no key', async () => {
    const found = await foundIn('F109', (object) =>
      is(object, 'Object', 'customer-a-prod-x7k2p-k4t9w')
        ? set(object, ['status', 'atProvider', 'manifest', 'data'], { redacted: '' })
        : object,
    )
    expect(found).toEqual([])
  })

  it('a claim that says Ready above a broken control plane is a consequence, not a cause', async () => {
    const found = await foundIn('F52', (object) => object)
    expect(found).toEqual(['database-not-ready F52 MariaDB'])
  })
})

describe('Flux', () => {
  it('what waits behind a source that fails is not another cause', async () => {
    const waiting = [
      {
        type: 'Ready',
        status: 'False',
        reason: 'DependencyNotReady',
        message: "dependency 'flux-system/infrastructure' is not ready",
        lastTransitionTime: '2026-11-16T10:21:00Z',
      },
    ]
    const failing = [
      {
        type: 'Ready',
        status: 'False',
        reason: 'ArtifactFailed',
        message: 'Source artifact not found, retrying in 30s',
        lastTransitionTime: '2026-11-16T10:20:00Z',
      },
    ]
    const found = await foundIn('F20', (object) => {
      if (is(object, 'Kustomization', 'tenants')) return set(object, ['status', 'conditions'], waiting)
      if (is(object, 'Kustomization', 'infrastructure')) return set(object, ['status', 'conditions'], failing)
      return object
    })
    expect(found).toEqual(['source-failing F20 GitRepository'])
  })

  it('suspended for an hour is work, not oblivion', async () => {
    const found = await foundIn('F22', (object) =>
      is(object, 'Kustomization', 'tenants')
        ? set(
            object,
            ['status', 'conditions'],
            [
              {
                type: 'Ready',
                status: 'True',
                reason: 'ReconciliationSucceeded',
                lastTransitionTime: '2026-11-16T11:00:00Z',
              },
            ],
          )
        : object,
    )
    expect(found).toEqual([])
  })

  it('suspended and not behind is nothing to tell', async () => {
    const found = await foundIn('F22', (object) =>
      is(object, 'Kustomization', 'tenants')
        ? set(object, ['status', 'lastAppliedRevision'], 'main@sha1:454bf13bea23f62039215f43631314508072d2c3')
        : object,
    )
    expect(found).toEqual([])
  })
})

describe('what a ControlPlane operator needs', () => {
  it('a CRD that is not there and that nobody misses is no finding', async () => {
    const fleet = await loadFleetFolder(join(MODES_FOLDER, 'F25'))
    const base = await loadFleetFolder(join(MODES_FOLDER, '../../fleets/one-cluster'))
    const members = fleet.members.map((member, i) => ({ ...member, objects: base.members[i]?.objects ?? [] }))
    const { causes } = await inspectFleet({ ...fleet, members } as FleetFolder)
    expect(causes).toEqual([])
  })
})
