// SPDX-License-Identifier: Apache-2.0

import { resourceName } from '../../model/graph/kind.ts'
import type { KubeObject } from '../../model/object/resource.ts'
import { type Acknowledgement, acknowledged } from '../../model/plan/acknowledgement.ts'
import type { PlanStep, Reason, StepOutcome, StepResult } from '../../model/plan/plan.ts'
import { addressed, formatCommand, kubectlCommand, objectArgs } from '../../model/text/command.ts'
import { ClusterError } from '../failure.ts'
import { holdsValues } from '../secrets/copied-values.ts'
import type { Applied } from './apply.ts'
import { look, result, type WriteContext } from './write-context.ts'

export interface Awaited {
  readonly step: PlanStep
  /** The object before the write; absent when it was created. */
  readonly before?: KubeObject
  /** The outcome once the controller has acknowledged the change. */
  readonly outcome: StepOutcome
  readonly applied?: Applied
}

/** Polls until the controller has acknowledged the change, the timeout expires or the user stops the command. */
export async function awaitController(
  { step, before, outcome, applied }: Awaited,
  context: WriteContext,
): Promise<StepResult> {
  if (context.waitTimeout === 0 || !step.acknowledged) return result(step, outcome, [], applied)
  const deadline = context.clock.now() + context.waitTimeout
  let pause = FIRST_PAUSE
  let last = ''
  for (;;) {
    const answer = await answerOf(step, context, before)
    if (answer.state === 'done') return result(step, outcome, [], applied)
    if (answer.state === 'failed') return result(step, 'failed', [answerReason(step, answer.message)], applied)
    if (answer.isAbsent && step.mayBeAbsent && !context.waitForAbsent)
      return result(step, outcome, [{ text: answer.message, hint: ABSENT_HINT }], applied)
    // A read that the user interrupted gives no new message.
    const message = context.stop.aborted && last !== '' ? last : answer.message
    if (message !== last) context.waiting(step, message)
    last = message
    const isLate = context.clock.now() + pause >= deadline
    if (isLate || context.stop.aborted) {
      const cause = isLate ? 'the time to wait is over' : 'stopped while waiting for its controller'
      const hint = 'run the command again to see how it went on'
      return result(step, 'waiting', [{ text: `${cause}: ${last}`, hint }], applied)
    }
    await context.clock.sleep(pause, context.stop)
    pause = Math.min(LONGEST_PAUSE, pause * 2)
  }
}

const ABSENT_HINT = 'K-ORC completes the import once the resource exists; --wait waits for it'

const FIRST_PAUSE = 200
const LONGEST_PAUSE = 1000

/** Checks the status first, then the Secret the controller writes. A failed read is repeated until the timeout. */
async function answerOf(
  step: PlanStep,
  context: WriteContext,
  before: KubeObject | undefined,
): Promise<Acknowledgement> {
  try {
    const now = await look(context.client(step.target.cluster), step.target)
    if (!now) return { state: 'failed', message: 'nothing any more: it was deleted' }
    const acknowledgement = acknowledged(step.acknowledged ?? 'synced', before, now)
    if (acknowledgement.state !== 'done' || !step.expects) return acknowledgement
    const { secret, values } = step.expects
    const actual = await look(context.client(secret.cluster), secret)
    if (actual && holdsValues(actual, values, context.salt)) return acknowledgement
    const message = actual ? `Secret ${secret.name} still holds another key` : `Secret ${secret.name} is not there yet`
    return { state: 'waiting', message }
  } catch (error) {
    if (!(error instanceof ClusterError)) throw error
    return { state: 'waiting', message: error.failure.message }
  }
}

function answerReason({ target }: PlanStep, message: string): Reason {
  const command = kubectlCommand(addressed(target), 'describe', ...objectArgs(resourceName(target), target.name))
  return {
    text: `its controller says ${message}`,
    // With its group: K-ORC's services and endpoints are not those of Kubernetes.
    hint: `${formatCommand(command)} shows its events`,
  }
}
