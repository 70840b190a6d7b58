// SPDX-License-Identifier: Apache-2.0
import type { Check, CheckContext, FindingEvidence } from '../../model/check/check.ts'
import { fieldProof } from '../../model/check/evidence.ts'
import { getYaml } from '../../model/check/next-step.ts'
import type { GraphNode } from '../../model/graph/graph.ts'
import { textAt } from '../../model/object/fields.ts'
import { OBJECTS, PROVIDER_CONFIGS, rendersKind, TENANTS, tenantObjects } from '../shared/crossplane.ts'
import { kubeconfigFactsOf } from '../shared/kubeconfig-access.ts'

const CONTROL_PLANES = 'ControlPlaneCluster.crossplane.c5c3.io'

export const otherControlPlane: Check = {
  id: 'other-control-plane',
  category: 'crossplane',
  severity: 'warning',
  title: 'A tenant runs on another control plane cluster than it asks for',
  why: 'The Composition writes to a fixed ProviderConfig and ignores spec.controlPlaneCluster and the region of the claim: the OpenStack of one region runs in another one.',
  fix: 'Patch spec.providerConfigRef.name of the Objects from the claim in the Composition. A tenant that runs has to be moved.',
  byHand: [
    "kubectl -n NAMESPACE get openstackclusters.c5c3.io NAME -o jsonpath='{.spec.controlPlaneCluster}{.spec.region}'",
    'kubectl get objects.kubernetes.crossplane.io -l crossplane.io/claim-name=NAME -o custom-columns=KIND:.spec.forProvider.manifest.kind,CONFIG:.spec.providerConfigRef.name',
  ],
  modes: ['F116'],
  about: TENANTS,
  beside: [...OBJECTS, ...PROVIDER_CONFIGS, CONTROL_PLANES, 'Secret'],
  *run(sight) {
    for (const { wish, objects } of tenantObjects(sight)) {
      const [asked, region] = [textAt(wish.object, 'spec.controlPlaneCluster'), textAt(wish.object, 'spec.region')]
      const wanted = asked ?? (region ? `${region}-control-plane` : undefined)
      if (!wanted) continue
      for (const object of objects.filter((one) => rendersKind(one, 'c5c3.io', 'ControlPlane'))) {
        const actual = textAt(object.object, 'spec.providerConfigRef.name') ?? 'default'
        const proof = actual === wanted ? undefined : otherwise(sight, object, wanted, actual)
        if (!proof) continue
        yield {
          mode: 'F116',
          subject: wish,
          message: `it asks for ${wanted}, and its ControlPlane is written to ${actual}`,
          evidence: [
            fieldProof(wish, asked ? 'spec.controlPlaneCluster' : 'spec.region'),
            fieldProof(object, 'spec.providerConfigRef.name'),
            ...proof,
          ],
          next: [getYaml(object)],
          standsAlone: true,
        }
      }
    }
  },
}

/** Another name may lead to the same cluster: only what shows that it does not counts. */
function otherwise(
  sight: CheckContext,
  object: GraphNode,
  wanted: string,
  actual: string,
): readonly FindingEvidence[] | undefined {
  const [config] = PROVIDER_CONFIGS.flatMap((kind) => sight.out(object, kind))
  const meant = PROVIDER_CONFIGS.flatMap((kind) => sight.of(kind)).find(
    (one) => one.name === wanted && one.cluster === object.cluster,
  )
  const servers = [serverOf(sight, config), serverOf(sight, meant)] as const
  if (config && meant && servers[0] && servers[1]) {
    if (servers[0] === servers[1]) return undefined
    return [{ on: config, path: 'server of its kubeconfig', value: `another one than that of ${meant.name}` }]
  }
  const other = sight.of(CONTROL_PLANES).find(({ name }) => name === actual)
  return other && [fieldProof(other, 'spec.region')]
}

function serverOf(sight: CheckContext, config: GraphNode | undefined): string | undefined {
  if (!config) return undefined
  const [secret] = sight.out(config, 'Secret')
  return kubeconfigFactsOf(secret, textAt(config.object, 'spec.credentials.secretRef.key'))?.server
}
