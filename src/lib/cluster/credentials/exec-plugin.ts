// SPDX-License-Identifier: Apache-2.0
import { basename } from 'node:path'
import { safeLine } from '../../model/text/sanitize.ts'
import type { ClusterConfig, ExecPlugin } from '../config.ts'
import { ClusterError } from '../failure.ts'
import { type PluginAnswer, readExecCredential } from './exec-credential.ts'
import { execInfo } from './exec-info.ts'
import { lookPath } from './find-executable.ts'
import { type PluginPolicy, refusalOf } from './plugin-policy.ts'
import { type PluginEnd, runProcess } from './plugin-process.ts'
import { redact, redactShapes } from './redact.ts'

export interface PluginHost {
  readonly env: NodeJS.ProcessEnv
  readonly policy: PluginPolicy
  /** Standard input is a terminal. */
  readonly terminal: boolean
  /** Shows stderr of an interactive plugin to the user. */
  readonly prompt: (text: string) => void
  /** Receives stderr of a plugin, sanitized and redacted. */
  readonly debug: ((text: string) => void) | undefined
  /** Time limit in ms; plugins with interactiveMode Always have none. */
  readonly limit: number
}

/** Runs the plugin once. Throws ClusterError; its message contains no output of the plugin. */
export async function runPlugin(
  config: ClusterConfig,
  plugin: ExecPlugin,
  host: PluginHost,
  signal: AbortSignal,
): Promise<PluginAnswer> {
  const name = pluginName(plugin)
  const interactive = plugin.interactiveMode !== 'Never' && host.terminal
  if (plugin.interactiveMode === 'Always' && !interactive)
    throw failed(name, 'needs a terminal to ask for a login (interactiveMode: Always)')
  const program = await lookPath(plugin.command, host.env)
  if (!program) throw failed(name, 'is not installed', plugin.installHint)
  const refusal = await refusalOf(plugin.command, program, host.policy, host.env)
  if (refusal) throw failed(name, `may not run: ${refusal}`)

  const stderr: string[] = []
  const run = async () =>
    runProcess({
      program,
      args: plugin.args.map((arg) => arg.unseal()),
      env: await environment(config, plugin, host, interactive),
      interactive,
      limit: plugin.interactiveMode === 'Always' ? Number.POSITIVE_INFINITY : host.limit,
      signal,
      onStderr: (text) => {
        if (interactive) host.prompt(redactShapes(text.replaceAll('\r\n', '\n')))
        if (stderr.length < MAX_CHUNKS) stderr.push(text)
      },
    })
  const end = await (plugin.interactiveMode === 'Always' ? runExclusively(run) : run())
  if (host.debug && stderr.length > 0) host.debug(redact(stderr.join(''), secretsOf(plugin)))
  return toAnswer(end, name, plugin, host)
}

export const pluginName = (plugin: ExecPlugin) => `"${safeLine(basename(plugin.command))}"`

const MAX_CHUNKS = 64

async function environment(
  config: ClusterConfig,
  plugin: ExecPlugin,
  host: PluginHost,
  interactive: boolean,
): Promise<NodeJS.ProcessEnv> {
  const own = plugin.env.map(({ name, value }) => [name, value.unseal()])
  return {
    ...host.env,
    ...Object.fromEntries(own),
    KUBERNETES_EXEC_INFO: await execInfo(config, plugin, interactive),
  }
}

async function toAnswer(end: PluginEnd, name: string, plugin: ExecPlugin, host: PluginHost): Promise<PluginAnswer> {
  const hint = host.debug ? undefined : 'use --debug to see the output of the plugin'
  switch (end.end) {
    case 'aborted':
      throw new ClusterError({ fault: 'cancelled', message: `credential plugin ${name} was stopped` })
    case 'limit':
      throw new ClusterError({
        fault: 'timeout',
        message: `credential plugin ${name} did not respond within ${host.limit / 1000}s`,
      })
    case 'too large':
      throw failed(name, 'failed (its answer is larger than 1 MiB)')
    case 'not started':
      throw failed(name, `could not be started (${end.code})`, plugin.installHint)
    case 'signal':
      throw failed(name, `failed (${end.name})`, hint)
    case 'exit': {
      if (end.code !== 0) throw failed(name, `failed (exit ${end.code})`, hint)
      const answer = await readExecCredential(end.stdout, plugin.apiVersion)
      if ('wrong' in answer) throw failed(name, `failed (${answer.wrong})`, hint)
      return answer
    }
  }
}

const failed = (name: string, what: string, hint?: string) =>
  new ClusterError({ fault: 'unauthorized', message: `credential plugin ${name} ${what}`, ...(hint && { hint }) })

/** Secrets in the plugin's arguments and environment, which it may print. */
function secretsOf(plugin: ExecPlugin): string[] {
  const args = plugin.args.map((arg) => arg.unseal())
  const secret = /secret|token|password|key/i
  const fromArgs = args.map((arg, i) => {
    const [flag = '', ...value] = arg.split('=')
    if (value.length > 0) return secret.test(flag) ? value.join('=') : ''
    const previous = args[i - 1] ?? ''
    return previous.startsWith('-') && !previous.includes('=') && secret.test(previous) ? arg : ''
  })
  return [...plugin.env.map(({ value }) => value.unseal()), ...fromArgs]
}

// Interactive plugins run one after the other: two prompts on one terminal cannot be answered.
let lastRun: Promise<unknown> = Promise.resolve()

function runExclusively<T>(run: () => Promise<T>): Promise<T> {
  const current = lastRun.then(run)
  lastRun = current.catch(() => undefined)
  return current
}
