// SPDX-License-Identifier: Apache-2.0
// Limits of the Crossplane and Flux checks that no fleet under test/modes covers: no finding, or a more specific one.
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { claimBehindComposite } from '../../../src/lib/checks/crossplane/claims/claim-behind-composite.ts'
import { deletionBlocked } from '../../../src/lib/checks/crossplane/deletion-blocked.ts'
import { unknownPool } from '../../../src/lib/checks/crossplane/unknown-pool.ts'
import type { Manifest } from '../../../src/lib/embedded/json.ts'
import { type FleetFolder, loadFleetFolder } from '../../../src/lib/embedded/scenario/fleet-folder.ts'
import { inspectFleet, MODES_FOLDER } from '../../modes/inspected.ts'
import { ago } from '../graph/small.ts'
import { findings, found as foundBy } from './found.ts'

/** The findings in the fleet of a failure mode after some of its objects were changed. */
async function foundIn(mode: string, change: (object: Manifest) => Manifest): Promise<readonly string[]> {
  const fleet = await loadFleetFolder(join(MODES_FOLDER, mode))
  const members = fleet.members.map((member) => ({ ...member, objects: member.objects.map(change) }))
  const { causes } = await inspectFleet({ ...fleet, members } as FleetFolder)
  return causes
}

const is = (object: Manifest, kind: string, name: string) => object.kind === kind && object.metadata.name === name

type Tree = { readonly [key: string]: unknown }

