// SPDX-License-Identifier: Apache-2.0
import { afterAll, beforeAll, describe, expect, vi } from 'vitest'
import { connect } from '../contract/api.ts'
import type { Backend } from '../contract/backend.ts'
import { WIDGET_DEFINITION, WIDGETS } from '../contract/objects.ts'
import { describeContract } from '../contract/suite/index.ts'
import { type Lab, startLab } from './cluster.ts'

const WAIT = { timeout: 60_000, interval: 100 }

describe('a real kube-apiserver', () => {
  let lab: Lab
  let backend: Backend
  beforeAll(async () => {
    lab = await startLab(['contract'])
    const server = lab.servers[0]!
    // Emptying a namespace is the task of a controller, not of the API server.
    await server.startControllers(['namespace-controller'])
    const admin = connect({ url: server.url, ca: server.ca, token: server.tokens.admin })
    backend = {
      name: 'real',
      admin,
      limited: admin.as(server.tokens.nobody),
      limitedName: 'nobody',
      async expire() {
        await lab.compact()
        // The server caches recent history in memory, so compaction alone has no effect.
        await server.kill()
        await server.start()
        // The server answers watches with 429 until its cache is initialised.
        await vi.waitFor(async () => {
          const watch = await admin.watch(`${WIDGETS}/widgets?watch=1&timeoutSeconds=1`)
          watch.close()
          expect(watch.status).toBe(200)
        }, WAIT)
      },
    }
    await admin.post('/apis/apiextensions.k8s.io/v1/customresourcedefinitions', WIDGET_DEFINITION)
    const served = async () => {
      expect((await admin.get(`${WIDGETS}/widgets`)).status).toBe(200)
      expect((await admin.get('/openapi/v3')).text).toContain('example.test/v1')
    }
    await vi.waitFor(served, WAIT)
  })
  afterAll(() => lab?.stop())

  describeContract(() => backend)
})
