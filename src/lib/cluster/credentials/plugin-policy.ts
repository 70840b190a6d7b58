// SPDX-License-Identifier: Apache-2.0
import { readFile } from 'node:fs/promises'
import { join, normalize } from 'node:path'
import { C5c3Error } from '../../model/report/errors.ts'
import { safeLine } from '../../model/text/sanitize.ts'
import { type Field, readDocuments } from '../kubeconfig/document.ts'
import { lookPath } from './find-executable.ts'

/** `by` is where the policy is set. */
export type PluginPolicy =
  | { readonly allow: 'all' }
  | { readonly allow: 'none'; readonly by: string }
  | { readonly allow: 'listed'; readonly commands: readonly string[]; readonly by: string }

/**
 * Loads the policy from C5C3_EXEC_PLUGINS=deny, else from kubectl's preference file (KUBERC, else ~/.kube/kuberc). A
 * policy that cannot be parsed is an error, because ignoring it would remove a protection.
 */
export async function loadPluginPolicy(env: NodeJS.ProcessEnv, home: string): Promise<PluginPolicy> {
  const setting = env['C5C3_EXEC_PLUGINS'] ?? ''
  if (setting === 'deny') return { allow: 'none', by: 'C5C3_EXEC_PLUGINS' }
  if (setting !== '' && setting !== 'allow')
    throw new C5c3Error('BAD_CONFIG', 'usage', 'C5C3_EXEC_PLUGINS must be deny or allow')
  if (env['KUBERC'] === 'off' || env['KUBECTL_KUBERC'] === 'false') return { allow: 'all' }
  const file = env['KUBERC'] || join(home, '.kube', 'kuberc')
  const text = await readPolicyFile(file, Boolean(env['KUBERC']))
  for await (const root of readDocuments(text, file, 'BAD_CONFIG')) if (isPreference(root)) return policyOf(root, file)
  return { allow: 'all' }
}

/** Why a plugin may not run; undefined when it may. program is the resolved path of command. */
export async function refusalOf(
  command: string,
  program: string,
  policy: PluginPolicy,
  env: NodeJS.ProcessEnv,
): Promise<string | undefined> {
  if (policy.allow === 'all') return undefined
  if (policy.allow === 'none') return `credential plugins are not allowed (${policy.by})`
  if (policy.commands.includes(normalize(command)) || policy.commands.includes(program)) return undefined
  for (const listed of policy.commands) if ((await lookPath(listed, env)) === program) return undefined
  return `it is not in the allowlist of ${policy.by}`
}

async function readPolicyFile(file: string, explicit: boolean): Promise<string> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
    if (code === 'ENOENT' && !explicit) return ''
    throw new C5c3Error('BAD_CONFIG', 'usage', `kuberc ${safeLine(file)} cannot be read (${code})`)
  }
}

const isPreference = (root: Field) =>
  root.get('kind').text() === 'Preference' && root.get('apiVersion').text().startsWith('kubectl.config.k8s.io/')

function policyOf(root: Field, file: string): PluginPolicy {
  const policy = root.get('credentialPluginPolicy')
  const list = root.get('credentialPluginAllowlist')
  const by = safeLine(file)
  if (policy.text() === 'Allowlist') return { allow: 'listed', commands: allowlistOf(list), by }
  if (!list.absent) list.fail('needs credentialPluginPolicy: Allowlist')
  if (policy.text() === 'DenyAll') return { allow: 'none', by }
  if (policy.text() === '' || policy.text() === 'AllowAll') return { allow: 'all' }
  return policy.fail('must be AllowAll, DenyAll or Allowlist')
}

function allowlistOf(list: Field): string[] {
  const entries = list.items()
  if (entries.length === 0) list.fail('must name a plugin; use credentialPluginPolicy: DenyAll to allow none')
  return entries.map((entry) => {
    // Older kuberc versions spell the field `name`.
    const field = entry.get('command').absent ? entry.get('name') : entry.get('command')
    if (field.text() === '') entry.fail('must name a command')
    if (normalize(field.text()) !== field.text()) field.fail('must be a plain path, without . and ..')
    return field.text()
  })
}
