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

/** Contexts that flags name: the management cluster's, and one per pool or control plane. */
export interface NamedContexts {
  readonly management?: string
  readonly others: readonly { readonly role: RoleName; readonly context: string }[]
}

/**
 * The clusters of a kubeconfig: the ones named by flags, the current context as management, and every other context to
 * be looked at. A context that does not exist is a usage error; one that cannot be resolved and was not named is listed.
 */
export function kubeconfigCandidates(
  loaded: LoadedKubeconfig,
  named: NamedContexts,
  as: Impersonate,
  others: boolean,
): Candidate[] {
  rejectTwins(named.others.map(({ role }) => role))
  const management = named.management ?? loaded.currentContext
  if (!management) {
    throw new C5c3Error('NO_CONTEXT', 'usage', 'the kubeconfig has no current context', [
      `--context names the management cluster: ${loaded.contexts.map(({ name }) => name).join(', ') || 'there are no contexts'}`,
    ])
  }
  const origin: Origin = named.management
    ? { type: 'flag', text: '--context' }
    : { type: 'current context', text: 'current context' }
  const candidates = [explicit(loaded, management, [{ role: 'management', name: 'management' }], origin, as)]
  for (const { role, context } of named.others) {
    candidates.push(explicit(loaded, context, [role], { type: 'flag', text: `--${role.role}-context` }, as))
  }
  if (!others) return candidates
  const taken = new Set([management, ...named.others.map(({ context }) => context)])
  const rest = loaded.contexts.map(({ name }) => name).filter((name) => !taken.has(name))
  return [...candidates, ...rest.map((name) => maybe(loaded, name, as))]
}

function explicit(
  loaded: LoadedKubeconfig,
  context: string,
  roles: readonly RoleName[],
  origin: Origin,
  as: Impersonate,
): Candidate {
  return { roles, name: context, origin, config: resolveContext(loaded, context, as), certain: true }
}

function maybe(loaded: LoadedKubeconfig, name: string, as: Impersonate): Candidate {
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

function rejectTwins(roles: readonly RoleName[]): void {
  const twin = roles.find((role, i) => roles.findIndex((other) => sameRole(other, role)) !== i)
  if (twin) throw new C5c3Error('USAGE', 'usage', `two contexts for ${labelOf(twin)}`)
}

/** The clusters of a profile, each from its own kubeconfig file, never merged. */
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
