// SPDX-License-Identifier: Apache-2.0
import type { CheckResult } from '../../src/lib/assess/check-results.ts'
import type { Check, CheckFinding } from '../../src/lib/model/check/check.ts'
import { inputKinds, onDemandInputs } from '../../src/lib/pipeline/check-inputs.ts'
import { type Opened, openLandscape } from '../harness/open-client.ts'

/** A finding in comparable form, with node ids. */
export const plain = ({ subject, evidence, affects = [], touches = [], ...rest }: CheckFinding) => ({
  ...rest,
  subject: subject.id,
  evidence: evidence.map(({ on, ...proof }) => ({ ...proof, on: on.id })),
  affects: affects.map(({ id }) => id),
  touches: touches.map(({ id }) => id),
})

export async function withLandscape(folder: string, use: (opened: Opened) => Promise<void>): Promise<void> {
  const opened = await openLandscape(folder)
  try {
    await use(opened)
  } finally {
    await opened.close()
  }
}

/** Reads only the inputs of a check and runs it. */
export async function checkAlone(opened: Opened, check: Check): Promise<CheckResult> {
  const seen = await opened.read({ also: onDemandInputs([check]), only: inputKinds([check]), checks: [check] })
  const [result] = seen.results
  if (!result) throw new Error(`${check.id} was not run`)
  return result
}
