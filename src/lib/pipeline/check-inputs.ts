// SPDX-License-Identifier: Apache-2.0
import { KINDS } from '../kinds/index.ts'
import { type Check, inputsOf } from '../model/check/check.ts'
import { type KindSpec, kindName } from '../model/graph/kind.ts'

/** The kinds that the checks read. */
export function inputKinds(checks: readonly Check[]): readonly KindSpec[] {
  const names = new Set(checks.flatMap(inputsOf))
  return KINDS.filter((spec) => names.has(kindName(spec)))
}

/** Those that are read only on demand, without those that are read only for unhealthy workloads. */
export const onDemandInputs = (checks: readonly Check[]): readonly KindSpec[] =>
  inputKinds(checks).filter(({ onDemand, ofWorkloads }) => onDemand && !ofWorkloads)
