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

const DEFINITION: KindSpec = { ...customResourceDefinition, keep: ['spec'] }
/** Files of more kinds than this are rare, and each definition is a request of its own. */
const MOST = 100

/** The CRDs of kinds in files that nothing else defines, asked for one by one: all of them would be many megabytes. */
export async function readDefinitions(
  { client, served, label }: Member,
  values: readonly unknown[],
  others: readonly unknown[],
): Promise<{ readonly objects: readonly KubeObject[]; readonly gaps: readonly Gap[] }> {
  if (!client || !served) return { objects: [], gaps: [] }
  const known = definitionsIn([...values, ...others])
  const open = values.filter((value) => known.servedAs(value).length === 0)
  const names = new Set(
    open.flatMap((value) => {
      const [group, kind] = [groupIn(value), textAt(value, 'kind')]
      const found = served.resources.find((one) => one.group === group && one.kind === kind)
      return found?.group.includes('.') ? [`${found.plural}.${found.group}`] : []
    }),
  )
  const read = await Promise.all([...names].slice(0, MOST).map((name) => definition(client, name)))
  const failures = read.filter((one): one is { failure: Failure } => 'failure' in one)
  const [first] = failures.filter(({ failure }) => failure.fault !== 'notfound')
  return {
    objects: read.flatMap((one) => ('object' in one ? [one.object] : [])),
    gaps: first ? [gapOf(label, first.failure)] : [],
  }
}

async function definition(
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
