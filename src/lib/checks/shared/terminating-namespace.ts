// SPDX-License-Identifier: Apache-2.0
import type { CheckContext } from '../../model/check/check.ts'
import type { GraphNode } from '../../model/graph/graph.ts'

/** The namespace of an object is being deleted: nothing can be created in it any more. Needs the input Namespace. */
export const isNamespaceTerminating = (context: CheckContext, { cluster, namespace }: GraphNode): boolean =>
  context
    .of('Namespace')
    .some(
      (one) =>
        one.cluster.label === cluster.label &&
        one.name === namespace &&
        one.object?.metadata.deletionTimestamp !== undefined,
    )
