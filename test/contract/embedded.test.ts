// SPDX-License-Identifier: Apache-2.0
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe } from 'vitest'
import { type EmbeddedFleet, startFleet } from '../../src/lib/embedded/start.ts'
import { connect } from './api.ts'
import type { Backend } from './backend.ts'
import { describeContract } from './suite/index.ts'

const FLEET = 'clusters: { management: { served: ["widgets.example.test/v1:Widget:Namespaced"] } }\n'
const OBJECTS = 'apiVersion: v1\nkind: Namespace\nmetadata: { name: default }\n'

describe('the embedded API', () => {
  let folder: string
  let fleet: EmbeddedFleet
  let backend: Backend
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'kubectl-c5c3-contract-'))
    await writeFile(join(folder, 'fleet.yaml'), FLEET)
    await writeFile(join(folder, 'management.yaml'), OBJECTS)
    fleet = await startFleet(folder)
    const cluster = fleet.clusters[0]!
    const admin = connect({ url: cluster.url, ca: cluster.ca, token: cluster.token })
    backend = {
      name: 'embedded',
      admin,
      limited: admin.as(cluster.addUser('nobody', [])),
      limitedName: 'nobody',
      expire: async () => cluster.compact(),
    }
  })
  afterAll(async () => {
    await fleet?.close()
    await rm(folder, { recursive: true, force: true })
  })

  describeContract(() => backend)
})
