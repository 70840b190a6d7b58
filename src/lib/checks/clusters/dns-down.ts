// SPDX-License-Identifier: Apache-2.0
import { STORES } from '../../kinds/external-secrets/sync.ts'
import { CONTROL_PLANE, SERVICE_KINDS } from '../../kinds/openstack/conditions.ts'
import type { Check, FindingEvidence } from '../../model/check/check.ts'
import { conditionProof } from '../../model/check/evidence.ts'
import { kubectl } from '../../model/check/next-step.ts'
import type { GraphNode } from '../../model/graph/graph.ts'
import { conditionsOf } from '../../model/object/conditions.ts'
import { countAt, labelAt } from '../../model/object/fields.ts'

const DEPLOYMENT = 'Deployment.apps'
const CLIENTS: readonly string[] = [
  CONTROL_PLANE,
  ...SERVICE_KINDS,
  ...STORES,
  'MariaDB.k8s.mariadb.com',
  'RabbitmqCluster.rabbitmq.com',
]

export const dnsDown: Check = {
  id: 'dns-down',
  category: 'clusters',
  severity: 'error',
  title: 'Cluster DNS is down',
  why: 'No CoreDNS Pod is ready, so no name resolves in this cluster: services cannot find their database, their queue or each other, although all of these run.',
  fix: 'Find out why the CoreDNS Pods are not ready: a syntax error in the Corefile, too little memory, or no node that accepts them. The services recover on their own.',
  byHand: [
    'kubectl --context CONTEXT -n kube-system get pods -l k8s-app=kube-dns',
    'kubectl --context CONTEXT -n kube-system logs -l k8s-app=kube-dns --tail=20',
  ],
  modes: ['F163'],
  about: [DEPLOYMENT],
  beside: CLIENTS,
  *run(context) {
    for (const dns of context.of(DEPLOYMENT)) {
      if (dns.namespace !== 'kube-system' || labelAt(dns.object, 'k8s-app') !== 'kube-dns') continue
      if (context.own(dns).state !== 'failed') continue
      const clients = CLIENTS.flatMap((kind) => context.of(kind)).filter(
        ({ cluster }) => cluster.label === dns.cluster.label,
      )
      const affected = clients.flatMap((client) => unresolved(client).slice(0, 1))
      yield {
        mode: 'F163',
        subject: dns,
        message: `${countAt(dns.object, 'status.readyReplicas') ?? 0} of ${countAt(dns.object, 'spec.replicas') ?? 1} CoreDNS Pods are ready: names do not resolve in this cluster`,
        evidence: [conditionProof(dns, 'Available'), ...affected.slice(0, 3)],
        affects: affected.map(({ on }) => on),
        next: [
          kubectl(dns, 'get', 'pods', '-l', 'k8s-app=kube-dns'),
          kubectl(dns, 'logs', '-l', 'k8s-app=kube-dns', '--tail=20'),
        ],
      }
    }
  },
}

/** Failed lookups as Go, glibc and Python report them. */
const UNRESOLVED =
  /\blookup \S+( on \S+)?:.*(no such host|timeout|server misbehaving|refused)|resolv(e|able|ing)|name resolution|Name or service not known|getaddrinfo|EAI_AGAIN/i

/** The False conditions that report a failed lookup. */
function unresolved(on: GraphNode): readonly FindingEvidence[] {
  if (!on.object) return []
  return [...conditionsOf(on.object).values()]
    .filter(({ status, message }) => status === 'False' && UNRESOLVED.test(message))
    .map(({ type }) => conditionProof(on, type))
}
