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

const FIRST_PAUSE = 200
const LONGEST_PAUSE = 1000

export interface Awaited {
  readonly step: PlanStep
  /** The object as it was before it was written; absent when it was made. */
  readonly before?: KubeObject
  /** What it is when the controller has answered. */
  readonly outcome: StepOutcome
  readonly applied?: Applied
}

/** Looks at an object until its controller has answered, the time to wait is over, or a person wants it to end. */
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
    // a look that a person cut short says nothing new
    const said = context.stop.aborted && last !== '' ? last : answer.message
    if (said !== last) context.waiting(step, said)
    last = said
    const late = context.clock.now() + pause >= deadline
    if (late || context.stop.aborted) {
      const why = late ? 'the time to wait is over' : 'stopped while waiting for its controller'
      const hint = 'run the command again to see how it went on'
      return result(step, 'waiting', [{ text: `${why}: ${last}`, hint }], applied)
    }
    await context.clock.sleep(pause, context.stop)
    pause = Math.min(LONGEST_PAUSE, pause * 2)
  }
}

/** The controller's own word first, then what it should have made. A look that fails is repeated until the time is over. */
async function answerOf(
  step: PlanStep,
  context: WriteContext,
  before: KubeObject | undefined,
): Promise<Acknowledgement> {
  try {
    const now = await look(context.client(step.target.cluster), step.target)
    if (!now) return { state: 'failed', message: 'nothing any more: it was deleted' }
    const said = acknowledged(step.acknowledged ?? 'synced', before, now)
    if (said.state !== 'done' || !step.expects) return said
    const { secret, values } = step.expects
    const found = await look(context.client(secret.cluster), secret)
    if (found && holdsValues(found, values, context.salt)) return said
    const message = found ? `Secret ${secret.name} still holds another key` : `Secret ${secret.name} is not there yet`
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
    // with its group: K-ORC's services and endpoints are not those of Kubernetes
    hint: `${formatCommand(command)} shows its events`,
  }
}
