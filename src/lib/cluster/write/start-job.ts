// SPDX-License-Identifier: Apache-2.0
// Starts a Job at most once. Its name is chosen here, as the server would choose it from generateName, so that a
// repeated create fails. After a lost answer, the label of the run shows whether the Job exists before the create is
// repeated.
import type { V1Job } from '@kubernetes/client-node'
import type { KindSpec } from '../../model/graph/kind.ts'
import type { AsJson } from '../../model/object/kubernetes-json.ts'
import type { KubeObject } from '../../model/object/resource.ts'
import type { JobStart, PlanStep, Reason, StepResult } from '../../model/plan/plan.ts'
import { RUN_LABEL } from '../../model/tempest/run-label.ts'
import { withTests } from '../../model/tempest/test-selection.ts'
import { addressed, formatCommand, kubectlCommand } from '../../model/text/command.ts'
import { ClusterError } from '../failure.ts'
import { isRecord, own } from '../read/json-shape.ts'
import type { ClusterClient } from '../types.ts'
import { postObject } from './apply.ts'
import { jobSpecOf, readJobTemplate, templateFingerprint } from './job-template.ts'
import { isStamped, result, stampsOf, type WriteContext } from './write-context.ts'
import { failureReason, isLost } from './write-failures.ts'

/** Server-side dry run. */
export async function tryStart(step: PlanStep, start: JobStart, context: WriteContext): Promise<'fine' | Reason> {
  try {
    const body = await bodyOf(step, start, context, stampsOf(step, context))
    await postObject(context.client(step.target.cluster), step.target, body, true)
    return 'fine'
  } catch (error) {
    return reasonOf(error)
  }
}

/** Creates the Job unless it exists. Never throws for a step. */
export async function startJob(step: PlanStep, start: JobStart, context: WriteContext): Promise<StepResult> {
  const client = context.client(step.target.cluster)
  try {
    const stamps = stampsOf(step, context)
    const body = await bodyOf(step, start, context, stamps)
    const other = start.parallel ? undefined : await activeRun(client, step, start)
    if (other) return result(step, 'refused', [activeReason(other.metadata.name)])
    return await createJob(step, start, client, { body, stamps })
  } catch (error) {
    const isRefused =
      error instanceof TemplateChanged || (error instanceof ClusterError && error.failure.fault === 'forbidden')
    return result(step, isRefused ? 'refused' : 'failed', [reasonOf(error)])
  }
}

async function createJob(
  step: PlanStep,
  start: JobStart,
  client: ClusterClient,
  { body, stamps }: { readonly body: AsJson<V1Job>; readonly stamps: Readonly<Record<string, string>> },
): Promise<StepResult> {
  for (let tries = 1; ; tries++) {
    try {
      await postObject(client, step.target, body, false)
    } catch (error) {
      if (!(error instanceof ClusterError)) throw error
      const isTaken = error.failure.fault === 'conflict'
      if (!isTaken && !isLost(error)) throw error
      // Only a read can decide, and only then is the create repeated.
      const found = await runOf(client, step, start).catch(() => 'unseen' as const)
      if (found === 'unseen' || (!found && !isTaken && tries >= TRIES))
        return result(step, 'failed', [lostReason(step, start, error)])
      if (!found && isTaken)
        return result(step, 'refused', [{ text: 'another Job has this name', hint: 'run the command again' }])
      if (found) return resultOf(step, found, stamps)
      continue
    }
    const created = await runOf(client, step, start)
    if (created) return resultOf(step, created, stamps)
    const text = 'the Job was deleted right after it was created'
    return result(step, 'failed', [{ text, hint: 'find out what deletes Jobs in this namespace before you try again' }])
  }
}

/** Created by this run, even if the answer was lost, or by an earlier run of the same plan. */
function resultOf(step: PlanStep, found: KubeObject, stamps: Readonly<Record<string, string>>): StepResult {
  if (!isStamped(found, stamps)) return result(step, 'unchanged')
  const { uid = '', resourceVersion = '' } = found.metadata
  return result(step, 'written', [], { uid, resourceVersion, created: true })
}

