// SPDX-License-Identifier: Apache-2.0
import { KINDS } from '../kinds/index.ts'
import type { GraphNode } from '../model/graph/graph.ts'
import type { KindSpec } from '../model/graph/kind.ts'
import { dependenciesOf } from '../reports/shared/dependencies.ts'
import { findSubject, overviewSubjects } from '../reports/shared/find-subject.ts'
import { kindsNamed, parseSubject } from '../reports/shared/parse-subject.ts'
import type { Observation } from './observe.ts'

/** The on-demand kinds among the objects the user names, such as Pod/x. */
export function onDemandKindsFor(objects: readonly string[]): readonly KindSpec[] {
  const named = objects.flatMap((text) => {
    const { kind } = parseSubject(text, KINDS)
    return kind === undefined ? [] : kindsNamed(kind, KINDS)
  })
  return [...new Set(named)].filter(({ onDemand }) => onDemand)
}

/** The requested object, or all in scope, and their dependencies. */
export function subjectsOf(
  { snapshot, assessment: { graph }, kinds, scope }: Observation,
  object: string | undefined,
): { readonly subjects: readonly GraphNode[]; readonly reached: readonly GraphNode[] } {
  const subjects = object
    ? [findSubject(object, graph, kinds, snapshot, scope.namespace)]
    : overviewSubjects(graph, scope, snapshot)
  return { subjects, reached: [...new Set(subjects.flatMap((subject) => dependenciesOf(graph, subject)))] }
}
