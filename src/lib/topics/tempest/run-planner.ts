// SPDX-License-Identifier: Apache-2.0

import { randomInt } from 'node:crypto'
import { ClusterError } from '../../cluster/failure.ts'
import type { ClusterClient } from '../../cluster/types.ts'
import { type JobTemplate, jobSpecOf, readJobTemplate, templateFingerprint } from '../../cluster/write/job-template.ts'
import { activeReason } from '../../cluster/write/start-job.ts'
import type { GraphNode } from '../../model/graph/graph.ts'
import { describeFailure } from '../../model/landscape/describe-failure.ts'
import { fieldAt, labelAt } from '../../model/object/fields.ts'
import { groupOf } from '../../model/object/reference.ts'
import { isFlag, isOptional, isText, recordOf } from '../../model/object/value-shape.ts'
import type { ObjectAt, Plan, Reason } from '../../model/plan/plan.ts'
import { C5c3Error } from '../../model/report/errors.ts'
import { RUN_LABEL } from '../../model/tempest/run-label.ts'
import { testChoice } from '../../model/tempest/test-selection.ts'
import { c5c3Command, formatCommand } from '../../model/text/command.ts'
import { observe } from '../../pipeline/observe.ts'
import { withTenants } from '../../pipeline/tenant-kinds.ts'
import { planTempestRun } from '../../plans/tempest/run.ts'
import { isSuspended, runEnd, type TempestSuite } from '../../reports/tempest/suites.ts'
import type { Planner, PlanWithSources } from '../../writes/planner.ts'
import { TEMPEST_KINDS } from './read.ts'
import { oneSuite } from './select-suite.ts'

export const TEMPEST_RUN = 'tempest run'

/** The arguments of the planner; the same arguments give the same plan. */
export interface TempestRunInputs {
  readonly name?: string
  /** Unique for each run. */
  readonly run: string
  readonly parallel: boolean
  /** A regular expression, or the smoke tests. */
  readonly tests?: { readonly regex?: string }
}

export const isTempestRunInputs = recordOf<TempestRunInputs>({
  name: isOptional(isText),
  run: isText,
  parallel: isFlag,
  tests: isOptional(recordOf<NonNullable<TempestRunInputs['tests']>>({ regex: isOptional(isText) })),
})

/** Ten characters of the alphabet that Kubernetes uses for generated names. */
export function newRun(): string {
  const alphabet = 'bcdfghjklmnpqrstvwxz2456789'
  return Array.from({ length: 10 }, () => alphabet[randomInt(alphabet.length)]).join('')
}

/** Plans one run of one suite. */
export const tempestRunPlanner =
  (inputs: TempestRunInputs): Planner =>
  async (fleet, salt, signal): Promise<PlanWithSources> => {
    const { name, run, parallel } = inputs
    const only = withTenants(TEMPEST_KINDS, name === undefined ? {} : { tenant: name })
    const observation = await observe(fleet, { now: Date.now(), acceptCached: false, signal, scope: {}, only })
    const { snapshot, scope, assessment } = observation
    const suite = oneSuite(name, { graph: assessment.graph, scope, snapshot })
    const { cluster, namespace = '' } = suite.node
    const client = fleet.members.find(({ label }) => label === cluster.label)?.client
    if (!client) throw new C5c3Error('NO_CLUSTER_REACHABLE', 'noAccess', `${cluster.label} cannot be reached`)
    const cronJobGap = snapshot.gaps.find((gap) => gap.cluster === cluster.label && gap.kind === 'CronJob.batch')
    if (cronJobGap && !suite.cron)
      throw new C5c3Error(
        'PLAN_BLOCKED',
        'refused',
        `what a run is cannot be told: CronJobs on ${cluster.label} could not be read (${cronJobGap.message}); nothing was changed`,
      )
    const source = await templateOf(client, suite, signal)
    const fingerprint = templateFingerprint(source.template, salt)
    const chosen = inputs.tests ? testChoice(podOf(source.template), inputs.tests.regex) : undefined
    const existing = suite.jobs.find(({ object }) => labelAt(object, RUN_LABEL) === run)
    const jobGap = snapshot.gaps.find((gap) => gap.cluster === cluster.label && gap.kind === 'Job.batch')
    const step = planTempestRun({
      cluster: cluster.label,
      namespace,
      suite: `${namespace}/${suite.node.name}`,
      template: source.at,
      uid: source.template.uid,
      path: source.path,
      fingerprint,
      run,
      parallel,
      ...(chosen && 'container' in chosen ? { tests: chosen } : {}),
      ...(existing ? { made: existing.name } : {}),
      reasons: [
        ...(parallel ? [] : activeReasons(suite)),
        ...(jobGap && !parallel ? [{ text: `whether a run is active could not be read: ${jobGap.message}` }] : []),
        ...(chosen && !('container' in chosen) ? [chosen] : []),
      ],
      notes: isSuspended(suite) ? ['its schedule is suspended; a run by hand is not'] : [],
    })
    const plan: Plan = {
      command: TEMPEST_RUN,
      clusters: [{ name: cluster.label, uid: cluster.cluster.uid }],
      steps: [step],
      notes: [],
    }
    const gaps = snapshot.gaps.filter((gap) => gap.cluster === cluster.label)
    return { plan, clusters: [cluster.label], gaps, sources: { secret: () => undefined, reload: async () => {} } }
  }

const podOf = (template: JobTemplate): unknown => fieldAt(jobSpecOf(template), 'template.spec')

function activeReasons({ jobs }: TempestSuite): readonly Reason[] {
  return jobs.filter((job) => !runEnd(job)).map(({ name }) => activeReason(name))
}

interface TemplateSource {
  readonly at: ObjectAt
  readonly path: string
  readonly template: JobTemplate
}

/** The CronJob's template, or the Tempest object's own. */
async function templateOf(
  client: ClusterClient,
  { node, cron }: TempestSuite,
  signal: AbortSignal,
): Promise<TemplateSource> {
  const sources = cron
    ? [{ at: addressOf(cron, 'cronjobs'), path: 'spec.jobTemplate' }]
    : node.kind === 'Tempest'
      ? ['spec.jobTemplate', 'spec.template'].map((path) => ({ at: addressOf(node, 'tempests'), path }))
      : []
  for (const { at, path } of sources) {
    const template = await readJobTemplate(client, at, path, signal).catch((error: unknown) => {
      if (!(error instanceof ClusterError)) throw error
      throw new C5c3Error(
        'PLAN_BLOCKED',
        'refused',
        `the template in ${at.kind} ${at.namespace}/${at.name} on ${at.cluster} could not be read: ${describeFailure(error.failure)}; nothing was changed`,
      )
    })
    if (template) return { at, path, template }
  }
  const what = `${node.kind} ${node.namespace}/${node.name} on ${node.cluster.label}`
  throw new C5c3Error(
    'PLAN_BLOCKED',
    'refused',
    `${what} has neither a CronJob nor a template: nothing says what a run is; nothing was changed`,
    [
      `${formatCommand(c5c3Command('why', `${node.kind}/${node.namespace}/${node.name}@${node.cluster.label}`))} shows what its operator waits for`,
    ],
  )
}

function addressOf({ object, group, kind, namespace, name, cluster }: GraphNode, plural: string): ObjectAt {
  const version = (object?.apiVersion ?? 'v1').split('/').at(-1) ?? 'v1'
  return {
    cluster: cluster.label,
    group: group || groupOf(object?.apiVersion ?? ''),
    version,
    kind,
    plural,
    ...(namespace === undefined ? {} : { namespace }),
    name,
  }
}
