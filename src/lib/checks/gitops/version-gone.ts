// SPDX-License-Identifier: Apache-2.0

import { APPLIERS, goneVersion } from '../../kinds/flux/failures.ts'
import type { Check, CheckContext, FindingEvidence } from '../../model/check/check.ts'
import { conditionProof, fieldProof } from '../../model/check/evidence.ts'
import { kubectl } from '../../model/check/next-step.ts'
import { flagAt } from '../../model/object/fields.ts'
import { groupOf } from '../../model/object/reference.ts'
import { ageInSeconds } from '../shared/crossplane.ts'

/** Kinds whose operators dropped a version: their objects show which version is served now. */
const READ_KINDS: readonly string[] = [
  'ExternalSecret.external-secrets.io',
  'SecretStore.external-secrets.io',
  'ClusterSecretStore.external-secrets.io',
  'PushSecret.external-secrets.io',
]

/** Flux retries the first apply until then. */
const FIRST_APPLY_TIME = 10 * 60_000

export const versionGone: Check = {
  id: 'version-gone',
  category: 'gitops',
  severity: 'error',
  title: 'Manifests in Git use an API version that the cluster does not serve',
  why: 'An operator upgrade dropped an old version of its API (External Secrets dropped v1beta1 with 0.17), or the operator is not installed in that cluster. Flux does not apply the other manifests of the Kustomization either.',
  fix: 'Change apiVersion in Git to a served one; if none is served, install the operator first.',
  byHand: [
    'kubectl --context CONTEXT -n NAMESPACE describe kustomizations.kustomize.toolkit.fluxcd.io NAME',
    'kubectl --context CLUSTER api-resources --api-group GROUP',
  ],
  modes: ['F24'],
  about: APPLIERS,
  beside: READ_KINDS,
  *run(context) {
    for (const node of APPLIERS.flatMap((kind) => context.of(kind))) {
      const missing = goneVersion(node)
      // While a cluster is being set up, its CRDs may not be installed yet.
      if (
        !missing ||
        flagAt(node.object, 'spec.suspend') === true ||
        ageInSeconds(node, context.now) < FIRST_APPLY_TIME
      )
        continue
      const served = servedVersions(context, missing)
      yield {
        mode: 'F24',
        subject: node,
        message: `its manifests contain ${missing.kind} of ${missing.version}, which its cluster does not serve${served.length > 0 ? `; served: ${served.map(({ value }) => value).join(', ')}` : ''}`,
        evidence: [conditionProof(node, 'Ready'), fieldProof(node, 'spec.path'), ...served],
        next: [
          kubectl(
            { cluster: (served[0]?.on ?? node).cluster },
            'api-resources',
            '--api-group',
            groupOf(missing.version),
          ),
        ],
      }
    }
  },
}

function servedVersions(
  context: CheckContext,
  { kind, version }: { kind: string; version: string },
): readonly FindingEvidence[] {
  const [first] = context.of(`${kind}.${groupOf(version)}`)
  const served = first?.object?.apiVersion
  return first && served && served !== version ? [{ on: first, path: 'apiVersion', value: served }] : []
}
