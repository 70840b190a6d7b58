// SPDX-License-Identifier: Apache-2.0
// A credential plugin that the user's own policy denies is a configuration error of the command.
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runCli } from '../../harness/run-cli.ts'
import { tempFolder } from '../../harness/temp-folder.ts'

const exec = { apiVersion: 'client.authentication.k8s.io/v1', command: 'gardenlogin', interactiveMode: 'Never' }
const kubeconfig = (current: string) =>
  JSON.stringify({
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [{ name: 'it', cluster: { server: 'https://127.0.0.1:1' } }],
    users: [
      { name: 'plugin', user: { exec } },
      { name: 'both', user: { exec, token: 'abc' } },
    ],
    contexts: ['plugin', 'both'].map((user) => ({ name: user, context: { cluster: 'it', user } })),
    'current-context': current,
  })

const status = (current: string, env: Record<string, string>) => {
  const home = tempFolder({ kubeconfig: kubeconfig(current) })
  return runCli(['status'], { home, env: { KUBECONFIG: join(home, 'kubeconfig'), ...env } })
}

test('is exit 2 with the name and the source of the policy; no cluster is opened', async () => {
  const { code, stderr } = await status('plugin', { C5C3_EXEC_PLUGINS: 'deny' })
  expect(code).toBe(2)
  expect(stderr).toBe(
    'error: context plugin: credential plugin "gardenlogin" may not run: credential plugins are not allowed (C5C3_EXEC_PLUGINS)\nhint: allow it there if you trust it, or leave this cluster out\n',
  )
  const kuberc = join(
    tempFolder({
      kuberc: 'apiVersion: kubectl.config.k8s.io/v1beta1\nkind: Preference\ncredentialPluginPolicy: DenyAll\n',
    }),
    'kuberc',
  )
  expect((await status('plugin', { KUBERC: kuberc })).code).toBe(2)
})

test('a plugin that would not run, or of an unused context, does not matter', async () => {
  // A token wins over a plugin, and the context with the plugin is not used: the server is contacted, and is
  // unreachable.
  expect((await status('both', { C5C3_EXEC_PLUGINS: 'deny' })).code).toBe(7)
})
