// SPDX-License-Identifier: Apache-2.0
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { constants } from 'node:os'
import type { FleetFlags } from '../../cli/flags/cluster-flags.ts'
import { Interrupted } from '../../cli/process/interrupted.ts'
import { lookPath } from '../../cluster/credentials/find-executable.ts'
import { writeKubeconfig } from '../../cluster/kubeconfig/write.ts'
import { type Fleet, hasIdentityMismatch, type Member } from '../../fleet/member.ts'
import { io } from '../../io/io.ts'
import { C5c3Error } from '../../model/report/errors.ts'
import { isKubectlPlugin, isReadOnlyKubectl, loginFlagOf, verbOf } from '../../model/text/kubectl-verbs.ts'
import { safeLine } from '../../model/text/sanitize.ts'
import { clustersNamed } from '../../reports/shared/parse-subject.ts'
import { checkAuthority } from '../../writes/preconditions.ts'

/** Throws for arguments that address another cluster, or that may write without --allow-writes. */
export function checkKubectlWords(words: readonly string[], allowWrites: boolean): void {
  if (words.length === 0) throw usageError('missing kubectl command', 'put it after --: @CLUSTER -- get pods')
  const flag = loginFlagOf(words)
  if (flag)
    throw usageError(`${safeLine(flag.split('=')[0] ?? '')} would address another cluster or user`, 'leave it out')
  if (verbOf(words) === 'config')
    throw usageError('kubectl config does not address a cluster', 'run kubectl config itself')
  if (allowWrites || isReadOnlyKubectl(words)) return
  const message = `"${safeLine(words.join(' '), 200)}" may change the cluster and was not run`
  throw new C5c3Error('PLAN_BLOCKED', 'refused', message, ['to allow it, put --allow-writes before @CLUSTER'])
}

const usageError = (message: string, hint: string) => new C5c3Error('USAGE', 'usage', message, [hint])

/** The member of this name, with or without its @. */
export function memberNamed({ members }: Fleet, word: string): Member & { config: NonNullable<Member['config']> } {
  const labels = clustersNamed(word.replace(/^@/, ''), members)
  const [member, ...others] = members.filter(({ label }) => labels.has(label))
  if (!member || others.length > 0)
    throw new C5c3Error('AMBIGUOUS', 'usage', `"${safeLine(word)}" is ambiguous`, [...labels])
  const { config, client, label, failure } = member
  const hints = ['to list the clusters and their status: kubectl c5c3 contexts']
  if (hasIdentityMismatch(member))
    throw new C5c3Error('PLAN_BLOCKED', 'refused', `${label} is not the cluster that the profile expects`, hints)
  if (!config || !client)
    throw new C5c3Error('NO_CLUSTER_REACHABLE', 'noAccess', `${label}: ${failure?.message ?? 'not reachable'}`, hints)
  return { ...member, config }
}

/** Enforces the protection of the profile for commands that may write. */
export async function confirmKubectl(
  { profile }: Fleet,
  member: Member,
  words: readonly string[],
  confirmedName: string | undefined,
): Promise<void> {
  if (!profile || isReadOnlyKubectl(words)) return
  await checkAuthority(member)
  if (profile.readOnly) throw new C5c3Error('PLAN_BLOCKED', 'refused', `profile ${profile.name} is read-only`)
  if (!profile.protected) return
  const { confirmName } = await import('../../cli/process/confirm.ts')
  await confirmName(`change ${member.label} with kubectl?`, profile.name, confirmedName)
}

/** Runs kubectl for exactly this member with our terminal; returns its exit code. */
export async function runKubectl({ config }: ReturnType<typeof memberNamed>, words: readonly string[], as: FleetFlags) {
  const { env } = io()
  const named = env['KUBECTL_PATH']
  const program = await lookPath(named || 'kubectl', env)
  if (!program && named)
    throw usageError(`KUBECTL_PATH=${safeLine(named)} is not an executable file`, 'correct or unset it')
  if (!program) throw usageError('kubectl is not on the PATH', 'install it: https://kubernetes.io/docs/tasks/tools/')
  const { own } = config
  if (own) {
    const file = own.kubeconfig === undefined ? [] : [`--kubeconfig=${own.kubeconfig}`]
    return execute(program, withFlags(words, [...file, `--context=${own.context}`, ...impersonationFlags(as)]), env)
  }
  // Credentials that are not the user's own must not appear in arguments, the environment or a lasting file.
  const { path, remove } = writeKubeconfig(config)
  process.once('exit', remove)
  try {
    return await execute(program, withFlags(words, impersonationFlags(as)), { ...env, KUBECONFIG: path })
  } finally {
    process.off('exit', remove)
    remove()
  }
}

/** kubectl accepts no flags before the name of a plugin. */
function withFlags(words: readonly string[], flags: readonly string[]): readonly string[] {
  return isKubectlPlugin(words) ? [...words.slice(0, 1), ...flags, ...words.slice(1)] : [...flags, ...words]
}

const impersonationFlags = ({ as, 'as-group': groups = [], 'as-uid': uid }: FleetFlags): readonly string[] => [
  ...(as ? [`--as=${as}`] : []),
  ...groups.map((group) => `--as-group=${group}`),
  ...(uid ? [`--as-uid=${uid}`] : []),
]

async function execute(program: string, words: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  const { signal, cwd } = io()
  signal.throwIfAborted()
  const child = spawn(program, words, { env, cwd, stdio: 'inherit' })
  const forward = () => void child.kill(signal.reason instanceof Interrupted ? signal.reason.signal : 'SIGTERM')
  signal.addEventListener('abort', forward)
  try {
    const [code, killed] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null]
    return code ?? 128 + (killed ? constants.signals[killed] : 0)
  } catch (error) {
    throw usageError(`${program} cannot be started: ${(error as NodeJS.ErrnoException).code}`, 'reinstall kubectl')
  } finally {
    signal.removeEventListener('abort', forward)
  }
}