/** A copy of the object with another value at the path. */
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
  it('one Object in sync is evidence that the credentials work', async () => {
    const found = await foundIn('F04', (object) =>
      is(object, 'Object', 'customer-a-prod-x7k2p-xq42l')
        ? set(object, ['status', 'conditions'], synced('True'))
        : object,
    )
    expect(found).not.toContain('kubeconfig-refused F04 ProviderConfig')
  })

  it('an empty kubeconfig is handled like a missing one', async () => {
    const found = await foundIn('F03', (object) =>
      is(object, 'Secret', 'st-pool-a-kubeconfig') && object.metadata.namespace === 'crossplane-system'
        ? set(object, ['data'], { kubeconfig: '' })
        : object,
    )
    expect(found).toEqual(['kubeconfig-missing F03 ProviderConfig'])
  })

  it('an unreachable webhook does not make the cluster unreachable', async () => {
    const words =
      'update failed: cannot apply object: Internal error occurred: failed calling webhook "v.example.org": failed to call webhook: Post "https://v.svc:443/": dial tcp 10.0.0.9:443: connect: connection refused'
    const found = await foundIn('F05', (object) =>
      object.kind === 'Object' && JSON.stringify(object).includes('i/o timeout')
        ? set(object, ['status', 'conditions'], synced('False', words))
        : object,
    )
    expect(found.filter((cause) => cause.includes('F05'))).toEqual([])
  })

  it('an expired certificate is reported as expired', async () => {
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

describe('a hibernated cluster', () => {
  it('is found on its Shoot', async () => {
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

  it('a rejected kubeconfig is one root cause', async () => {
    const found = await inV2((object) =>
      object.kind === 'Object' && config(object).includes('st-pool-b')
        ? set(object, ['status', 'conditions'], synced('False', words))
        : object,
    )
    expect(found.map((cause) => cause.replace('Cluster', ''))).toEqual(['kubeconfig-refused F04 ProviderConfig'])
  })

  it('a composite resource that does not get what it requests is found itself', async () => {
    const found = await inV2((object) =>
      is(object, 'OpenStackCluster', 'customer-a-prod')
        ? set(object, ['spec', 'storage', 'ceph', 'volumePool', 'replication'], 2)
        : object,
    )
    expect(found).toEqual(['storage-request-ignored F18 OpenStackCluster'])
  })
})

describe('desired state', () => {
  it('readiness derived from the object hides nothing', async () => {
    const found = await foundIn('F01', (object) =>
      is(object, 'Object', 'customer-a-prod-x7k2p-598ms')
        ? set(object, ['spec', 'readiness', 'policy'], 'DeriveFromObject')
        : object,
    )
    expect(found.filter((cause) => cause.includes('F01'))).toEqual([])
  })

  it('a claim that selects its Composition has no finding', async () => {
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

  it('the newest revision is not pinned', async () => {
    const found = await foundIn('F08', (object) =>
      object.kind === 'OpenStackCluster'
        ? set(object, ['spec', 'compositionRevisionRef', 'name'], 'openstack-cluster-9f3c2a1')
        : object,
    )
    expect(found).toEqual([])
  })

  it('a control plane that is being created is no finding', async () => {
    const found = await foundIn('F01', (object) =>
      object.kind === 'ControlPlane' ? set(object, ['metadata', 'creationTimestamp'], '2026-11-16T11:45:00Z') : object,
    )
    expect(found.filter((cause) => cause.includes('F01'))).toEqual([])
  })

  it('a pool whose Shoot is being updated is progressing', async () => {
    const found = await foundIn('F15', (object) =>
      is(object, 'Shoot', 'hv-pool-a')
        ? set(object, ['status', 'lastOperation'], {
            type: 'Reconcile',
            state: 'Processing',
            progress: 40,
            lastUpdateTime: '2026-11-16T11:50:00Z',
          })
        : object,
    )
    expect(found).toEqual([])
  })

  it('a pool that is being created is not overdue', async () => {
    const found = await foundIn('F15', (object) =>
      is(object, 'HypervisorCluster', 'hv-pool-a')
        ? set(object, ['metadata', 'creationTimestamp'], '2026-11-16T11:30:00Z')
        : object,
    )
    expect(found.filter((cause) => cause.includes('F15'))).toEqual([])
  })

  it('a field that Crossplane reverts is no drift', async () => {
    const found = await foundIn('F19', (object) =>
      is(object, 'Object', 'customer-a-prod-x7k2p-xq42l') ? set(object, ['spec', 'managementPolicies'], ['*']) : object,
    )
    expect(found).toEqual([])
  })

  it('a deletion may take ten minutes', async () => {
    const found = await foundIn('F13', (object) =>
      object.metadata['deletionTimestamp'] === undefined
        ? object
        : set(object, ['metadata', 'deletionTimestamp'], '2026-11-16T11:55:00Z'),
    )
    expect(found.filter((cause) => cause.includes('F13'))).toEqual([])
  })

  it('a provider that sanitizes Secrets exposes no key', async () => {
    const found = await foundIn('F109', (object) =>
      is(object, 'Object', 'customer-a-prod-x7k2p-k4t9w')
        ? set(object, ['status', 'atProvider', 'manifest', 'data'], { redacted: '' })
        : object,
    )
    expect(found).toEqual([])
  })

  it('a Ready claim with a failed control plane is an effect, not a root cause', async () => {
    const found = await foundIn('F52', (object) => object)
    expect(found).toEqual(['database-not-ready F52 MariaDB'])
  })
})

describe('Flux', () => {
  it('objects blocked by a failing source are not further causes', async () => {
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

  it('a suspension of one hour is no finding', async () => {
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

  it('a suspension that leaves nothing out of date is no finding', async () => {
    const found = await foundIn('F22', (object) =>
      is(object, 'Kustomization', 'tenants')
        ? set(object, ['status', 'lastAppliedRevision'], 'main@sha1:454bf13bea23f62039215f43631314508072d2c3')
        : object,
    )
    expect(found).toEqual([])
  })
})

describe('CRDs that a ControlPlane operator needs', () => {
  it('a missing CRD without dependents is no finding', async () => {
    const fleet = await loadFleetFolder(join(MODES_FOLDER, 'F25'))
    const base = await loadFleetFolder(join(MODES_FOLDER, '../../fleets/one-cluster'))
    const members = fleet.members.map((member, i) => ({ ...member, objects: base.members[i]?.objects ?? [] }))
    const { causes } = await inspectFleet({ ...fleet, members } as FleetFolder)
    expect(causes).toEqual([])
  })
})

describe('a deletion that the remote cluster refuses', () => {
  const object = (name: string, message: string) =>
    `\n---\napiVersion: kubernetes.crossplane.io/v1alpha2\nkind: Object\nmetadata: { name: ${name}, deletionTimestamp: "${ago(3600)}" }\nstatus: { conditions: [{ type: Synced, status: "False", reason: ReconcileError, message: '${message}', lastTransitionTime: "${ago(3600)}" }] }`
  const webhook = 'delete failed: cannot delete object: failed calling webhook "g.test": context deadline exceeded'

  it('is one finding for one refusal, which never asks to delete data', () => {
    const found = findings(deletionBlocked, object('a', webhook) + object('b', webhook) + object('c', webhook))
    expect(found.map(({ subject, affects = [] }) => [subject.name, affects.length])).toEqual([['a', 2]])
    expect(found[0]?.fix).toMatch(/admission webhook/)
    for (const { fix = '' } of [...found, deletionBlocked]) expect(fix).not.toMatch(/delete what is inside/i)
  })

  it('is as many findings as there are refusals', () => {
    const other = object('d', 'delete failed: cannot delete object: secrets is forbidden')
    expect(findings(deletionBlocked, object('a', webhook) + other)).toHaveLength(2)
  })
})

describe('a claim that Crossplane does not update any more', () => {
  const object = (kind: string, reason: string, minutes: number, spec = '') =>
    `\n---\napiVersion: c5c3.io/v1alpha1\nkind: ${kind}\nmetadata: { name: x }\nspec: { ${spec} }\nstatus: { conditions: [{ type: Synced, status: "True", reason: ReconcileSuccess }, { type: Ready, status: "${reason === 'Available' ? 'True' : 'False'}", reason: ${reason}, lastTransitionTime: "${ago(minutes * 60)}" }] }`
  const claim = (reason: string, minutes = 60) =>
    object(
      'OpenStackCluster',
      reason,
      minutes,
      'resourceRef: { apiVersion: c5c3.io/v1alpha1, kind: XOpenStackCluster, name: x }',
    )
  const composite = (reason: string, minutes = 60) =>
    object('XOpenStackCluster', reason, minutes).replace('name: x', 'name: x, namespace: null')

  it('is found when it waits for a composite that is Ready', () => {
    const found = (text: string) => findings(claimBehindComposite, text).map(({ subject }) => subject.kind)
    expect(found(claim('Waiting') + composite('Available'))).toEqual(['OpenStackCluster'])
    expect(found(claim('Waiting') + composite('Creating'))).toEqual([])
    expect(found(claim('Waiting', 5) + composite('Available'))).toEqual([])
    expect(found(claim('Waiting') + composite('Available', 5))).toEqual([])
    expect(found(claim('Available') + composite('Available'))).toEqual([])
  })
})

describe('a pool whose kind is not served', () => {
  const claim =
    'apiVersion: c5c3.io/v1alpha1\nkind: OpenStackCluster\nmetadata: { name: a, namespace: t }\nspec: { hypervisorClusters: [hv] }'
  it('is not reported as unknown', () => {
    const cluster = 'management'
    expect(foundBy(unknownPool, claim, { cluster })).toEqual(['F14 OpenStackCluster a'])
    expect(foundBy(unknownPool, claim, { cluster, notInstalled: ['HypervisorCluster.crossplane.c5c3.io'] })).toEqual([])
  })
})
