// SPDX-License-Identifier: Apache-2.0
// Crossplane: the Compositions (as pipelines of functions), their revisions, and their packages.
import { type ConditionWords, conditions, type Obj, objectsOf, sha256, withBody } from '../kube.ts'
import { openStackTemplate, poolTemplate } from './templates.ts'
import { PLATFORM_AGE } from './xrds.ts'

const make = objectsOf('management')

const COMPOSITIONS: readonly { name: string; apiVersion: string; kind: string; template: string }[] = [
  {
    name: 'control-plane-cluster',
    apiVersion: 'crossplane.c5c3.io/v1alpha1',
    kind: 'XControlPlaneCluster',
    template: poolTemplate('openstack'),
  },
  {
    name: 'hypervisor-pool',
    apiVersion: 'crossplane.c5c3.io/v1alpha1',
    kind: 'XHypervisorCluster',
    template: poolTemplate('ironcore-metal'),
  },
  {
    name: 'openstack-cluster',
    apiVersion: 'c5c3.io/v1alpha1',
    kind: 'XOpenStackCluster',
    template: openStackTemplate(),
  },
  {
    name: 'storage-pool',
    apiVersion: 'crossplane.c5c3.io/v1alpha1',
    kind: 'XStorageCluster',
    template: poolTemplate('ironcore-metal'),
  },
]

/** The revision of composite resources with this Composition: the only one. */
export function revisionOf(composition: string): string {
  const found = COMPOSITIONS.find((c) => c.name === composition)
  if (!found) throw new Error(`no Composition ${composition}`)
  return `${composition}-${sha256(found.template).slice(0, 7)}`
}

export function compositions(): Obj[] {
  return COMPOSITIONS.flatMap(({ name, apiVersion, kind, template }) => {
    const labels = {
      'crossplane.io/xrd': `${kind.toLowerCase()}s.${apiVersion.split('/')[0]}`,
      environment: 'production',
    }
    const spec = {
      compositeTypeRef: { apiVersion, kind },
      mode: 'Pipeline',
      pipeline: [
        {
          step: 'render',
          functionRef: { name: 'function-go-templating' },
          input: {
            apiVersion: 'gotemplating.fn.crossplane.io/v1beta1',
            kind: 'GoTemplate',
            source: 'Inline',
            inline: { template },
          },
        },
        { step: 'ready', functionRef: { name: 'function-auto-ready' } },
      ],
    }
    const composition = make(
      'apiextensions.crossplane.io/v1',
      'Composition',
      { name, age: PLATFORM_AGE, generation: 1, labels },
      { spec },
    )
    const revision = make(
      'apiextensions.crossplane.io/v1',
      'CompositionRevision',
      {
        name: revisionOf(name),
        age: PLATFORM_AGE,
        generation: 1,
        owner: composition,
        labels: {
          ...labels,
          'crossplane.io/composition-name': name,
          'crossplane.io/composition-hash': sha256(template).slice(0, 63),
        },
      },
      { spec: { ...spec, revision: 1 } },
    )
    return [composition, revision]
  })
}

/** Provider and Functions, installed and healthy, each with its active revision. */
export function packages(): Obj[] {
  return [
    ...installed('Provider', 'provider-kubernetes', 'xpkg.upbound.io/upbound/provider-kubernetes:v1.2.0'),
    ...installed('Function', 'function-auto-ready', 'xpkg.crossplane.io/crossplane-contrib/function-auto-ready:v0.5.1'),
    ...installed(
      'Function',
      'function-go-templating',
      'xpkg.crossplane.io/crossplane-contrib/function-go-templating:v0.11.0',
    ),
  ]
}

const HEALTHY: ConditionWords = { type: 'Healthy', reason: 'HealthyPackageRevision' }

function installed(kind: 'Provider' | 'Function', name: string, image: string): Obj[] {
  const apiVersion = 'pkg.crossplane.io/v1'
  const revisionName = `${name}-${sha256(image).slice(0, 12)}`
  const o = make(apiVersion, kind, { name, age: PLATFORM_AGE, generation: 1 })
  const pkg = withBody(o, {
    spec: {
      package: image,
      packagePullPolicy: 'IfNotPresent',
      revisionActivationPolicy: 'Automatic',
      revisionHistoryLimit: 1,
      runtimeConfigRef: { apiVersion: 'pkg.crossplane.io/v1beta1', kind: 'DeploymentRuntimeConfig', name: 'default' },
    },
    status: {
      conditions: conditions(o, [HEALTHY, { type: 'Installed', reason: 'ActivePackageRevision' }], 5, false),
      currentIdentifier: image,
      currentRevision: revisionName,
      resolvedPackage: image,
    },
  })
  const r = make(apiVersion, `${kind}Revision`, {
    name: revisionName,
    age: PLATFORM_AGE,
    generation: 1,
    owner: pkg,
    labels: { 'pkg.crossplane.io/package': name },
  })
  const revision = withBody(r, {
    spec: { desiredState: 'Active', image, revision: 1, packagePullPolicy: 'IfNotPresent' },
    status: {
      resolvedImage: image,
      conditions: conditions(
        r,
        [
          { type: 'RevisionHealthy', reason: 'HealthyPackageRevision' },
          { type: 'RuntimeHealthy', reason: 'HealthyPackageRevision' },
        ],
        5,
        false,
      ),
    },
  })
  return [pkg, revision]
}
