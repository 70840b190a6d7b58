// SPDX-License-Identifier: Apache-2.0
// K-ORC logs in to Keystone with a clouds.yaml from a Secret. If that fails, every object that uses the Secret reports
// it; the checks report it once, for the Secret.

import { IDENTITY_PARTS, korcError } from '../../kinds/korc/health-and-links.ts'
import { isStatusCurrent } from '../../model/check/age.ts'
import type { Check, CheckContext, CheckFinding, FindingEvidence } from '../../model/check/check.ts'
import { conditionProof, missingEvidence } from '../../model/check/evidence.ts'
import type { GraphNode } from '../../model/graph/graph.ts'
import { type Condition, conditionsOf } from '../../model/object/conditions.ts'
import { textAt } from '../../model/object/fields.ts'
import { type CloudFacts, factsOf } from '../../model/secret/secret-facts.ts'

export const LOGIN_INPUTS: Pick<Check, 'about' | 'beside'> = {
  about: IDENTITY_PARTS,
  beside: ['Secret', 'ExternalSecret.external-secrets.io', 'ControlPlane.c5c3.io'],
}

/** Objects that cannot log in with the same entry of the same clouds.yaml. */
export interface LoginFailure {
  /** The Secret, or an object that uses it if the Secret is not readable. */
  readonly subject: GraphNode
  readonly secret?: GraphNode
  readonly secretName: string
  readonly cloud: string
  readonly objects: readonly GraphNode[]
  readonly message: string
}

/** Objects whose login fails with such a message, by Secret and cloud. Recent failures are left out. */
export function loginFailures(context: CheckContext, pattern: RegExp): readonly LoginFailure[] {
  const failing = IDENTITY_PARTS.flatMap((kind) => context.of(kind)).filter((node) => {
    const error = errorOf(node)
    if (!isStatusCurrent(node) || error?.reason !== 'TransientError' || !pattern.test(error.message)) return false
    return !error.stale && ['failed', 'degraded'].includes(context.own(node).state)
  })
  return [...Map.groupBy(failing, keyOf).values()].flatMap((objects) => {
    const [first] = objects
    const secretName = textAt(first?.object, SECRET_NAME)
    if (!first || !secretName) return []
    const secret = context.out(first, 'Secret').find(({ name }) => name === secretName)
    const cloud = textAt(first.object, 'spec.cloudCredentialsRef.cloudName') ?? ''
    const message = errorOf(first)?.message ?? ''
    const readable = secret?.object ? { secret } : {}
    return [{ subject: secret?.object ? secret : first, secretName, cloud, objects, message, ...readable }]
  })
}

const errorOf = ({ object }: GraphNode): Condition | undefined => (object ? korcError(conditionsOf(object)) : undefined)

const SECRET_NAME = 'spec.cloudCredentialsRef.secretName'

const keyOf = ({ object, cluster, namespace }: GraphNode) =>
  [cluster.label, namespace, textAt(object, SECRET_NAME), textAt(object, 'spec.cloudCredentialsRef.cloudName')].join(
    ' ',
  )

/** The common part of these findings: the first failures as evidence, all of them as affected objects. */
export function loginFound(
  failure: LoginFailure,
  mode: string,
  own: readonly FindingEvidence[],
): Omit<CheckFinding, 'message'> {
  const { subject, objects } = failure
  const byMessage = Map.groupBy(objects, (object) => errorOf(object)?.message)
  const examples = [...byMessage.values()].flatMap((group) => group.slice(0, 1)).slice(0, 2)
  return {
    mode,
    subject,
    evidence: [
      ...own,
      ...examples.map((object) => redactQuotes(conditionProof(object, errorOf(object)?.type ?? 'Available'))),
    ],
    affects: objects.filter(({ id }) => id !== subject.id),
    // Dependencies of an object do not explain its login; the producer of a Secret may explain the Secret.
    standsAlone: subject !== failure.secret,
  }
}

/** Parser errors quote the input they could not parse, which comes from a Secret: redact it. */
const redactQuotes = (evidence: FindingEvidence): FindingEvidence => ({
  ...evidence,
  value: evidence.value.replaceAll(/`[^`]*`/g, '`…`'),
})

export const countOf = ({ objects }: LoginFailure): string =>
  objects.length === 1 ? 'one K-ORC object' : `${objects.length} K-ORC objects`

export const verb = ({ objects }: LoginFailure, stem: string): string => (objects.length === 1 ? `${stem}s` : stem)

/** The used entry of the clouds.yaml; undefined if the Secret is not readable. */
export function cloudOf({ secret, cloud }: LoginFailure): CloudFacts | undefined {
  const clouds = factsOf(secret?.object, 'clouds.yaml')?.clouds
  return clouds && Object.hasOwn(clouds, cloud) ? clouds[cloud] : undefined
}

export function keyProof({ secret }: LoginFailure, key: string): readonly FindingEvidence[] {
  if (!secret) return []
  if (!secret.object) return [missingEvidence(secret)]
  const facts = factsOf(secret.object, key)
  return [{ on: secret, path: `data[${key}]`, value: facts ? `${facts.bytes} bytes` : 'absent' }]
}
