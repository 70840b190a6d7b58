// SPDX-License-Identifier: Apache-2.0
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { onTestFinished } from 'vitest'
import {
  type EmbeddedCluster,
  type EmbeddedFleet,
  type EmbeddedFleetOptions,
  startFleet,
} from '../../../src/lib/embedded/start.ts'
import { type Api, connect } from '../../contract/api.ts'

/** Writes files into a folder that is deleted after the test. */
export async function folderOf(files: Readonly<Record<string, string>>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'kubectl-c5c3-fleet-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true })
    await writeFile(join(folder, name), text)
  }
  return folder
}

export interface Running extends EmbeddedFleet {
  readonly folder: string
  cluster(key: string): EmbeddedCluster
  /** The API of a cluster with the token of its admin or of another user. */
  api(key: string, token?: string): Api
}

/** Runs a fleet of these files until the test ends. */
export async function running(
  files: Readonly<Record<string, string>>,
  options?: EmbeddedFleetOptions,
): Promise<Running> {
  const folder = await folderOf(files)
  const fleet = await startFleet(folder, options)
  onTestFinished(() => fleet.close())
  const cluster = (key: string) => fleet.clusters.find((found) => found.key === key)!
  const api = (key: string, token?: string) => {
    const { url, ca, token: own } = cluster(key)
    return connect({ url, ca, token: token ?? own })
  }
  return { ...fleet, folder, cluster, api }
}

export const secretYaml = (name: string, namespace = 'default') =>
  `apiVersion: v1\nkind: Secret\nmetadata: { name: ${name}, namespace: ${namespace} }\ndata: { key: dmFsdWU= }\n`
