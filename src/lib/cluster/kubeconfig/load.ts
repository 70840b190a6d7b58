// SPDX-License-Identifier: Apache-2.0
import { delimiter, dirname, join, resolve } from 'node:path'
import { C5c3Error } from '../../model/report/errors.ts'
import { safeLine } from '../../model/text/sanitize.ts'
import type { LoadedKubeconfig } from './entries.ts'
import { readKubeconfigFile } from './file.ts'
import { parseKubeconfigText } from './parse.ts'

export interface KubeconfigPlaces {
  /** --kubeconfig: this file alone, and it must exist. */
  readonly explicit?: string | undefined
  readonly env: NodeJS.ProcessEnv
  readonly home: string
}

/**
 * Loads and merges the kubeconfig files kubectl would: --kubeconfig, else the KUBECONFIG list, else ~/.kube/config.
 * Missing files of a list are passed over; with none at all, files is empty and looked says where we were.
 */
export async function loadKubeconfig(places: KubeconfigPlaces): Promise<LoadedKubeconfig> {
  if (places.explicit) return loadKubeconfigFile(places.explicit)
  const looked = placesOf(places)
  const loaded: LoadedKubeconfig[] = []
  // One after the other: of several bad files the first in the list is the one we name.
  for (const path of looked) {
    const one = await loadIfPresent(path)
    if (one) loaded.push(one)
  }
  return merge(loaded, looked)
}

/** Loads one file alone, never merged with another; a missing file is an error. */
export async function loadKubeconfigFile(path: string): Promise<LoadedKubeconfig> {
  const loaded = await loadIfPresent(resolve(path))
  if (loaded) return loaded
  throw new C5c3Error('BAD_KUBECONFIG', 'usage', `kubeconfig ${safeLine(path)} does not exist`)
}

/** The files kubectl would look at, in order. */
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

/** The first file that has a name wins the whole entry; the first current-context wins. */
function merge(loaded: readonly LoadedKubeconfig[], looked: readonly string[]): LoadedKubeconfig {
  const contexts = loaded.flatMap((one) => one.contexts)
  return {
    files: loaded.flatMap((one) => one.files),
    looked,
    currentContext: loaded.find((one) => one.currentContext)?.currentContext,
    contexts: [...firstByName(contexts).values()],
    clusters: firstByName(loaded.flatMap((one) => [...one.clusters.values()])),
    users: firstByName(loaded.flatMap((one) => [...one.users.values()])),
    warnings: loaded.flatMap((one) => one.warnings),
  }
}

function firstByName<T extends { readonly name: string }>(entries: readonly T[]): Map<string, T> {
  const first = new Map<string, T>()
  for (const entry of entries) if (!first.has(entry.name)) first.set(entry.name, entry)
  return first
}
