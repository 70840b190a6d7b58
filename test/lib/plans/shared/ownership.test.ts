// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest'
import { fieldManagers } from '../../../../src/lib/cluster/write/field-managers.ts'
import { managersOf, owns } from '../../../../src/lib/model/object/field-manager.ts'
import type { KubeObject, Meta } from '../../../../src/lib/model/object/resource.ts'
import { isHuman, keeperOf, rivalReasons, rivalsFor } from '../../../../src/lib/plans/shared/ownership.ts'

const KEY = ['data', 'userKey']

const secret = (managers: readonly object[], metadata: Partial<Meta> = {}): KubeObject => ({
  apiVersion: 'v1',
  kind: 'Secret',
  metadata: { name: 's', namespace: 'n', ...metadata, managers: fieldManagers(managers) } as Meta,
})

const manager = (name: string, operation = 'Update', fields: object = { 'f:data': { '.': {}, 'f:userKey': {} } }) => ({
  manager: name,
  operation,
  fieldsV1: fields,
})

describe('field ownership', () => {
  it('is read from managedFields by name, including names with dots', () => {
    const fields = {
      'f:metadata': { 'f:annotations': { 'f:c5c3.io/source': {} } },
      'f:data': { '.': {}, 'f:clouds.yaml': {} },
    }
    const [read] = managersOf(secret([manager('x', 'Apply', fields)]))
    expect(read?.fields).toEqual([['metadata', 'annotations', 'c5c3.io/source'], ['data'], ['data', 'clouds.yaml']])
    expect(owns(read!, ['data', 'clouds.yaml'])).toBe(true)
    expect(owns(read!, ['data', 'clouds'])).toBe(false)
    expect(owns(read!, ['metadata'])).toBe(true)
  })

  it('with malformed managedFields protects nothing and does not throw', () => {
    for (const malformed of [
      undefined,
      7,
      'x',
      [null],
      [{}],
      [{ manager: 1, operation: 'Apply' }],
      [{ manager: 'x', operation: 'Apply', fieldsV1: [] }],
    ])
      expect(fieldManagers(malformed).flatMap(({ fields }) => fields)).toEqual([])
  })

  it.each([
    ['kubectl-create', true],
    ['kubectl', true],
    ['kubectl-client-side-apply', true],
    ['before-first-apply', true],
    ['Mozilla', true],
    ['externalsecrets.external-secrets.io/x', false],
    ['provider-kubernetes/x', false],
    ['kustomize-controller', false],
    ['helm-controller', false],
    ['manager', false],
  ])('%s is a person: %s', (name, human) => {
    expect(isHuman({ manager: name })).toBe(human)
  })

  it('distinguishes people, who may lose fields with --adopt, programs, who never do, and ourselves', () => {
    const object = secret([
      manager('kubectl-create'),
      manager('helm-controller', 'Apply'),
      manager('kubectl-c5c3', 'Apply'),
    ])
    const rivals = rivalsFor(object, [KEY])
    expect([rivals.people, rivals.programs.map((each) => each.manager)]).toEqual([
      ['kubectl-create'],
      ['helm-controller'],
    ])
    expect(rivalReasons(rivals, [KEY], false)).toHaveLength(2)
    expect(rivalReasons(rivals, [KEY], true).map(({ text }) => text)).toEqual([
      'data.userKey belongs to helm-controller',
    ])
  })

  it('an Update under our name is not our Apply', () => {
    expect(rivalsFor(secret([manager('kubectl-c5c3', 'Update')]), [KEY]).people).toEqual(['kubectl-c5c3'])
  })

  it('an object without managers belongs to before-first-apply', () => {
    expect(rivalsFor(secret([]), [KEY]).people).toEqual(['before-first-apply'])
  })

  it('managers of other fields are ignored', () => {
    const other = manager('helm-controller', 'Apply', { 'f:data': { 'f:monitors': {} } })
    expect(rivalsFor(secret([other]), [KEY])).toEqual({ programs: [], people: [] })
  })

  it('a managing controller is recognised by its labels and annotations', () => {
    expect(keeperOf(secret([], { labels: { 'helm.toolkit.fluxcd.io/name': 'cinder' } }))?.text).toContain(
      'the Flux HelmRelease cinder',
    )
    expect(keeperOf(secret([], { labels: { 'app.kubernetes.io/managed-by': 'Helm' } }))?.text).toContain('Helm')
    expect(keeperOf(secret([], { labels: { 'app.kubernetes.io/managed-by': 'kubectl-c5c3' } }))).toBeUndefined()
    const owner = { apiVersion: 'v1', kind: 'Thing', name: 't', uid: 'u' }
    expect(keeperOf(secret([], { ownerReferences: [owner] }))).toBeUndefined()
    expect(keeperOf(secret([], { ownerReferences: [{ ...owner, controller: true }] }))?.text).toContain('Thing t')
  })
})
