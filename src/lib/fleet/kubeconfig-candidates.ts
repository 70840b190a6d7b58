// SPDX-License-Identifier: Apache-2.0

import type { LoadedKubeconfig } from '../cluster/kubeconfig/entries.ts'
import { resolveContext } from '../cluster/kubeconfig/resolve.ts'
import type { RoleName } from '../model/landscape/role.ts'
import { C5c3Error } from '../model/report/errors.ts'
import type { Candidate, Origin } from './candidate.ts'
import { labelOf, sameRole } from './parse-role.ts'
import type { ProfileCluster } from './profile.ts'

export interface Impersonate {
  readonly as?: string
  readonly asGroups?: readonly string[]
  readonly asUid?: string
}

/** Contexts from flags: the management cluster, and one per pool or control plane. */
export interface NamedContexts {
  readonly management?: string
  readonly others: readonly { readonly role: RoleName; readonly context: string }[]
}

/**
 * The candidates of a kubeconfig: contexts from flags, else the current context as management, and optionally all other
 * contexts. A named context that does not exist is a usage error; any other that cannot be resolved gets `refused`.
 */
export function kubeconfigCandidates(
  loaded: LoadedKubeconfig,
  named: NamedContexts,
  as: Impersonate,
  others: boolean,
): Candidate[] {
  rejectDuplicateRoles(named.others.map(({ role }) => role))
  const management = named.management ?? loaded.currentContext
  if (!management) {
    throw new C5c3Error('NO_CONTEXT', 'usage', 'the kubeconfig has no current context', [
      `--context names the management cluster: ${loaded.contexts.map(({ name }) => name).join(', ') || 'there are no contexts'}`,
    ])
  }
  const origin: Origin = named.management
    ? { type: 'flag', text: '--context' }
    : { type: 'current context', text: 'current context' }
  const candidates = [explicitCandidate(loaded, management, [{ role: 'management', name: 'management' }], origin, as)]
  for (const { role, context } of named.others) {
    candidates.push(explicitCandidate(loaded, context, [role], { type: 'flag', text: `--${role.role}-context` }, as))
  }
  if (!others) return candidates
  const taken = new Set([management, ...named.others.map(({ context }) => context)])
  const rest = loaded.contexts.map(({ name }) => name).filter((name) => !taken.has(name))
  return [...candidates, ...rest.map((name) => contextCandidate(loaded, name, as))]
}

function explicitCandidate(
  loaded: LoadedKubeconfig,
  context: string,
  roles: readonly RoleName[],
  origin: Origin,
  as: Impersonate,
): Candidate {
  return { roles, name: context, origin, config: resolveContext(loaded, context, as), certain: true }
}

function contextCandidate(loaded: LoadedKubeconfig, name: string, as: Impersonate): Candidate {
  const base = {
    roles: [],
    name,
    origin: { type: 'context', text: `context ${name}` } satisfies Origin,
    certain: false,
  }
  try {
    return { ...base, config: resolveContext(loaded, name, as) }
  } catch (error) {
    if (!(error instanceof C5c3Error)) throw error
    return { ...base, refused: error.message }
  }
}

function rejectDuplicateRoles(roles: readonly RoleName[]): void {
  const duplicate = roles.find((role, i) => roles.findIndex((other) => sameRole(other, role)) !== i)
  if (duplicate) throw new C5c3Error('USAGE', 'usage', `two contexts for ${labelOf(duplicate)}`)
}

/** Each cluster of a profile is read from its own kubeconfig file; files are never merged. */
export function profileCandidate(
  cluster: ProfileCluster,
  profile: string,
  loaded: LoadedKubeconfig | undefined,
  as: Impersonate,
): Candidate {
  const { roles, context, uid, ca } = cluster
  const name = roles[0]?.name ?? ''
  const base: Candidate = {
    roles,
    name,
    origin: { type: 'profile', text: `profile ${profile}` },
    certain: true,
    ...(uid ? { pinnedUid: uid } : {}),
    ...(ca ? { pinnedCa: ca } : {}),
  }
  return loaded && context ? { ...base, config: resolveContext(loaded, context, as) } : base
}
