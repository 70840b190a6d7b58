// SPDX-License-Identifier: Apache-2.0
// Runs the real Flux controllers with one API server.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { tempFolder } from '../harness/temp-folder.ts'
import type { LabServer } from '../lab/cluster.ts'
import { freePort } from '../lab/process.ts'
import { adminOf, type Controller, define, definitionsOf, listening, startController } from './controller.ts'

const NAMES = ['source-controller', 'kustomize-controller', 'helm-controller'] as const

/** Creates their CRDs and starts them; dependencies are checked again every second. */
export async function startFlux(server: LabServer): Promise<readonly Controller[]> {
  await define(
    adminOf(server),
    NAMES.flatMap((name) => definitionsOf(name)),
  )
  const artifacts = `127.0.0.1:${await freePort()}`
  const started: Controller[] = []
  for (const name of NAMES) {
    const flags = [await listening('--metrics-addr'), await listening('--health-addr'), '--requeue-dependency=1s']
    // They unpack artifacts into this folder and are killed without cleaning up.
    const folder = tempFolder()
    mkdirSync(join(folder, 'storage'))
    const storage = [`--storage-addr=${artifacts}`, `--storage-adv-addr=${artifacts}`]
    const own = name === 'source-controller' ? [...storage, `--storage-path=${join(folder, 'storage')}`] : []
    started.push(startController(name, server, [...flags, ...own], { TMPDIR: folder }))
  }
  return started
}
