// SPDX-License-Identifier: Apache-2.0
import { CHECKS } from '../../checks/index.ts'
import { KINDS } from '../../kinds/index.ts'
import { type KindSpec, kindName } from '../../model/graph/kind.ts'
import { onDemandInputs } from '../../pipeline/check-inputs.ts'
import { withTimes } from '../changes/read.ts'
import { eventKind } from '../events/kinds.ts'

const allKinds = [...KINDS.filter(({ onDemand }) => !onDemand), ...onDemandInputs(CHECKS), eventKind()]

/** What `report` reads: the kinds of all its parts, each once, with the times that the timeline needs. */
export const REPORT_KINDS: readonly KindSpec[] = [
  ...new Map(allKinds.map((kind) => [kindName(kind), kind])).values(),
].map(withTimes)
