// SPDX-License-Identifier: Apache-2.0
// Limits of the checks: new objects, operations in progress and intended states are no findings.
import { describe, expect, it } from 'vitest'
import { nodeNotReady } from '../../../src/lib/checks/clusters/node-not-ready.ts'
import { nodesMissing } from '../../../src/lib/checks/clusters/nodes-missing.ts'
import { shootNotCreated } from '../../../src/lib/checks/clusters/shoot-not-created.ts'
import { ago } from '../graph/small.ts'
import { found } from './found.ts'

const condition = (type: string, status: string, minutes: number) =>
  `{ type: ${type}, status: "${status}", reason: R, message: m, lastTransitionTime: "${ago(minutes * 60)}" }`

const node = (status: string, minutes: number) =>
  `apiVersion: v1\nkind: Node\nmetadata: { name: n }\nstatus: { conditions: [${condition('Ready', status, minutes)}] }`

const host = (maintenance: string) =>
  `\n---\napiVersion: kvm.cloud.sap/v1\nkind: Hypervisor\nmetadata: { name: n }\nspec: { maintenance: "${maintenance}" }`

describe('a node', () => {
  it('may restart for five minutes', () => {
    expect(found(nodeNotReady, node('Unknown', 4))).toEqual([])
    expect(found(nodeNotReady, node('Unknown', 6))).toEqual(['F27 Node n'])
    expect(found(nodeNotReady, node('False', 6))).toEqual(['F27 Node n'])
    expect(found(nodeNotReady, node('True', 6))).toEqual([])
  })

  it('may be down during maintenance, but not if the HA service evicted it', () => {
    expect(found(nodeNotReady, node('Unknown', 60) + host('manual'))).toEqual([])
    expect(found(nodeNotReady, node('Unknown', 60) + host('ha'))).toEqual(['F27 Node n'])
  })
})

describe('a Shoot', () => {
  const shoot = (operation: string, more = '', meta = '') =>
    `apiVersion: core.gardener.cloud/v1beta1\nkind: Shoot\nmetadata: { name: s${meta} }\nspec: { provider: { workers: [{ name: w, minimum: 3 }] } }\nstatus: { lastOperation: { ${operation} }, conditions: [${condition('EveryNodeReady', 'False', 30)}]${more} }`
  const failed = (code: string) => `, lastErrors: [{ description: d, codes: [${code}] }]`

  it('that cannot be created is found once Gardener gave up or needs an operator', () => {
    expect(found(shootNotCreated, shoot('type: Create, state: Failed'))).toEqual(['F26 Shoot s'])
    expect(found(shootNotCreated, shoot('type: Create, state: Processing'))).toEqual([])
    expect(found(shootNotCreated, shoot('type: Create, state: Error', failed('ERR_RETRYABLE')))).toEqual([])
    expect(found(shootNotCreated, shoot('type: Create, state: Error', failed('ERR_INFRA_QUOTA_EXCEEDED')))).toEqual([
      'F26 Shoot s',
    ])
    expect(found(shootNotCreated, shoot('type: Reconcile, state: Failed'))).toEqual([])
  })

  it('that is being created, hibernated, deleted or new has no finding about missing nodes', () => {
    expect(found(nodesMissing, shoot('type: Reconcile, state: Succeeded'))).toEqual(['F27 Shoot s'])
    expect(found(nodesMissing, shoot('type: Create, state: Processing'))).toEqual([])
    expect(found(nodesMissing, shoot('type: Reconcile, state: Succeeded', ', hibernated: true'))).toEqual([])
    const [gone, young] = [`, deletionTimestamp: "${ago(9)}"`, `, creationTimestamp: "${ago(600)}"`]
    expect(found(nodesMissing, shoot('type: Reconcile, state: Succeeded', '', gone))).toEqual([])
    expect(found(nodesMissing, shoot('type: Reconcile, state: Succeeded', '', young))).toEqual([])
  })
})
