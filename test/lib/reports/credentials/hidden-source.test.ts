// SPDX-License-Identifier: Apache-2.0
// A credential whose source could not be read is unknown; others are what they were.
import { expect, it } from 'vitest'
import { credentialsReport } from '../../../../src/lib/reports/credentials/report.ts'
import { CREDENTIAL_CHECKS, credentialKinds } from '../../../../src/lib/topics/credentials/kinds.ts'
import { observeScenario } from '../../../harness/observed.ts'

async function chainsOf(scenario: string) {
  const only = credentialKinds(false)
  const seen = await observeScenario(scenario, undefined, { only, checks: CREDENTIAL_CHECKS })
  const { chains } = credentialsReport({ ...seen, allowIncomplete: false })
  return chains
    .filter(({ name }) => name.startsWith('openstack-customer-a-prod'))
    .map(({ name, state, values, notCompared }) => `${name.split('/')[1]} ${state} ${notCompared ?? values}`)
    .sort()
}

it('a Ceph key whose storage cluster is unreachable was not compared, the rest stays decided', async () => {
  const [healthy, after] = [await chainsOf('healthy'), await chainsOf('pool-unreachable')]
  const changed = after.filter((line) => !healthy.includes(line))
  expect(changed).toEqual(['ceph-client-customer-a-prod-x7k2p unknown not read'])
}, 60_000)