/** Finds the Job by the label of the run. Throws ClusterError. */
async function runOf(client: ClusterClient, { target }: PlanStep, { run }: JobStart): Promise<KubeObject | undefined> {
  const where = target.namespace === undefined ? {} : { namespace: target.namespace }
  const { items, failures } = await client.list(JOB, { ...where, labelSelector: `${RUN_LABEL}=${run}` })
  const [failure] = failures
  if (failure) throw new ClusterError(failure)
  return items[0]
}

/** An unfinished run of the same template that was started meanwhile. */
async function activeRun(
  client: ClusterClient,
  { target }: PlanStep,
  { uid, run }: JobStart,
): Promise<KubeObject | undefined> {
  const where = target.namespace === undefined ? {} : { namespace: target.namespace }
  const { items, failures } = await client.list(JOB, where)
  // A Job that cannot be read may be an active run.
  const [failure] = failures
  if (failure) throw new ClusterError(failure)
  return items.find(
    (job) =>
      job.metadata.labels?.[RUN_LABEL] !== run &&
      job.metadata.ownerReferences?.some((owner) => owner?.uid === uid) &&
      !hasEnded(job),
  )
}

function hasEnded(job: KubeObject): boolean {
  const conditions = own(job.status, 'conditions')
  return (
    Array.isArray(conditions) &&
    conditions.some((one) => ['Complete', 'Failed'].includes(String(own(one, 'type'))) && own(one, 'status') === 'True')
  )
}

export const activeReason = (name: string): Reason => ({
  text: `Job ${name} is still running`,
  hint: 'to follow it: kubectl c5c3 tempest logs -f; to start another run: --parallel',
})

const TRIES = 3

const JOB: KindSpec = {
  group: 'batch',
  kind: 'Job',
  plural: 'jobs',
  versions: ['v1'],
  namespaced: true,
  roles: [],
  keep: ['status.conditions', 'spec.suspend'],
}

class TemplateChanged extends Error {}

async function bodyOf(
  { target, manifest }: PlanStep,
  { template: at, uid, path, fingerprint, tests }: JobStart,
  context: WriteContext,
  stamps: Readonly<Record<string, string>>,
): Promise<AsJson<V1Job>> {
  const name = `${at.kind} ${at.namespace}/${at.name}`
  const template = await readJobTemplate(context.client(at.cluster), at, path)
  if (!template || template.uid !== uid) throw new TemplateChanged(`${name} was deleted or recreated since it was read`)
  if (templateFingerprint(template, context.salt) !== fingerprint)
    throw new TemplateChanged(`the template in ${name} changed since it was read`)
  const meta = recordAt(manifest, 'metadata')
  const own = recordAt(template.value, 'metadata')
  const spec = jobSpecOf(template)
  const pod = recordAt(spec, 'template')
  const namespace = target.namespace === undefined ? {} : { namespace: target.namespace }
  // The template goes back to the server unchanged, with fields that client-node may not know.
  const chosen = (tests ? { ...spec, template: { ...pod, spec: withTests(pod['spec'], tests) } } : spec) as unknown
  return {
    apiVersion: 'batch/v1',
    kind: 'Job',
    metadata: {
      ...meta,
      name: target.name,
      ...namespace,
      labels: { ...textsAt(own, 'labels'), ...textsAt(meta, 'labels') },
      annotations: { ...textsAt(own, 'annotations'), ...textsAt(meta, 'annotations'), ...stamps },
    },
    spec: chosen as NonNullable<AsJson<V1Job>['spec']>,
  }
}

/** Labels or annotations: the server only stores strings. */
const textsAt = (value: unknown, field: string) => recordAt(value, field) as Readonly<Record<string, string>>

function recordAt(value: unknown, field: string): Readonly<Record<string, unknown>> {
  const found = own(value, field)
  return isRecord(found) ? found : {}
}

function lostReason({ target }: PlanStep, { run }: JobStart, error: ClusterError): Reason {
  const command = kubectlCommand(addressed(target), 'get', 'jobs', '-l', `${RUN_LABEL}=${run}`)
  return {
    text: `no response, so it is unknown whether Job ${target.name} was created: ${failureReason(error.failure).text}`,
    hint: `the Job is never created twice; check with: ${formatCommand(command)}`,
  }
}

function reasonOf(error: unknown): Reason {
  if (error instanceof TemplateChanged) return { text: error.message, hint: 'run the command again' }
  if (!(error instanceof ClusterError)) throw error
  return failureReason(error.failure)
}
