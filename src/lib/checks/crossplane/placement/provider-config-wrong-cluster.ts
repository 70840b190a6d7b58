// SPDX-License-Identifier: Apache-2.0
import { goneVersion } from '../../../kinds/flux/failures.ts'
import type { Check, CheckContext } from '../../../model/check/check.ts'
import { fieldProof } from '../../../model/check/evidence.ts'
import { getYaml } from '../../../model/check/next-step.ts'
import type { GraphNode } from '../../../model/graph/graph.ts'
import { kindName } from '../../../model/graph/kind.ts'
import { fieldAt, textAt } from '../../../model/object/fields.ts'
import { groupOf } from '../../../model/object/reference.ts'
import { conditionEvidence, OBJECTS, PROVIDER_CONFIGS, syncFailure } from '../../shared/crossplane.ts'

/** Kinds that Compositions write into other clusters, by the operator that serves them there. */
const TARGETS: readonly string[] = [
  'CephBlockPool.ceph.rook.io',
  'CephClient.ceph.rook.io',
  'CephFilesystem.ceph.rook.io',
  'CephObjectStore.ceph.rook.io',
  'ControlPlane.c5c3.io',
]

export const providerConfigWrongCluster: Check = {
  id: 'provider-config-wrong-cluster',
  category: 'crossplane',
  severity: 'error',
  title: 'ProviderConfig points to the wrong cluster',
  why: 'It uses the kubeconfig of another cluster, which another ProviderConfig uses as well. Crossplane looks there for objects that exist elsewhere, and creates new ones in the wrong cluster.',
  fix: 'Point spec.credentials.secretRef of the ProviderConfig to the kubeconfig of its own cluster. Then check in the wrong cluster, object by object, what Crossplane created there, and delete only objects that nothing in that cluster uses. Do not install the missing operator there.',
  byHand: [
    "kubectl --context MANAGEMENT get providerconfigs.kubernetes.crossplane.io -o custom-columns='NAME:.metadata.name,SECRET:.spec.credentials.secretRef.name'",
    'kubectl --context MANAGEMENT describe objects.kubernetes.crossplane.io NAME',
  ],
  modes: ['F167'],
  about: PROVIDER_CONFIGS,
  beside: [...OBJECTS, ...TARGETS],
  clusters: ['management', 'control-plane', 'storage'],
  *run(context) {
    for (const config of PROVIDER_CONFIGS.flatMap((kind) => context.of(kind))) {
      const twin = twinOf(context, config)
      const failing = OBJECTS.flatMap((kind) => context.into(config, kind)).filter((object) => syncFailure(object))
      const refused = failing.filter((object) => isServedElsewhere(context, object))
      const [first] = refused
      if (!twin || !first) continue
      const missing = goneVersion(first, 'Synced')
      yield {
        mode: 'F167',
        subject: config,
        message: `uses the kubeconfig of ${twin.kind} ${twin.name}, whose cluster does not serve ${missing?.kind ?? 'the kinds that its Objects write'}`,
        evidence: [
          fieldProof(config, 'spec.credentials.secretRef.name'),
          fieldProof(twin, 'spec.credentials.secretRef.name'),
          ...conditionEvidence(refused, 'Synced'),
        ],
        affects: [...failing, ...failing.flatMap((object) => lostTargets(context, object))],
        next: [getYaml(config)],
      }
    }
  },
}

const SECRET = 'spec.credentials.secretRef'

/** Another ProviderConfig with the same kubeconfig whose Objects are in sync. */
function twinOf(context: CheckContext, config: GraphNode): GraphNode | undefined {
  const [name, namespace] = [textAt(config.object, `${SECRET}.name`), textAt(config.object, `${SECRET}.namespace`)]
  if (!name) return undefined
  return PROVIDER_CONFIGS.flatMap((kind) => context.of(kind)).find(
    (other) =>
      other !== config &&
      other.cluster === config.cluster &&
      textAt(other.object, `${SECRET}.name`) === name &&
      textAt(other.object, `${SECRET}.namespace`) === namespace &&
      OBJECTS.flatMap((kind) => context.into(other, kind)).every((object) => !goneVersion(object, 'Synced')),
  )
}

/** The target cluster does not serve the kind, and a cluster of the fleet does: the operator is installed there. */
function isServedElsewhere(context: CheckContext, object: GraphNode): boolean {
  if (!goneVersion(object, 'Synced')) return false
  const manifest = fieldAt(object.object, 'spec.forProvider.manifest')
  const [apiVersion = '', kind = ''] = [textAt(manifest, 'apiVersion'), textAt(manifest, 'kind')]
  return context.of(kindName({ group: groupOf(apiVersion), kind })).some(({ source }) => source === 'live')
}

/** What an Object looks for in the wrong cluster. */
const lostTargets = (context: CheckContext, object: GraphNode) =>
  TARGETS.flatMap((kind) => context.out(object, kind)).filter(({ source }) => source === 'missing')
