// SPDX-License-Identifier: Apache-2.0
import { mkdir, symlink, writeFile } from 'node:fs/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { credentialsFor } from '../../../../src/lib/cluster/credentials/credentials-for.ts'
import { loadPluginPolicy, refusalOf } from '../../../../src/lib/cluster/credentials/plugin-policy.ts'
import { calm, configOf, execOf, type Lab, openLab } from './fake-plugin.ts'

let lab: Lab
beforeEach(async () => {
  lab = await openLab()
  await mkdir(lab.at('.kube'))
})
afterEach(() => lab.done())

const HEAD = 'apiVersion: kubectl.config.k8s.io/v1beta1\nkind: Preference\n'
const kuberc = (text: string) => writeFile(lab.at('.kube/kuberc'), text)
const policy = (env: NodeJS.ProcessEnv = {}) => loadPluginPolicy(env, lab.folder)

describe('the policy for credential plugins', () => {
  test('allows all plugins without a kuberc', async () => {
    expect(await policy()).toEqual({ allow: 'all' })
    await kuberc(HEAD)
    expect(await policy()).toEqual({ allow: 'all' })
    await kuberc(`${HEAD}credentialPluginPolicy: AllowAll`)
    expect(await policy()).toEqual({ allow: 'all' })
  })

  test('comes from kuberc: denied or an allow list', async () => {
    await kuberc(`${HEAD}credentialPluginPolicy: DenyAll`)
    expect(await policy()).toEqual({ allow: 'none', by: lab.at('.kube/kuberc') })
    await kuberc(
      `${HEAD}credentialPluginPolicy: Allowlist\ncredentialPluginAllowlist: [{command: a}, {name: /usr/bin/b}]`,
    )
    expect(await policy()).toMatchObject({ allow: 'listed', commands: ['a', '/usr/bin/b'] })
  })

  test('is the first preference among several documents', async () => {
    await kuberc(
      `apiVersion: example.com/v9\nkind: Preference\n---\n${HEAD}credentialPluginPolicy: DenyAll\n---\n${HEAD}`,
    )
    expect(await policy()).toMatchObject({ allow: 'none' })
  })

  test('comes from the file in KUBERC, which can also disable it', async () => {
    await kuberc(`${HEAD}credentialPluginPolicy: DenyAll`)
    await writeFile(lab.at('other'), `${HEAD}credentialPluginPolicy: AllowAll`)
    expect(await policy({ KUBERC: lab.at('other') })).toEqual({ allow: 'all' })
    expect(await policy({ KUBERC: 'off' })).toEqual({ allow: 'all' })
    expect(await policy({ KUBECTL_KUBERC: 'false' })).toEqual({ allow: 'all' })
    await expect(policy({ KUBERC: lab.at('gone') })).rejects.toMatchObject({ code: 'BAD_CONFIG', exit: 'usage' })
  })

  test('C5C3_EXEC_PLUGINS=deny overrides every other policy', async () => {
    expect(await policy({ C5C3_EXEC_PLUGINS: 'deny', KUBERC: 'off' })).toEqual({
      allow: 'none',
      by: 'C5C3_EXEC_PLUGINS',
    })
    await kuberc(`${HEAD}credentialPluginPolicy: DenyAll`)
    expect(await policy({ C5C3_EXEC_PLUGINS: 'allow' })).toMatchObject({ allow: 'none' })
    await expect(policy({ C5C3_EXEC_PLUGINS: 'Deny' })).rejects.toThrow('C5C3_EXEC_PLUGINS must be deny or allow')
  })

  test.each([
    ['credentialPluginPolicy: denyall', /:3:25: credentialPluginPolicy must be AllowAll, DenyAll or Allowlist/],
    ['credentialPluginPolicy: Allowlist', /credentialPluginAllowlist must name a plugin/],
    [
      'credentialPluginPolicy: Allowlist\ncredentialPluginAllowlist: []',
      /credentialPluginAllowlist must name a plugin/,
    ],
    [
      'credentialPluginPolicy: Allowlist\ncredentialPluginAllowlist: [{}]',
      /credentialPluginAllowlist\[0\] must name a command/,
    ],
    ['credentialPluginPolicy: Allowlist\ncredentialPluginAllowlist: [{command: /a/../b}]', /must be a plain path/],
    ['credentialPluginAllowlist: [{command: a}]', /needs credentialPluginPolicy: Allowlist/],
    ['credentialPluginPolicy: [', /is not valid YAML/],
  ])('an ambiguous policy is an error: %s', async (text, message) => {
    await kuberc(HEAD + text)
    const error: unknown = await policy().catch((e: unknown) => e)
    expect(error).toMatchObject({ code: 'BAD_CONFIG', exit: 'usage', message: expect.stringMatching(message) })
  })

  test('allows a listed plugin, by name or by path', async () => {
    const program = await lab.plugin('login', '')
    await symlink(program, lab.at('alias'))
    const env = { PATH: lab.folder }
    const refused = (command: string, program: string, ...commands: string[]) =>
      refusalOf(command, program, { allow: 'listed', commands, by: 'kuberc' }, env)
    expect(await refused('login', program, 'other', 'login')).toBeUndefined()
    expect(await refused('login', program, program)).toBeUndefined()
    expect(await refused(program, program, 'login')).toBeUndefined()
    expect(await refused('/opt/evil/login', '/opt/evil/login', 'login')).toBe('it is not in the allowlist of kuberc')
    expect(await refused('login', program, lab.at('alias'))).toBe('it is not in the allowlist of kuberc')
  })

  test('prevents a denied plugin from running', async () => {
    const program = await lab.plugin('login', 'answer({ token: "t" })')
    const run = (env: NodeJS.ProcessEnv) =>
      credentialsFor(configOf(execOf(program)), { env: { ...process.env, ...env }, home: lab.folder }).current(calm())
    await expect(run({ C5C3_EXEC_PLUGINS: 'deny' })).rejects.toThrow(
      'credential plugin "login" may not run: credential plugins are not allowed (C5C3_EXEC_PLUGINS)',
    )
    await kuberc(`${HEAD}credentialPluginPolicy: DenyAll`)
    await expect(run({})).rejects.toMatchObject({
      failure: { fault: 'unauthorized', message: expect.stringContaining('.kube/kuberc') },
    })
    await kuberc(`${HEAD}credentialPluginPolicy: Perhaps`)
    await expect(run({})).rejects.toMatchObject({ failure: { fault: 'unauthorized' } })
    expect(await lab.runs()).toBe(0)
    await kuberc(`${HEAD}credentialPluginPolicy: Allowlist\ncredentialPluginAllowlist: [{command: ${program}}]`)
    await run({})
    expect(await lab.runs()).toBe(1)
  })
})
