// SPDX-License-Identifier: Apache-2.0
// The views of each trade on a landscape in memory, and files of people that no parser should trust.
import { type KindSpec, kindName } from '../../src/lib/model/graph/kind.ts'
import type { Presentation } from '../../src/lib/model/report/presentation.ts'
import type { Report } from '../../src/lib/model/report/report.ts'
import { DAY } from '../../src/lib/model/text/time.ts'
import type { Observation } from '../../src/lib/pipeline/observe.ts'
import { cephVerifyReport } from '../../src/lib/reports/ceph-secrets/verify.ts'
import { cephVerifyView } from '../../src/lib/reports/ceph-secrets/verify-view.ts'
import { cephSecretsView } from '../../src/lib/reports/ceph-secrets/view.ts'
import { changesReport } from '../../src/lib/reports/changes/report.ts'
import { changesForms } from '../../src/lib/reports/changes/view.ts'
import { expiringReport } from '../../src/lib/reports/credentials/expiring.ts'
import { expiringView } from '../../src/lib/reports/credentials/expiring-view.ts'
import { credentialsReport } from '../../src/lib/reports/credentials/report.ts'
import { credentialsView } from '../../src/lib/reports/credentials/view.ts'
import { ownerReport } from '../../src/lib/reports/gitops/owner.ts'
import { ownerForms } from '../../src/lib/reports/gitops/owner-view.ts'
import { gitopsReport } from '../../src/lib/reports/gitops/report.ts'
import { gitopsForms } from '../../src/lib/reports/gitops/view.ts'
import { hypervisorsReport } from '../../src/lib/reports/hypervisors/report.ts'
import { hypervisorReport } from '../../src/lib/reports/hypervisors/show.ts'
import { hypervisorForms } from '../../src/lib/reports/hypervisors/show-view.ts'
import { hypervisorsForms } from '../../src/lib/reports/hypervisors/view.ts'
import { korcReport } from '../../src/lib/reports/korc/report.ts'
import { korcVerifyReport } from '../../src/lib/reports/korc/verify.ts'
import { korcVerifyView } from '../../src/lib/reports/korc/verify-view.ts'
import { korcView } from '../../src/lib/reports/korc/view.ts'
import { operatorsReport } from '../../src/lib/reports/operators/report.ts'
import { operatorsForms } from '../../src/lib/reports/operators/view.ts'
import { tempestHistoryReport } from '../../src/lib/reports/tempest/history.ts'
import { tempestHistoryForms } from '../../src/lib/reports/tempest/history-view.ts'
import { tempestResultsReport } from '../../src/lib/reports/tempest/report.ts'
import { tempestSuites } from '../../src/lib/reports/tempest/suites.ts'
import { tempestForms } from '../../src/lib/reports/tempest/view.ts'
import { CEPH_KINDS } from '../../src/lib/topics/ceph-secrets/kinds.ts'
import { cephSecretsOf } from '../../src/lib/topics/ceph-secrets/report-input.ts'
import { credentialKinds } from '../../src/lib/topics/credentials/kinds.ts'
import { GITOPS_KINDS } from '../../src/lib/topics/gitops/kinds.ts'
import { agentKinds, HYPERVISOR_KINDS } from '../../src/lib/topics/hypervisors/kinds.ts'
import { KORC_KINDS, VERIFY_KINDS } from '../../src/lib/topics/korc/kinds.ts'
import { OPERATOR_KINDS } from '../../src/lib/topics/operators/kinds.ts'
import { tempestKinds } from '../../src/lib/topics/tempest/read.ts'

/** What a view works on; its findings are those of all checks. */
export type Seen = Observation

/** Renders a report with its presentation. */
export type Draw<T> = <R extends Report>(report: R, show: Presentation<R>) => Promise<readonly T[]>

export type ViewOf = <T>(seen: Seen, draw: Draw<T>) => Promise<readonly T[]>

