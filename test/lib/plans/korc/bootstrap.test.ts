// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest'
import { normaliseControlPlane } from '../../../../src/lib/kinds/c5c3-operator/spec.ts'
import type { KubeObject } from '../../../../src/lib/model/object/resource.ts'
import { type BootstrapInput, planBootstrap } from '../../../../src/lib/plans/korc/bootstrap.ts'
import { wantedFor, wantedFrom } from '../../../../src/lib/plans/korc/import-items.ts'

const plane = (spec: object = {}): KubeObject => ({
  apiVersion: 'c5c3.io/v1alpha1',
  kind: 'ControlPlane',
  metadata: { name: 'plane', namespace: 'openstack' },
  spec: { korc: { enabled: true, ...spec } },
})

const korc = (kind: string, name: string, spec: object, more: object = {}): KubeObject => ({
  apiVersion: 'openstack.k-orc.cloud/v1alpha1',
  kind,
  metadata: { name, namespace: 'openstack', generation: 1, ...more },
  spec,
  status: { conditions: [{ type: 'Available', status: 'True', reason: 'Success', observedGeneration: 1 }] },
})

const imported = (kind: string, name: string, filter: object) =>
  korc(kind, name, { managementPolicy: 'unmanaged', import: { filter } })

const plan = (objects: readonly KubeObject[], more: Partial<BootstrapInput> = {}) =>
  planBootstrap({
    cluster: 'control-plane/eu',
    controlPlane: plane(),
    objects,
    unusable: new Map(),
    wanted: wantedFrom([
      { kind: 'Project', name: 'admin' },
      { kind: 'Role', name: 'Heat Owner' },
    ]),
    credentials: { cloudName: 'openstack', secretName: 'clouds' },
    hasCredentials: true,
    prefix: 'bootstrap',
    ...more,
  })

const shown = (steps: ReturnType<typeof plan>) =>
  steps.map(({ action, target }) => `${action} ${target.kind} ${target.name}`)

describe('the import list', () => {
  it('is everything that the bootstrap creates, or the kinds the control plane names, with the domain others refer to', () => {
    const kinds = (spec: object) => [...new Set(wantedFor(normaliseControlPlane(plane(spec))).map(({ kind }) => kind))]
    expect(kinds({})).toEqual(['Domain', 'Project', 'Role', 'User', 'Service', 'Endpoint'])
    expect(kinds({ bootstrapResources: ['roles'] })).toEqual(['Domain', 'Role'])
    const names = wantedFor(normaliseControlPlane(plane())).map(({ kind, slug }) => `${kind} ${slug}`)
    expect(names).toEqual(
      expect.arrayContaining(['Domain Default', 'Project service', 'Role manager', 'Endpoint keystone-admin']),
    )
  })

  it('is what the released operator lists by kind and name, with its own object names', () => {
    const names = (adminCredential: object) =>
      wantedFor(normaliseControlPlane(plane({ adminCredential }))).map(({ kind, slug }) => `${kind} ${slug}`)
    const bootstrapResources = [
      { kind: 'Project', name: 'admin' },
      { kind: 'Role', name: 'auditor' },
      { kind: 'Role' },
      7,
    ]
    expect(names({ bootstrapResources })).toEqual(['Domain Default', 'Project admin', 'Role auditor'])
    const [domain, project, , , , , , , user] = names({ domainName: 'Cloud', projectName: 'ops', userName: 'root' })
    expect([domain, project, user]).toEqual(['Domain Cloud', 'Project Cloud-ops', 'User Cloud-root'])
  })

  it('can be given in any order: referenced objects come first, and are added if missing', () => {
    const names = (list: object[]) => wantedFrom(list).map(({ kind, slug }) => `${kind} ${slug}`)
    expect(
      names([
        { kind: 'Endpoint', name: 'public' },
        { kind: 'Project', name: 'admin', domain: 'heat' },
        { kind: 'Project', name: 'admin' },
        { kind: 'Domain', name: 'heat' },
        { kind: 'Domain', name: 'heat' },
      ]),
    ).toEqual([
      'Domain Default',
      'Domain heat',
      'Project heat-admin',
      'Project admin',
      'Service keystone',
      'Endpoint keystone-public',
    ])
    const [, , project] = plan([], {
      wanted: wantedFrom([
        { kind: 'Project', name: 'stacks', domain: 'heat' },
        { kind: 'Domain', name: 'heat' },
        { kind: 'Domain', name: 'Default' },
      ]),
    })
    expect(project?.manifest).toMatchObject({
      spec: { import: { filter: { name: 'stacks', domainRef: 'bootstrap-domain-heat' } } },
    })
  })

  it.each([
    [{}, 'it holds no list'],
    [[{ kind: 'Endpoint', name: 'keystone' }], 'entry 1: the name of an endpoint is its interface: public'],
    [
      [
        { kind: 'Role', name: 'Heat Owner' },
        { kind: 'Role', name: 'heat-owner' },
      ],
      'two entries would have the same name: Role heat-owner',
    ],
    [[{ kind: 'Pod', name: 'x' }], 'entry 1 has no kind of'],
    [[{ kind: 'Role' }], 'entry 1 has no name'],
    [[null], 'entry 1 has no kind'],
  ])('that is invalid is an error with the reason: %j', (list, expectedText) => {
    expect(() => wantedFrom(list)).toThrow(expectedText)
  })
})

