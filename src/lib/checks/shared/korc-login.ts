// SPDX-License-Identifier: Apache-2.0
// K-ORC logs in to Keystone with a clouds.yaml from a Secret. When that fails every object that uses the Secret says so:
// that is one fault of the Secret, not one of each.

import { IDENTITY_PARTS } from '../../kinds/korc/health-and-links.ts'
import { isStatusCurrent } from '../../model/check/age.ts'
import type { Check, CheckContext, CheckFinding, FindingEvidence } from '../../model/check/check.ts'
import { conditionOf, conditionProof, missingEvidence } from '../../model/check/evidence.ts'
import type { GraphNode } from '../../model/graph/graph.ts'
import { textAt } from '../../model/object/fields.ts'
import { type CloudFacts, factsOf } from '../../model/secret/secret-facts.ts'

/** What such a check has to declare. */
export const LOGIN_INPUTS: Pick<Check, 'about' | 'beside'> = {
  about: IDENTITY_PARTS,
  beside: ['Secret', 'ExternalSecret.external-secrets.io', 'ControlPlane.c5c3.io'],
}

/** Objects that cannot log in, all with the same entry of the same clouds.yaml. */
export interface LoginFailure {
  /** The Secret; an object that uses it where the Secret cannot be read. */
  readonly subject: GraphNode
  readonly secret?: GraphNode
  readonly secretName: string
  readonly cloud: string
  readonly objects: readonly GraphNode[]
  /** How K-ORC says it. */
  readonly message: string
}

/** Who cannot log in for a reason in these words, by Secret and cloud. Those who have not failed for long are left out. */
export function loginFailures(sight: CheckContext, words: RegExp): readonly LoginFailure[] {
  const failing = IDENTITY_PARTS.flatMap((kind) => sight.of(kind)).filter((node) => {
    const available = conditionOf(node, 'Available')
    if (!isStatusCurrent(node) || available?.reason !== 'TransientError' || !words.test(available.message)) return false
    return !available.stale && sight.own(node).state === 'failed'
  })
  return [...Map.groupBy(failing, keyOf).values()].flatMap((objects) => {
    const [first] = objects
    const secretName = textAt(first?.object, SECRET_NAME)
    if (!first || !secretName) return []
    const secret = sight.out(first, 'Secret').find(({ name }) => name === secretName)
    const cloud = textAt(first.object, 'spec.cloudCredentialsRef.cloudName') ?? ''
    const message = conditionOf(first, 'Available')?.message ?? ''
    const known = secret?.object ? { secret } : {}
    return [{ subject: secret?.object ? secret : first, secretName, cloud, objects, message, ...known }]
  })
}

const SECRET_NAME = 'spec.cloudCredentialsRef.secretName'

const keyOf = ({ object, cluster, namespace }: GraphNode) =>
  [cluster.label, namespace, textAt(object, SECRET_NAME), textAt(object, 'spec.cloudCredentialsRef.cloudName')].join(
    ' ',
  )

/** What every finding of this sort has in common: the first that fail as evidence, all of them as those who suffer. */
export function loginFound(
  failure: LoginFailure,
  mode: string,
  own: readonly FindingEvidence[],
): Omit<CheckFinding, 'message'> {
  const { subject, objects } = failure
  const told = Map.groupBy(objects, (object) => conditionOf(object, 'Available')?.message)
  const examples = [...told.values()].flatMap((those) => those.slice(0, 1)).slice(0, 2)
  return {
    mode,
    subject,
    evidence: [...own, ...examples.map((object) => unquoted(conditionProof(object, 'Available')))],
    affects: objects.filter(({ id }) => id !== subject.id),
    // What is below an object does not explain how it logs in; what makes a Secret may explain the Secret.
    standsAlone: subject !== failure.secret,
  }
}

/** A parser quotes what it could not read, and that came out of a Secret. */
const unquoted = (proof: FindingEvidence): FindingEvidence => ({
  ...proof,
  value: proof.value.replaceAll(/`[^`]*`/g, '`…`'),
})

/** 3 objects of K-ORC */
export const countOf = ({ objects }: LoginFailure): string =>
  objects.length === 1 ? 'one K-ORC object' : `${objects.length} K-ORC objects`

/** look, or looks where it is but one */
export const verb = ({ objects }: LoginFailure, word: string): string => (objects.length === 1 ? `${word}s` : word)

/** The entry of the clouds.yaml that is used; undefined when nobody could look. */
export function cloudOf({ secret, cloud }: LoginFailure): CloudFacts | undefined {
  const clouds = factsOf(secret?.object, 'clouds.yaml')?.clouds
  return clouds && Object.hasOwn(clouds, cloud) ? clouds[cloud] : undefined
}

/** Whether a key of the Secret is there. */
export function keyProof({ secret }: LoginFailure, key: string): readonly FindingEvidence[] {
  if (!secret) return []
  if (!secret.object) return [missingEvidence(secret)]
  const facts = factsOf(secret.object, key)
  return [{ on: secret, path: `data[${key}]`, value: facts ? `${facts.bytes} bytes` : 'absent' }]
}