/** All kinds that any view reads. */
export const VIEW_KINDS: readonly KindSpec[] = [
  ...Map.groupBy(
    [
      ...CEPH_KINDS,
      ...credentialKinds(false),
      ...credentialKinds(true),
      ...GITOPS_KINDS,
      ...HYPERVISOR_KINDS,
      ...KORC_KINDS,
      ...VERIFY_KINDS,
      ...OPERATOR_KINDS,
      ...tempestKinds({}, undefined),
    ],
    kindName,
  ).values(),
].flatMap(([first, ...others]) =>
  first
    ? [
        {
          ...first,
          roles: [...new Set([first, ...others].flatMap(({ roles }) => roles))],
          keep: [...new Set([first, ...others].flatMap(({ keep }) => keep))],
        },
      ]
    : [],
)

const about = (seen: Seen) => ({ ...seen, allowIncomplete: false as const })

export const VIEWS: Readonly<Record<string, ViewOf>> = {
  changes: (seen, draw) => {
    const { resources } = seen.snapshot
    const facts = { subjects: [], resources, skews: new Map(), since: 400 * DAY, allowIncomplete: false }
    return draw(changesReport({ ...seen, ...facts }), changesForms)
  },
  credentials: (seen, draw) =>
    draw(credentialsReport(about(seen)), { view: (one) => credentialsView(one, { all: true, isOne: false }) }),
  'credentials --expiring': (seen, draw) =>
    draw(expiringReport({ ...seen, within: 400 * DAY, allowIncomplete: false }), { view: expiringView }),
  operators: (seen, draw) => draw(operatorsReport(about(seen)), operatorsForms(true)),
  gitops: (seen, draw) => draw(gitopsReport(about(seen)), gitopsForms(true)),
  'gitops owner': async (seen, draw) => {
    const start = seen.assessment.graph.of('ControlPlane.c5c3.io')[0]
    if (!start) return []
    const { kind, namespace, name, cluster } = start
    const subject = { kind, ...(namespace ? { namespace } : {}), name, cluster: cluster.label }
    return draw(ownerReport({ ...seen, subject, start, allowIncomplete: false }), ownerForms)
  },
  korc: (seen, draw) => draw(korcReport(about(seen)), { view: (one) => korcView(one, { all: true }) }),
  'korc verify': (seen, draw) =>
    draw(korcVerifyReport(about(seen)), {
      view: (one) => korcVerifyView(one, { all: true }),
    }),
  hypervisors: (seen, draw) =>
    draw(hypervisorsReport({ ...about(seen), known: ['hv-pool-a'], agents: agentKinds() }), hypervisorsForms(true)),
  'hypervisors show': async (seen, draw) => {
    const node = seen.assessment.graph.of('Node').find(({ cluster }) => cluster.label.startsWith('hypervisor/'))
    if (!node) return []
    return draw(
      hypervisorReport({ ...about(seen), name: `${node.name}@${node.cluster.label}`, agents: agentKinds() }),
      {
        ...hypervisorForms,
      },
    )
  },
  'ceph-secrets': (seen, draw) =>
    draw(cephSecretsOf(seen, [], false), { view: (one) => cephSecretsView(one, seen.snapshot.takenAt) }),
  'ceph-secrets verify': (seen, draw) =>
    draw(cephVerifyReport(cephSecretsOf(seen, [], false), seen.snapshot, false), { view: cephVerifyView }),
  'tempest results': (seen, draw) => {
    const forms = tempestForms({ now: seen.snapshot.takenAt, logs: new Map(), all: true })
    return draw(tempestResultsReport(tempestOf(seen)), forms)
  },
  'tempest history': (seen, draw) => draw(tempestHistoryReport(tempestOf(seen), 5), tempestHistoryForms),
}

const tempestOf = (seen: Seen) => ({
  ...about(seen),
  suites: tempestSuites(seen.assessment.graph, {}, seen.snapshot),
  logs: new Map(),
})
