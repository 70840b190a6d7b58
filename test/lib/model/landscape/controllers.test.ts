// SPDX-License-Identifier: Apache-2.0
// The map from kinds to controllers names only kinds and operators that exist, and leaves none out.
import { expect, it } from 'vitest'
import { KINDS } from '../../../../src/lib/kinds/index.ts'
import { kindName } from '../../../../src/lib/model/graph/kind.ts'
import { CONTROLLERS, RECONCILED_KINDS } from '../../../../src/lib/model/landscape/controllers.ts'
import { OPERATORS } from '../../../../src/lib/model/landscape/operators.ts'

const known = new Set(KINDS.map(kindName))

it('every kind and operator of the map exists', () => {
  expect(RECONCILED_KINDS.filter((kind) => !known.has(kind))).toEqual([])
  const operators = new Set(OPERATORS.map(({ name }) => name))
  expect(CONTROLLERS.filter(({ operator }) => !operators.has(operator))).toEqual([])
})

it('what an operator writes has a controller', () => {
  const written = OPERATORS.flatMap(({ writes }) => writes)
  expect(written.filter((kind) => !RECONCILED_KINDS.includes(kind))).toEqual([])
})

/** Kubernetes, Gardener, IronCore and node agents look after these, or they have no status that a controller writes. */
const WITHOUT = [
  /^[A-Z][A-Za-z]+$/,
  /\.(apps|batch|policy)$|\.k8s\.io$/,
  /\.gardener\.cloud$|\.ironcore\.dev$|\.metal\.ironcore\.dev$/,
  /^(ProviderConfig|ClusterProviderConfig)\./,
  /^Composition(Revision)?\./,
  /^(OVNChassis|OVSNode)\./,
  /^ExternalArtifact\.|^VaultDynamicSecret\.|^Pipeline\.cortex\.cloud$/,
]

it('every other kind that is read on each run has a controller', () => {
  const listed = KINDS.filter(({ onDemand }) => !onDemand).map(kindName)
  const uncovered = listed.filter((kind) => !RECONCILED_KINDS.includes(kind))
  expect(uncovered.filter((kind) => !WITHOUT.some((words) => words.test(kind)))).toEqual([])
})
