// SPDX-License-Identifier: Apache-2.0

import type { Check, CheckContext } from '../../model/check/check.ts'
import { conditionOf } from '../../model/check/evidence.ts'
import { kubectl } from '../../model/check/next-step.ts'
import type { GraphNode } from '../../model/graph/graph.ts'
import { isFine } from '../../model/graph/health.ts'
import { factsOf, type KubeconfigFacts } from '../../model/secret/secret-facts.ts'
import { objectArgs } from '../../model/text/command.ts'
import { DAY, formatAge } from '../../model/text/time.ts'

/** Kinds that access another cluster with a kubeconfig from a Secret. */
const USERS = [
  'ProviderConfig.kubernetes.crossplane.io',
  'ProviderConfig.kubernetes.m.crossplane.io',
  'ClusterProviderConfig.kubernetes.m.crossplane.io',
  'Kustomization.kustomize.toolkit.fluxcd.io',
  'HelmRelease.helm.toolkit.fluxcd.io',
  'RemoteCluster.ceph.cobaltcore.sap.com',
  'RemoteCluster.ceph.c5c3.io',
  'ControlPlane.c5c3.io',
] as const

const OBJECTS = ['Object.kubernetes.crossplane.io', 'Object.kubernetes.m.crossplane.io'] as const

/** Leaves enough working days to renew the credential. */
const WARNING_TIME = 14 * DAY

export const accessExpiring: Check = {
  id: 'access-expiring',
  category: 'clusters',
  severity: 'warning',
  title: 'Cluster access is about to expire',
  why: 'The certificate or token in a kubeconfig Secret is about to expire. From then on Crossplane, Flux or the arbiter operator can no longer write to that cluster.',
  fix: 'Renew the kubeconfig in the Secret. An adminkubeconfig of Gardener is valid for one day at most: use the token of a ServiceAccount and rotate it.',
  byHand: [
    "kubectl --context CONTEXT -n NAMESPACE get secret NAME -o jsonpath='{.data.kubeconfig}' | base64 -d | kubectl --kubeconfig /dev/stdin version",
  ],
  modes: ['F123'],
  about: ['Secret'],
  beside: [...USERS, ...OBJECTS],
  *run(context) {
    for (const secret of context.of('Secret')) {
      for (const key of Object.keys(secret.object?.facts ?? {})) {
        const expiry = firstExpiry(factsOf(secret.object, key)?.kubeconfig)
        const users = expiry ? USERS.flatMap((kind) => context.into(secret, kind)) : []
        if (!expiry || users.length === 0) continue
        const left = Date.parse(expiry.at) - context.now
        // An expired credential that is already rejected shows at the failing objects: another check reports it.
        if (Number.isNaN(left) || left > WARNING_TIME || (left <= 0 && isRefused(context, users))) continue
        yield {
          mode: 'F123',
          subject: secret,
          message:
            left > 0
              ? `its ${expiry.what} expires in ${formatAge(left)}`
              : `its ${expiry.what} expired ${formatAge(-left)} ago`,
          evidence: [
            { on: secret, path: `data[${key}]`, value: `${expiry.what} until ${expiry.at}` },
            ...users
              .slice(0, 3)
              .map((user) => ({ on: user, path: 'the Secret it uses', value: `${secret.namespace}/${secret.name}` })),
          ],
          affects: left > 0 ? [] : users.filter((user) => !isFine(context.own(user).state)),
          standsAlone: true,
          ...(left > 0 ? {} : { severity: 'error' as const }),
          next: [kubectl(secret, 'describe', ...objectArgs('secret', secret.name))],
        }
      }
    }
  },
}

function firstExpiry(facts: KubeconfigFacts | undefined): { readonly what: string; readonly at: string } | undefined {
  const expiries = [
    ...(facts?.notAfter ? [{ what: 'client certificate', at: facts.notAfter }] : []),
    ...(facts?.tokenExpires ? [{ what: 'token', at: facts.tokenExpires }] : []),
    ...(facts?.caNotAfter ? [{ what: 'certificate authority', at: facts.caNotAfter }] : []),
  ]
  return expiries.sort((a, b) => Date.parse(a.at) - Date.parse(b.at))[0]
}

/** Objects applied with this kubeconfig fail. */
const isRefused = (context: CheckContext, users: readonly GraphNode[]) =>
  users.some((user) =>
    OBJECTS.flatMap((kind) => context.into(user, kind)).some(
      (object) => conditionOf(object, 'Synced')?.status === 'False',
    ),
  )
