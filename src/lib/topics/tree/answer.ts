// SPDX-License-Identifier: Apache-2.0

import type { Asked } from '../../cli/oclif/topic.ts'
import type { Answer } from '../../model/report/presentation.ts'
import { operands } from '../../model/text/command.ts'
import type { Observation } from '../../pipeline/observe.ts'
import { findSubject, overviewSubjects } from '../../reports/shared/find-subject.ts'
import { treeForms } from '../../reports/tree/formats.ts'
import { type TreeReport, treeReport } from '../../reports/tree/report.ts'

/** The dependencies of one object, or of all OpenStack clusters. */
export function answer(
  { snapshot, assessment, kinds, scope }: Observation,
  { args, flags }: Asked<{ readonly object?: string | undefined }, TreeFlags>,
): Answer<TreeReport> {
  const { graph } = assessment
  const options = {
    roots: args.object
      ? [findSubject(args.object, graph, kinds, snapshot, scope.namespace)]
      : overviewSubjects(graph, scope, snapshot),
    reverse: flags.reverse,
    depth: flags.depth,
    kinds: (flags.kinds ?? []).map((kind) => kind.toLowerCase()),
    onlyProblems: flags['only-problems'],
    group: !flags['no-group'],
    allowIncomplete: flags['allow-incomplete'],
    ...(args.object ? {} : { scope }),
  }
  const words = ['tree', ...(flags.reverse ? ['--reverse'] : []), ...operands(...(args.object ? [args.object] : []))]
  return {
    report: treeReport(snapshot, assessment, options),
    presentation: treeForms(snapshot, assessment, options, words),
  }
}

interface TreeFlags {
  readonly reverse: boolean
  readonly depth: number
  readonly kinds?: readonly string[] | undefined
  readonly 'only-problems': boolean
  readonly 'no-group': boolean
}
