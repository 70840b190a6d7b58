// SPDX-License-Identifier: Apache-2.0
import { expect, it } from 'vitest'
import { conditions, healthOf, linksOf } from './told.ts'

const KUSTOMIZATION = 'Kustomization.kustomize.toolkit.fluxcd.io'

it('a failed health check leads to the object it names', () => {
  const message = "timeout waiting for: [Deployment/cinder-system/cinder-operator status: 'InProgress']"
  const failed = conditions(`Ready=False/HealthCheckFailed ${message}`)
  expect(linksOf(KUSTOMIZATION, failed)).toEqual([
    'depends-on Deployment cinder-system/cinder-operator (optional, named)',
  ])
  expect(linksOf(KUSTOMIZATION, conditions(`Ready=True/ReconciliationSucceeded ${message}`))).toEqual([])
})

it('a release that was rolled back reports why its upgrade failed', () => {
  const told = conditions('Ready=False/RollbackSucceeded rolled back', 'Released=False/UpgradeFailed timed out')
  expect(healthOf('HelmRelease.helm.toolkit.fluxcd.io', told)).toMatchObject({
    state: 'failed',
    message: 'timed out; rolled back',
  })
})
