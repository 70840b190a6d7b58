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
  title: 'OpenStack cluster runs on another control plane cluster than requested',
  why: 'The Composition uses a fixed ProviderConfig and ignores spec.controlPlaneCluster and the region of the claim: the OpenStack of one region runs in another one.',
  fix: 'In the Composition, patch spec.providerConfigRef.name of the Objects from the claim. An OpenStack cluster that already runs has to be migrated.',
  byHand: [
    "kubectl --context MANAGEMENT -n NAMESPACE get openstackclusters.c5c3.io NAME -o jsonpath='{.spec.controlPlaneCluster}{.spec.region}'",
    'kubectl --context MANAGEMENT get objects.kubernetes.crossplane.io -l crossplane.io/claim-name=NAME -o custom-columns=KIND:.spec.forProvider.manifest.kind,CONFIG:.spec.providerConfigRef.name',
  ],
  modes: ['F116'],
  about: TENANTS,
  beside: [...OBJECTS, ...PROVIDER_CONFIGS, CONTROL_PLANES, 'Secret'],
  *run(context) {
    for (const { wish, objects } of tenantObjects(context)) {
      const [requested, region] = [textAt(wish.object, 'spec.controlPlaneCluster'), textAt(wish.object, 'spec.region')]
      const desired = requested ?? (region ? `${region}-control-plane` : undefined)
      if (!desired) continue
      for (const object of objects.filter((one) => rendersKind(one, 'c5c3.io', 'ControlPlane'))) {
        const actual = textAt(object.object, 'spec.providerConfigRef.name') ?? 'default'
        const evidence = actual === desired ? undefined : differenceEvidence(context, object, desired, actual)
        if (!evidence) continue
        yield {
          mode: 'F116',
          subject: wish,
          message: `requested ${desired}, but deployed via ProviderConfig ${actual}`,
          evidence: [
            fieldProof(wish, requested ? 'spec.controlPlaneCluster' : 'spec.region'),
            fieldProof(object, 'spec.providerConfigRef.name'),
            ...evidence,
          ],
          next: [getYaml(object)],
          standsAlone: true,
        }
      }
    }
  },
}

/** Different names may address the same cluster: only evidence to the contrary counts. */
function differenceEvidence(
  context: CheckContext,
  object: GraphNode,
  desired: string,
  actual: string,
): readonly FindingEvidence[] | undefined {
  const [config] = PROVIDER_CONFIGS.flatMap((kind) => context.out(object, kind))
  const intended = PROVIDER_CONFIGS.flatMap((kind) => context.of(kind)).find(
    (one) => one.name === desired && one.cluster === object.cluster,
  )
  const servers = [serverOf(context, config), serverOf(context, intended)] as const
  if (config && intended && servers[0] && servers[1]) {
    if (servers[0] === servers[1]) return undefined
    return [{ on: config, path: 'server in its kubeconfig', value: `differs from that of ${intended.name}` }]
  }
  const other = context.of(CONTROL_PLANES).find(({ name }) => name === actual)
  return other && [fieldProof(other, 'spec.region')]
}

function serverOf(context: CheckContext, config: GraphNode | undefined): string | undefined {
  if (!config) return undefined
  const [secret] = context.out(config, 'Secret')
  return kubeconfigFactsOf(secret, textAt(config.object, 'spec.credentials.secretRef.key'))?.server
}
