// SPDX-License-Identifier: Apache-2.0
import { ClusterError } from '../../cluster/failure.ts'
import { configFromSecret } from '../../cluster/secrets/secret-kubeconfig.ts'
import type { ClusterClient } from '../../cluster/types.ts'
import { secret } from '../../kinds/kubernetes/secret.ts'
import type { KubeObject } from '../../model/object/resource.ts'
import { C5c3Error } from '../../model/report/errors.ts'
import type { Candidate, Origin } from '../candidate.ts'

export interface SecretReference {
  readonly namespace: string
  readonly name: string
  /** The configured key; the usual keys are tried after it. */
  readonly key?: string
}

/** The cluster of a kubeconfig Secret. An unreadable or unusable Secret gives a candidate with the reason. */
export async function candidateFromSecret(
  client: ClusterClient,
  reference: SecretReference,
  named: { readonly name: string; readonly origin: Origin },
): Promise<Candidate> {
  try {
    return await candidateFrom(await client.get(secret, reference.name, reference.namespace), reference, named)
  } catch (error) {
    if (!(error instanceof ClusterError)) throw error
    const refused = `Secret ${reference.namespace}/${reference.name}: ${error.failure.message}`
    return { ...named, foundIn: named.origin, roles: [], certain: true, refused }
  }
}

/** Like candidateFromSecret, for a Secret that was already read. */
export async function candidateFrom(
  object: KubeObject,
  reference: SecretReference,
  named: { readonly name: string; readonly origin: Origin },
): Promise<Candidate> {
  try {
    const config = await configFromSecret(object, reference.key, named.origin.text)
    return { ...named, foundIn: named.origin, roles: [], certain: true, config }
  } catch (error) {
    if (!(error instanceof C5c3Error)) throw error
    return { ...named, foundIn: named.origin, roles: [], certain: true, refused: error.message }
  }
}
