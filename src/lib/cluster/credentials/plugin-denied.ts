// SPDX-License-Identifier: Apache-2.0
import type { ClusterConfig } from '../config.ts'
import { pluginOf } from './credentials-for.ts'
import { pluginName } from './exec-plugin.ts'
import { lookPath } from './find-executable.ts'
import { loadPluginPolicy, refusalOf } from './plugin-policy.ts'

/** Why the plugin may not run; undefined when it may, or when the cluster uses none. */
export async function deniedPlugin(
  config: ClusterConfig,
  env: NodeJS.ProcessEnv,
  home: string,
): Promise<string | undefined> {
  const plugin = pluginOf(config)
  if (!plugin) return undefined
  const policy = await loadPluginPolicy(env, home)
  const program = (await lookPath(plugin.command, env)) ?? plugin.command
  const refusal = await refusalOf(plugin.command, program, policy, env)
  return refusal === undefined ? undefined : `credential plugin ${pluginName(plugin)} may not run: ${refusal}`
}
