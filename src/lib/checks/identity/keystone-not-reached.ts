// SPDX-License-Identifier: Apache-2.0
import type { Check, CheckContext } from '../../model/check/check.ts'
import { fieldProof } from '../../model/check/evidence.ts'
import { kubectl } from '../../model/check/next-step.ts'
import type { GraphNode } from '../../model/graph/graph.ts'
import { isFine } from '../../model/graph/health.ts'
import { externalKeystoneReports } from '../shared/external-keystone.ts'
import { cloudOf, countOf, LOGIN_INPUTS, loginFailures, loginFound, verb } from '../shared/korc-login.ts'

const KEYSTONE = 'Keystone.keystone.openstack.c5c3.io'

const CONNECTION_FAILED =
  /no such host|connection refused|i\/o timeout|no route to host|network is unreachable|deadline exceeded/i

export const keystoneNotReached: Check = {
  id: 'keystone-not-reached',
  category: 'identity',
  severity: 'error',
  title: 'K-ORC cannot reach Keystone',
  why: 'The host in auth_url does not resolve from inside the cluster or does not respond: it is misspelled, its Service or DNS entry is missing, a NetworkPolicy blocks K-ORC, or the file was written for another location. Keystone itself is healthy, or is not managed here.',
  fix: 'Compare auth_url with status.endpoint of Keystone and correct it at its source; or restore the Service or DNS entry, and allow K-ORC in the network policies.',
  byHand: [
    'kubectl --context CONTEXT -n NAMESPACE get keystone -o yaml   # status.endpoint',
    'kubectl --context CONTEXT -n NAMESPACE get service,networkpolicy',
  ],
  modes: ['F103'],
  about: LOGIN_INPUTS.about,
  beside: [...(LOGIN_INPUTS.beside ?? []), KEYSTONE],
  reasons: ['EndpointUnreachable'],
  *run(context) {
    const failures = loginFailures(context, CONNECTION_FAILED)
    for (const failure of failures) {
      // An unhealthy Keystone has its own findings.
      if (failure.objects.some((object) => !isKeystoneHealthy(context, object))) continue
      const { secret, cloud, subject, objects } = failure
      const host = cloudOf(failure)?.authHost ?? /lookup ([^ :]+)/.exec(failure.message)?.[1]
      const [first] = objects
      yield {
        ...loginFound(failure, 'F103', [
          ...(secret && host ? [{ on: secret, path: `data[clouds.yaml].clouds.${cloud}.auth_url`, value: host }] : []),
          ...(first ? keystones(context, first).map((one) => fieldProof(one, 'status.endpoint')) : []),
        ]),
        message: `${host ?? 'the host of Keystone'} ${/no such host/i.test(failure.message) ? 'does not resolve' : 'does not respond'}; ${countOf(failure)} ${verb(failure, 'log')} in there`,
        next: [kubectl(subject, 'get', 'services,endpointslices')],
      }
    }
    const objects = failures.flatMap((failure) => failure.objects)
    yield* externalKeystoneReports(context, 'F103', /^EndpointUnreachable$/, objects)
  },
}

/** True if the Keystones of this cluster are healthy; false if they could not be read. */
function isKeystoneHealthy(context: CheckContext, object: GraphNode): boolean {
  const { cluster, namespace } = object
  if (context.isInstalled(KEYSTONE, cluster) !== false && !context.isRead(KEYSTONE, cluster, namespace)) return false
  return keystones(context, object).every((one) => isFine(context.own(one).state))
}

const keystones = (context: CheckContext, object: GraphNode) =>
  context.out(object, KEYSTONE).filter((one) => one.object)
