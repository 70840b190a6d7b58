// SPDX-License-Identifier: Apache-2.0
import { toFailure } from '../../cluster/failure.ts'
import type { ClusterClient } from '../../cluster/types.ts'
import type { Member } from '../../fleet/member.ts'
import { customResourceDefinition } from '../../kinds/kubernetes/custom-resource-definition.ts'
import { definitionsIn } from '../../manifests/definitions.ts'
import { groupIn } from '../../manifests/manifest-object.ts'
import { type KindSpec, kindName } from '../../model/graph/kind.ts'
import { describeFailure } from '../../model/landscape/describe-failure.ts'
import type { Failure } from '../../model/landscape/fault.ts'
import type { Gap } from '../../model/landscape/gap.ts'
import { textAt } from '../../model/object/fields.ts'
import type { KubeObject } from '../../model/object/resource.ts'

/** The CRDs of kinds in files that nothing else defines, read one by one: all CRDs would be many megabytes. */
export async function readDefinitions(
  { client, served, label }: Member,
  values: readonly unknown[],
  others: readonly unknown[],
): Promise<{ readonly objects: readonly KubeObject[]; readonly gaps: readonly Gap[] }> {
  if (!client || !served) return { objects: [], gaps: [] }
  const known = definitionsIn([...values, ...others])
  const undefinedValues = values.filter((value) => known.servedAs(value).length === 0)
  const names = new Set(
    undefinedValues.flatMap((value) => {
      const [group, kind] = [groupIn(value), textAt(value, 'kind')]
      const resource = served.resources.find((one) => one.group === group && one.kind === kind)
      return resource?.group.includes('.') ? [`${resource.plural}.${resource.group}`] : []
    }),
  )
  const read = await Promise.all([...names].slice(0, MAX_DEFINITIONS).map((name) => readDefinition(client, name)))
  const failures = read.filter((one): one is { failure: Failure } => 'failure' in one)
  const [first] = failures.filter(({ failure }) => failure.fault !== 'notfound')
  return {
    objects: read.flatMap((one) => ('object' in one ? [one.object] : [])),
    gaps: first ? [gapOf(label, first.failure)] : [],
  }
}

async function readDefinition(
  client: ClusterClient,
  name: string,
): Promise<{ readonly object: KubeObject } | { readonly failure: Failure }> {
  try {
    return { object: await client.get(DEFINITION, name) }
  } catch (error) {
    return { failure: toFailure(error) }
  }
}

const gapOf = (cluster: string, failure: Failure): Gap => ({
  cluster,
  kind: kindName(DEFINITION),
  fault: failure.fault,
  message: describeFailure(failure),
})

const DEFINITION: KindSpec = { ...customResourceDefinition, keep: ['spec'] }
/** Files with more kinds are rare, and each definition is a separate request. */
const MAX_DEFINITIONS = 100
