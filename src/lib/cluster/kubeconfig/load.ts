// SPDX-License-Identifier: Apache-2.0
import { delimiter, dirname, join, resolve } from 'node:path'
import { C5c3Error } from '../../model/report/errors.ts'
import { safeLine } from '../../model/text/sanitize.ts'
import type { LoadedKubeconfig } from './entries.ts'
import { readKubeconfigFile } from './file.ts'
import { parseKubeconfigText } from './parse.ts'

export interface KubeconfigPlaces {
  /** --kubeconfig: only this file, and it must exist. */
  readonly explicit?: string | undefined
  readonly env: NodeJS.ProcessEnv
  readonly home: string
}

/**
 * Loads and merges the same files as kubectl: --kubeconfig, else the KUBECONFIG list, else ~/.kube/config. Missing
 * files of a list are ignored; when none exists, files is empty and looked lists the candidates.
 */
export async function loadKubeconfig(places: KubeconfigPlaces): Promise<LoadedKubeconfig> {
  if (places.explicit) return loadKubeconfigFile(places.explicit)
  const looked = placesOf(places)
  const loaded: LoadedKubeconfig[] = []
  // Sequential, so that the error names the first invalid file of the list.
  for (const path of looked) {
    const kubeconfig = await loadIfPresent(path)
    if (kubeconfig) loaded.push(kubeconfig)
  }
  return merge(loaded, looked)
}

/** Loads one file without merging; a missing file is an error. */
export async function loadKubeconfigFile(path: string): Promise<LoadedKubeconfig> {
  const loaded = await loadIfPresent(resolve(path))
  if (loaded) return loaded
  throw new C5c3Error('BAD_KUBECONFIG', 'usage', `kubeconfig ${safeLine(path)} does not exist`)
}

/** The files kubectl would read, in order. */
export function placesOf({ explicit, env, home }: KubeconfigPlaces): string[] {
  if (explicit) return [resolve(explicit)]
  if (!env['KUBECONFIG']) return [join(home, '.kube', 'config')]
  const entries = env['KUBECONFIG'].split(delimiter).filter((entry) => entry !== '')
  return [...new Set(entries)].map((entry) => resolve(entry))
}

async function loadIfPresent(path: string): Promise<LoadedKubeconfig | undefined> {
  const file = await readKubeconfigFile(path)
  if (!file) return undefined
  return { ...(await parseKubeconfigText(file.text, path, dirname(path))), warnings: file.warnings }
}

/** As in kubectl, the first file with an entry of that name wins, and so does the first current-context. */
function merge(loaded: readonly LoadedKubeconfig[], looked: readonly string[]): LoadedKubeconfig {
  const contexts = loaded.flatMap((kubeconfig) => kubeconfig.contexts)
  return {
    files: loaded.flatMap((kubeconfig) => kubeconfig.files),
    looked,
    currentContext: loaded.find((kubeconfig) => kubeconfig.currentContext)?.currentContext,
    contexts: [...firstByName(contexts).values()],
    clusters: firstByName(loaded.flatMap((kubeconfig) => [...kubeconfig.clusters.values()])),
    users: firstByName(loaded.flatMap((kubeconfig) => [...kubeconfig.users.values()])),
    warnings: loaded.flatMap((kubeconfig) => kubeconfig.warnings),
  }
}

function firstByName<T extends { readonly name: string }>(entries: readonly T[]): Map<string, T> {
  const first = new Map<string, T>()
  for (const entry of entries) if (!first.has(entry.name)) first.set(entry.name, entry)
  return first
}
