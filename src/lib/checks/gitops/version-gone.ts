// SPDX-License-Identifier: Apache-2.0

import { APPLIERS, goneVersion } from '../../kinds/flux/failures.ts'
import type { Check, CheckContext, FindingEvidence } from '../../model/check/check.ts'
import { conditionProof, fieldProof } from '../../model/check/evidence.ts'
import { kubectl } from '../../model/check/next-step.ts'
import { flagAt } from '../../model/object/fields.ts'
import { groupOf } from '../../model/object/reference.ts'
import { ageInSeconds } from '../shared/crossplane.ts'

/** Kinds whose operator dropped a version: what is read of them says which one is served now. */
const READ: readonly string[] = [
  'ExternalSecret.external-secrets.io',
  'SecretStore.external-secrets.io',
  'ClusterSecretStore.external-secrets.io',
  'PushSecret.external-secrets.io',
]

/** What Flux applies first is tried again until then. */
const PATIENCE = 10 * 60_000

export const versionGone: Check = {
  id: 'version-gone',
  category: 'gitops',
  severity: 'error',
  title: 'Manifests in Git are of an API version the cluster does not serve',
  why: 'An operator was upgraded and dropped an old version of its API (External Secrets dropped v1beta1 with 0.17), or it is not installed in that cluster. Flux applies none of the manifests beside it either.',
  fix: 'Change apiVersion in Git to one that is served; if none is, install the operator first.',
  byHand: [
    'kubectl -n NAMESPACE describe kustomizations.kustomize.toolkit.fluxcd.io NAME',
    'kubectl --context CLUSTER api-resources --api-group GROUP',
  ],
  modes: ['F24'],
  about: APPLIERS,
  beside: READ,
  *run(sight) {
    for (const node of APPLIERS.flatMap((kind) => sight.of(kind))) {
      const gone = goneVersion(node)
      // While a cluster is set up, what brings the CRDs may only be on its way.
      if (!gone || flagAt(node.object, 'spec.suspend') === true || ageInSeconds(node, sight.now) < PATIENCE) continue
      const served = servedVersions(sight, gone)
      yield {
        mode: 'F24',
        subject: node,
        message: `its manifests hold ${gone.kind} of ${gone.version}, which its cluster does not serve${served.length > 0 ? `; ${served.map(({ value }) => value).join(', ')} is` : ''}`,
        evidence: [conditionProof(node, 'Ready'), fieldProof(node, 'spec.path'), ...served],
        next: [
          kubectl({ cluster: (served[0]?.on ?? node).cluster }, 'api-resources', '--api-group', groupOf(gone.version)),
        ],
      }
    }
  },
}

/** One object of the same type in each cluster, by the version it is served in. */
function servedVersions(
  sight: CheckContext,
  { kind, version }: { kind: string; version: string },
): readonly FindingEvidence[] {
  const [first] = sight.of(`${kind}.${groupOf(version)}`)
  const served = first?.object?.apiVersion
  return first && served && served !== version ? [{ on: first, path: 'apiVersion', value: served }] : []
}
