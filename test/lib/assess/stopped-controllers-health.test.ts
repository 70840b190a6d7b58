// SPDX-License-Identifier: Apache-2.0
// Nothing that a stopped controller looks after is healthy; a failure and an intended state stay.
import { describe, expect, it } from 'vitest'
import { assess } from '../../../src/lib/assess/assess.ts'
import { causesOf } from '../../../src/lib/assess/causes.ts'
import { runChecks } from '../../../src/lib/assess/check-results.ts'
import { explainSubject } from '../../../src/lib/assess/why.ts'
import { controllerNotRunning } from '../../../src/lib/checks/control-plane/controller-not-running.ts'
import { fluxNotReady } from '../../../src/lib/checks/gitops/flux-not-ready.ts'
import { buildGraph } from '../../../src/lib/graph/build.ts'
import { KINDS } from '../../../src/lib/kinds/index.ts'
import type { GraphNode } from '../../../src/lib/model/graph/graph.ts'
import { ago, NOW, snapshotOf, thing } from '../graph/small.ts'

const stopped = (name: string, replicas: number, labels: Readonly<Record<string, string>> = {}) =>
  thing('Deployment.apps', `system/${name}`, {
    labels,
    more: {
      spec: { replicas },
      status: {
        conditions: replicas === 0 ? [] : [{ type: 'Available', status: 'False', lastTransitionTime: ago(3600) }],
      },
    },
  })

const kustomization = (name: string, status: string, spec = {}) =>
  thing('Kustomization.kustomize.toolkit.fluxcd.io', `flux-system/${name}`, {
    more: {
      apiVersion: 'kustomize.toolkit.fluxcd.io/v1',
      spec,
      status: { conditions: [{ type: 'Ready', status, reason: status === 'True' ? 'Applied' : 'BuildFailed' }] },
    },
  })

const OBJECTS = [
  kustomization('good', 'True'),
  kustomization('bad', 'False'),
  kustomization('paused', 'True', { suspend: true }),
]

function assessed(objects: readonly ReturnType<typeof thing>[], elsewhere: readonly ReturnType<typeof thing>[] = []) {
  const clusters = { management: { objects }, 'control-plane/cp': { objects: elsewhere } }
  const snapshot = snapshotOf({ kinds: KINDS, clusters })
  const assessment = assess(buildGraph(snapshot, KINDS), { now: NOW })
  const node = (name: string) => [...assessment.graph.nodes.values()].find((one) => one.name === name) as GraphNode
  return { snapshot, assessment, node, own: (name: string) => assessment.own(node(name).id) }
}

describe('objects of a stopped controller', () => {
  it.each([0, 1])('are unknown, with %i desired replicas', (replicas) => {
    const { own } = assessed([stopped('kustomize-controller', replicas), ...OBJECTS])
    expect(own('kustomize-controller').state).toBe('failed')
    expect(own('good')).toMatchObject({
      state: 'unknown',
      reason: 'ControllerNotRunning',
      message: 'its controller Deployment system/kustomize-controller @management is not running; status may be stale',
    })
    expect(own('bad')).toMatchObject({ state: 'failed', reason: 'BuildFailed' })
    expect(own('paused').state).toBe('suspended')
  })

  it('are judged by themselves if the controller is in another cluster, or not found', () => {
    const { own } = assessed(OBJECTS, [stopped('kustomize-controller', 0)])
    expect(own('good').state).toBe('healthy')
    expect(own('kustomize-controller').state).toBe('off')
  })
})

it('a more specific finding about the same controller is the cause, and explains all its objects', () => {
  const { snapshot, assessment, node } = assessed([
    stopped('kustomize-controller', 1, { 'app.kubernetes.io/part-of': 'flux' }),
    ...OBJECTS,
  ])
  const results = runChecks([controllerNotRunning, fluxNotReady], {
    snapshot,
    assessment,
    kinds: KINDS,
    events: new Map(),
  })
  const causes = causesOf(assessment, results)
  expect(causes.map(({ check, explains }) => [check.id, explains.map((one) => one.check.id)])).toEqual([
    ['flux-not-ready', ['controller-not-running']],
  ])
  const [first] = explainSubject(assessment, causes, node('good')).causes
  expect(first?.subject.name).toBe('kustomize-controller')
  expect(first?.path.map((step) => step.node.name)).toEqual(['good', 'kustomize-controller'])
})
