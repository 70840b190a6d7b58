// SPDX-License-Identifier: Apache-2.0

import { resolve } from 'node:path'
import type { FleetFlags } from '../../cli/flags/cluster-flags.ts'
import type { LoadedKubeconfig } from '../../cluster/kubeconfig/entries.ts'
import { resolveImpersonation } from '../../cluster/kubeconfig/impersonation.ts'
import { inClusterConfig } from '../../cluster/kubeconfig/in-cluster.ts'
import { loadKubeconfig, loadKubeconfigFile } from '../../cluster/kubeconfig/load.ts'
import type { Candidate } from '../../fleet/candidate.ts'
import type { FleetPlan } from '../../fleet/fleet.ts'
import { type Impersonate, kubeconfigCandidates, profileCandidate } from '../../fleet/kubeconfig-candidates.ts'
import { loadProfile, type Profile, profileFile } from '../../fleet/profile.ts'
import type { Io } from '../../io/io.ts'
import { C5c3Error } from '../../model/report/errors.ts'
import { namedContexts } from './named-contexts.ts'
import { withOwnContext } from './own-context.ts'

/** Decides which clusters to open: from flags, the profile, the kubeconfig or the pod we run in. */
export async function planFleet(flags: FleetFlags, io: Io, warn: (text: string) => void): Promise<FleetPlan> {
  const plan = await planOf(flags, io, warn)
  for (const candidate of plan.candidates) await checkPlugin(candidate, io)
  const impersonation = resolveImpersonation(undefined, impersonate(flags))
  return impersonation ? { ...plan, impersonate: impersonation } : plan
}

/** A configured cluster whose login plugin is denied is a configuration error: fail before opening any cluster. */
async function checkPlugin({ config, certain }: Candidate, io: Io): Promise<void> {
  if (!certain || !config?.auth.exec) return
  const { deniedPlugin } = await import('../../cluster/credentials/plugin-denied.ts')
  const denied = await deniedPlugin(config, io.env, io.home)
  if (denied === undefined) return
  throw new C5c3Error('BAD_CONFIG', 'usage', `context ${config.context}: ${denied}`, [
    'allow it there if you trust it, or leave this cluster out',
  ])
}

async function planOf(flags: FleetFlags, io: Io, warn: (text: string) => void): Promise<FleetPlan> {
  const as = impersonate(flags)
  const named = namedContexts(flags)
  const byFlag = flags.kubeconfig !== undefined || named.management !== undefined || named.others.length > 0
  if (byFlag && flags.profile !== undefined) {
    throw new C5c3Error('USAGE', 'usage', '--profile cannot be combined with --kubeconfig or context flags')
  }
  const profile = byFlag ? undefined : await loadProfile(profileFile(io.env, io.home), flags.profile)
  if (profile) return profilePlan(profile, io, as, warn)
  const explicit = flags.kubeconfig ? resolve(io.cwd, flags.kubeconfig) : undefined
  const loaded = await loadKubeconfig({
    explicit,
    env: io.env,
    home: io.home,
  })
  loaded.warnings.forEach(warn)
  if (loaded.files.length === 0) return inClusterPlan(loaded, io)
  const candidates = kubeconfigCandidates(loaded, named, as, true)
  return { candidates: candidates.map((each) => withOwnContext(each, explicit, io)), discover: 'all' }
}

async function profilePlan(
  profile: Profile,
  io: Io,
  as: Impersonate,
  warn: (text: string) => void,
): Promise<FleetPlan> {
  const files = new Map<string, LoadedKubeconfig>()
  const candidates: Candidate[] = []
  const discoverable = new Map<string, Candidate>()
  for (const cluster of profile.clusters) {
    const loaded = cluster.context ? await loadOnce(files, cluster.kubeconfig, io) : undefined
    const candidate = withOwnContext(profileCandidate(cluster, profile.name, loaded, as), cluster.kubeconfig, io)
    if (cluster.from) discoverable.set(cluster.from, candidate)
    else candidates.push(candidate)
  }
  for (const loaded of files.values()) loaded.warnings.forEach(warn)
  return {
    candidates,
    profile: {
      name: profile.name,
      protected: profile.protected,
      readOnly: profile.readOnly,
      ...(profile.agents ? { agents: profile.agents } : {}),
    },
    discover: discoverable.size > 0 ? discoverable : 'none',
  }
}

async function loadOnce(
  files: Map<string, LoadedKubeconfig>,
  file: string | undefined,
  io: Io,
): Promise<LoadedKubeconfig> {
  const known = files.get(file ?? '')
  if (known) return known
  const loaded = file ? await loadKubeconfigFile(file) : await loadKubeconfig({ env: io.env, home: io.home })
  if (loaded.files.length === 0) throw noKubeconfig(loaded)
  files.set(file ?? '', loaded)
  return loaded
}

async function inClusterPlan(loaded: LoadedKubeconfig, io: Io): Promise<FleetPlan> {
  const config = await inClusterConfig(io.env)
  if (!config) throw noKubeconfig(loaded)
  const candidate: Candidate = {
    roles: [{ role: 'management', name: 'management' }],
    name: 'in-cluster',
    origin: { type: 'in-cluster', text: 'service account of this pod' },
    config,
    certain: true,
  }
  return { candidates: [candidate], discover: 'all' }
}

function noKubeconfig({ looked }: LoadedKubeconfig): C5c3Error {
  return new C5c3Error('NO_KUBECONFIG', 'usage', `no kubeconfig found (looked at ${looked.join(', ')})`, [
    'to try it without a cluster: kubectl c5c3 demo',
  ])
}

function impersonate(flags: FleetFlags): Impersonate {
  if (!flags.as && (flags['as-group']?.length || flags['as-uid'])) {
    throw new C5c3Error('USAGE', 'usage', '--as-group and --as-uid require --as')
  }
  return {
    ...(flags.as ? { as: flags.as } : {}),
    ...(flags['as-group'] ? { asGroups: flags['as-group'] } : {}),
    ...(flags['as-uid'] ? { asUid: flags['as-uid'] } : {}),
  }
}
