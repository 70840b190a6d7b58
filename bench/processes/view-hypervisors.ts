// SPDX-License-Identifier: Apache-2.0
// Alternately reads the lists of `hypervisors` and runs the whole `hypervisors` view, and reports the time of each.

import { openCluster } from '../../src/lib/cluster/client.ts'
import { loadKubeconfigFile } from '../../src/lib/cluster/kubeconfig/load.ts'
import { resolveContext } from '../../src/lib/cluster/kubeconfig/resolve.ts'
import { collect } from '../../src/lib/cluster/read/collect.ts'
import { observe } from '../../src/lib/pipeline/observe.ts'
import { render } from '../../src/lib/render/index.ts'
import { hypervisorsReport } from '../../src/lib/reports/hypervisors/report.ts'
import { hypervisorsForms } from '../../src/lib/reports/hypervisors/view.ts'
import { agentKinds, HYPERVISOR_CHECKS, HYPERVISOR_KINDS } from '../../src/lib/topics/hypervisors/kinds.ts'

/** Wall time and processor time of each round, in ms. */
export interface ViewTimes {
  readonly lists: readonly { readonly wall: number; readonly cpu: number }[]
  readonly views: ViewTimes['lists']
}

const [, , file = '', hosts = '', rounds = ''] = process.argv
// A command does this once; repeated rounds would hit the rate limit after 200 requests.
const client = openCluster(resolveContext(await loadKubeconfigFile(file)), { requestsPerSecond: 10_000 })
const cluster = { uid: 'bench', name: 'bench', roles: [{ role: 'hypervisor', name: 'bench' }] } as const
const member = { cluster, label: 'hypervisor/bench', origins: [], client }
const fleet = { members: [member], notes: [], close: () => {} }
// A cluster serves one of the two groups, the fixture both.
const kinds = HYPERVISOR_KINDS.filter(({ group }) => group !== 'hypervisor.c5c3.io')
const now = Date.parse('2026-10-02T12:00:00Z')

async function list(): Promise<void> {
  const { objects, gaps } = await collect([member], kinds)
  if (gaps.length > 0 || objects.length < 2 * Number(hosts)) throw new Error(`${objects.length} objects`)
}

async function view(): Promise<void> {
  const signal = new AbortController().signal
  const seen = await observe(fleet, {
    now,
    acceptCached: false,
    signal,
    scope: {},
    only: kinds,
    checks: HYPERVISOR_CHECKS,
  })
  const report = hypervisorsReport({ ...seen, known: [], agents: agentKinds(), allowIncomplete: false })
  const healthy = report.hosts.filter(({ state }) => state === 'healthy').length
  if (healthy < Number(hosts)) throw new Error(`${healthy} of ${report.hosts.length} hosts are healthy`)
  const style = {
    format: 'table',
    argument: '',
    headers: true,
    ascii: false,
    color: false,
    columns: undefined,
  } as const
  await render(report, hypervisorsForms(false), style)
}

async function timed(work: () => Promise<void>): Promise<ViewTimes['lists'][number]> {
  const [begun, before] = [performance.now(), process.cpuUsage()]
  await work()
  const { user, system } = process.cpuUsage(before)
  return { wall: performance.now() - begun, cpu: (user + system) / 1000 }
}

await list()
await view()
const [lists, views] = [[], []] as [ViewTimes['lists'][number][], ViewTimes['lists'][number][]]
for (let i = 0; i < Number(rounds); i++) {
  lists.push(await timed(list))
  views.push(await timed(view))
}
client.close()
process.send?.({ lists, views } satisfies ViewTimes)
