// SPDX-License-Identifier: Apache-2.0
import { expect, test } from 'vitest'
import { small } from '../../harness/landscape.ts'
import { runCli } from '../../harness/run-cli.ts'

test('a service operator that is newer than this release is shown and can be the root cause', async () => {
  const { stdout, code } = await runCli(['status', '--demo', small('other-service'), '-o', 'json'])
  const [row] = JSON.parse(stdout).clusters
  expect(row.blocker).toMatchObject({ kind: 'Octavia', name: 'cobaltcore-octavia', reason: 'AmphoraImageMissing' })
  expect(row.phases.find(({ id }: { id: string }) => id === '5').state).toBe('failed')
  expect(code).toBe(1)
})
