// SPDX-License-Identifier: Apache-2.0
// Follows a fleet like `status -w`, renders every snapshot, and reports the cost.

import { openCluster } from '../../src/lib/cluster/client.ts'
import { seal } from '../../src/lib/cluster/secrets/seal.ts'
import { openFleet } from '../../src/lib/fleet/fleet.ts'
import { textAt } from '../../src/lib/model/object/fields.ts'
import { openLive } from '../../src/lib/pipeline/live/store.ts'
import { render } from '../../src/lib/render/index.ts'
import { overviewSubjects } from '../../src/lib/reports/shared/find-subject.ts'
import { statusForms } from '../../src/lib/reports/status/formats.ts'
import { statusReport } from '../../src/lib/reports/status/report.ts'
import { statusView } from '../../src/lib/reports/status/view.ts'
import type { ChangingReady } from '../fixtures/changing-process.ts'

export interface Followed {
  readonly pictures: number
  /** Share of one core while following. */
  readonly share: number
  /** From a write until it was rendered, in ms. */
  readonly ages: readonly number[]
  /** Once per second, in MB. */
  readonly memory: readonly number[]
  readonly watches: number
}

process.on('message', async (message) => {
  const { ready, seconds } = message as { ready: ChangingReady; seconds: number }
  const signal = AbortSignal.timeout((seconds + 120) * 1000)
  const candidates = ready.clusters.map(({ key, roles, url, ca, token }) => ({
    roles,
    name: key,
    origin: { type: 'demo', text: 'demo' } as const,
    config: {
      context: key,
      source: 'bench',
      server: url,
      ca: { data: seal(ca) },
      insecureSkipTlsVerify: false,
      auth: { token: seal(token) },
    },
    certain: true,
  }))
  const fleet = await openFleet({ discover: 'none', candidates }, (config) => openCluster(config, { signal }))
  const store = await openLive(fleet, { now: ready.now, acceptCached: false, scope: {}, signal })
  const ages: number[] = []
  const memory: number[] = []
  const newest = new Map<string, number>()
  let [pictures, isBusy] = [0, false]
  const draw = async () => {
    if (isBusy) return
    isBusy = true
    const { snapshot, assessment, causes } = store.get().observation
    const subjects = overviewSubjects(assessment.graph, {})
    const report = statusReport(snapshot, assessment, { subjects, causes, allowIncomplete: false, scope: {} })
    const shown = { ...statusForms(snapshot, assessment, subjects), view: statusView }
    await render(report, shown, { headers: true, ascii: false, color: false, columns: 160, format: 'table' })
    pictures += 1
    const now = Date.now()
    for (const { id, object } of assessment.graph.of('Node')) {
      const written = Number(/^at (\d+)$/.exec(textAt(object, 'status.conditions.0.message') ?? readyOf(object))?.[1])
      if (!written || newest.get(id) === written) continue
      newest.set(id, written)
      ages.push(now - written)
    }
    isBusy = false
  }
  store.subscribe(() => void draw())
  process.send?.('ready')
  // The first renders mostly measure the compiler.
  await sleep(10_000)
  ages.length = 0
  pictures = 0
  const [before, begun] = [process.cpuUsage(), performance.now()]
  for (let second = 0; second < seconds; second++) {
    await sleep(1000)
    memory.push(process.memoryUsage.rss() / 1_048_576)
  }
  const { user, system } = process.cpuUsage(before)
  const share = (user + system) / 1000 / (performance.now() - begun)
  const requests = fleet.members.reduce((sum, { client }) => sum + (client?.stats().requests ?? 0), 0)
  process.send?.({ pictures, share, ages, memory, watches: requests } satisfies Followed)
  await store.close()
  process.exit(0)
})

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

function readyOf(object: unknown): string {
  const conditions = (object as { status?: { conditions?: { type?: string; message?: string }[] } })?.status?.conditions
  return conditions?.find(({ type }) => type === 'Ready')?.message ?? ''
}
