// SPDX-License-Identifier: Apache-2.0
import { KINDS } from '../../kinds/index.ts'
import { type KindSpec, kindName } from '../../model/graph/kind.ts'
import type { Observation, ObserveOptions } from '../../pipeline/observe.ts'
import { onDemandKindsFor } from '../../pipeline/subjects.ts'
import { findSubject } from '../../reports/shared/find-subject.ts'
import { kindsNamed, parseSubject } from '../../reports/shared/parse-subject.ts'
import type { Goal } from './condition.ts'
import type { WaitTarget } from './evaluate.ts'

/** The kinds to read: all dependencies, or only the objects' own kinds, then with all their fields. */
export function waitKinds(goals: readonly Goal[], objects: readonly string[]): Pick<ObserveOptions, 'also' | 'only'> {
  const readsAll = goals.some(needsDependencies)
  if (readsAll && goals.every(needsDependencies)) return { also: onDemandKindsFor(objects) }
  const named = objects.flatMap((text) => {
    const { kind } = parseSubject(text, KINDS)
    return kind === undefined ? KINDS.filter((spec) => KINDS_BY_NAME.has(kindName(spec))) : kindsNamed(kind, KINDS)
  })
  const whole = [...new Set(named)].map(withAllFields)
  if (!readsAll) return { only: whole }
  const names = new Set(whole.map(kindName))
  return { also: [...whole, ...onDemandKindsFor(objects).filter((spec) => !names.has(kindName(spec)))] }
}

/** Goals that depend on all dependencies of an object. */
export const needsDependencies = ({ type }: Goal): boolean => type === 'healthy' || type === 'phase'

const withAllFields = (spec: KindSpec): KindSpec => ({ ...spec, keep: [...spec.keep, 'spec', 'status'] })

/** The requested objects in their current state. */
export function findTargets(
  { assessment, kinds, snapshot, scope }: Observation,
  objects: readonly string[],
): WaitTarget[] {
  const nodes = objects.map((text) => findSubject(text, assessment.graph, kinds, snapshot, scope.namespace))
  return [...new Map(nodes.map((node) => [node.id, node])).values()].map((node) => {
    const uid = node.object?.metadata.uid
    return { node, id: node.id, ...(uid === undefined ? {} : { uid }) }
  })
}

/** The kinds that a name without a kind may mean. */
const KINDS_BY_NAME: ReadonlySet<string> = new Set(['OpenStackCluster.c5c3.io', 'ControlPlane.c5c3.io'])
