// SPDX-License-Identifier: Apache-2.0
// A check grants K-ORC a grace period before a rejected login is a finding; verify, run right after an import, does
// not.
import { expect, test } from 'vitest'
import { runCli } from '../../harness/run-cli.ts'
import { tempFolder } from '../../harness/temp-folder.ts'

const REFUSED =
  'providerClient authentication err: Expected HTTP response code [201 202] when accessing [POST http://keystone:5000/v3/auth/tokens], but got 401 instead: {"error":{"code":401}}'

const fleet = (status: string, reason: string, message: string) => {
  const condition = (type: string, value: string) => ({
    type,
    status: value,
    reason,
    message,
    observedGeneration: 1,
    lastTransitionTime: '2026-11-16T11:59:30Z',
  })
  const role = {
    apiVersion: 'openstack.k-orc.cloud/v1alpha1',
    kind: 'Role',
    metadata: { name: 'bootstrap-role-member', namespace: 'openstack', generation: 1 },
    spec: {
      cloudCredentialsRef: { cloudName: 'openstack', secretName: 'k-orc-clouds-yaml' },
      managementPolicy: 'unmanaged',
      import: { filter: { name: 'member' } },
    },
    status: { conditions: [condition('Available', status), condition('Progressing', 'True')] },
  }
  const secret = {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name: 'k-orc-clouds-yaml', namespace: 'openstack' },
    stringData: { 'clouds.yaml': 'clouds: { openstack: { auth: { auth_url: http://keystone:5000/v3 } } }' },
  }
  return tempFolder({
    'fleet.yaml': 'title: young\nnow: 2026-11-16T12:00:00Z\n',
    'control-plane.cp.yaml': [role, secret].map((object) => JSON.stringify(object)).join('\n---\n'),
  })
}

test.each([
  ['a login that is refused', 'TransientError', REFUSED, 'found'],
  ['an import without a match', 'Progressing', 'Waiting for OpenStack resource to be created externally', 'ok'],
])('%s, half a minute ago', async (_, reason, message, outcome) => {
  const { code, stdout } = await runCli(['korc', 'verify', '--demo', fleet('False', reason, message), '-o', 'json'])
  const item = JSON.parse(stdout).items.find(({ id }: { id: string }) => id === 'cannot-reach-keystone')
  expect([code, item.outcome, item.problems.length]).toEqual([1, outcome, outcome === 'found' ? 1 : 0])
})