describe('the import plan', () => {
  it('creates missing imports, unmanaged, with references by name', () => {
    const steps = plan([])
    expect(shown(steps)).toEqual([
      'create Domain bootstrap-domain-default',
      'create Project bootstrap-project-admin',
      'create Role bootstrap-role-heat-owner',
    ])
    expect(steps[1]?.manifest['spec']).toEqual({
      cloudCredentialsRef: { cloudName: 'openstack', secretName: 'clouds' },
      managementPolicy: 'unmanaged',
      import: { filter: { name: 'admin', domainRef: 'bootstrap-domain-default' } },
    })
    expect(JSON.stringify(steps)).not.toMatch(/"resource"|"managed"|"status"/)
  })

  it('keeps an equal import, whatever its name, and refers to it', () => {
    const steps = plan([imported('Domain', 'default', { name: 'Default' })])
    expect(shown(steps)).toEqual([
      'none Domain default',
      'create Project bootstrap-project-admin',
      'create Role bootstrap-role-heat-owner',
    ])
    expect(steps[1]?.manifest).toMatchObject({ spec: { import: { filter: { domainRef: 'default' } } } })
    expect(
      shown(plan([imported('Domain', 'default', { name: 'Default' }), imported('Project', 'p', { name: 'admin' })]))[1],
    ).toBe('none Project p')
  })

  it('waits for an existing import that is not resolved yet', () => {
    const waiting = { ...imported('Domain', 'default', { name: 'Default' }), status: { conditions: [] } }
    expect(plan([waiting])[0]).toMatchObject({ action: 'none', acknowledged: 'available' })
    expect(plan([imported('Domain', 'default', { name: 'Default' })])[0]).not.toHaveProperty('acknowledged')
  })

  it.each<[string, KubeObject, string]>([
    [
      'imports something else',
      imported('Project', 'bootstrap-project-admin', { name: 'other' }),
      'bootstrap-project-admin exists and imports something else',
    ],
    [
      'is managed and is the same resource',
      korc('Project', 'admin', { resource: { name: 'admin' } }),
      'is managed and stands for the same Project admin: deleting it deletes the real one',
    ],
    [
      'is managed by its own name',
      korc('Project', 'admin', { managementPolicy: 'managed', resource: {} }),
      'deleting it deletes the real one',
    ],
  ])('refuses if an object %s', (_, object, expectedText) => {
    const step = plan([object])[1]
    expect(step).toMatchObject({
      action: 'refused',
      reasons: [{ text: expect.stringContaining(expectedText), hint: expect.any(String) }],
    })
  })

  it('refuses objects that refer to a refused one: K-ORC would wait forever', () => {
    const steps = plan([korc('Domain', 'mine', { resource: { name: 'Default' } })])
    expect(shown(steps)).toEqual([
      'refused Domain bootstrap-domain-default',
      'refused Project bootstrap-project-admin',
      'create Role bootstrap-role-heat-owner',
    ])
    expect(steps[1]?.reasons).toEqual([{ text: 'it refers to Domain Default, which is refused' }])
  })

  it('accepts objects that the operator of the control plane manages itself', () => {
    const owner = { apiVersion: 'c5c3.io/v1alpha1', kind: 'ControlPlane', name: 'plane', uid: 'u', controller: true }
    const managed = korc('Project', 'admin', { resource: { name: 'admin' } }, { ownerReferences: [owner] })
    expect(shown(plan([managed]))[1]).toBe('none Project admin')
  })

  it.each<[string, Partial<BootstrapInput>, string]>([
    ['without clouds.yaml', { hasCredentials: false }, 'Secret openstack/clouds with clouds.yaml is missing'],
    ['with K-ORC switched off', { controlPlane: plane({ enabled: false }) }, 'K-ORC is switched off'],
    [
      'where the kind is not installed',
      { unusable: new Map([['Domain', "K-ORC's kind Domain is not installed"]]) },
      "K-ORC's kind Domain is not installed",
    ],
  ])('refuses %s', (_, more, expectedText) => {
    expect(plan([], more)[0]).toMatchObject({
      action: 'refused',
      reasons: [{ text: expect.stringContaining(expectedText) }],
    })
  })

  it('does not fail on malformed data', () => {
    for (const spec of [
      undefined,
      null,
      'x',
      { import: 7 },
      { import: { filter: [] }, managementPolicy: 'unmanaged' },
      { resource: 'x' },
    ])
      expect(plan([korc('Domain', 'odd', spec as object)])).toHaveLength(3)
  })

  it('creates an import with other credentials beside an existing one, and refuses to replace it', () => {
    const elsewhere = (name: string, ref: object, more: object = {}) =>
      korc(
        'Role',
        name,
        {
          managementPolicy: 'unmanaged',
          cloudCredentialsRef: ref,
          import: { filter: { name: 'Heat Owner' } },
        },
        more,
      )
    const imports = wantedFrom([{ kind: 'Role', name: 'Heat Owner' }])
    const own = { cloudName: 'openstack', secretName: 'clouds' }
    expect(shown(plan([elsewhere('theirs', own)], { wanted: imports }))).toEqual(['none Role theirs'])
    for (const other of [
      { ...own, cloudName: 'second' },
      { ...own, secretName: 'second' },
    ]) {
      expect(shown(plan([elsewhere('theirs', other)], { wanted: imports }))).toEqual([
        'create Role bootstrap-role-heat-owner',
      ])
      // The operator of the control plane has several credentials for one Keystone.
      const owned = { ownerReferences: [{ kind: 'ControlPlane', name: 'plane', controller: true }] }
      expect(shown(plan([elsewhere('theirs', other, owned)], { wanted: imports }))).toEqual(['none Role theirs'])
      const [taken] = plan([elsewhere('bootstrap-role-heat-owner', other)], { wanted: imports })
      expect([taken?.action, taken?.reasons[0]?.text]).toEqual([
        'refused',
        `bootstrap-role-heat-owner exists and imports it with other credentials (cloud ${other.cloudName} of Secret ${other.secretName})`,
      ])
    }
  })
})
