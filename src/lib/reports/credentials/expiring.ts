// SPDX-License-Identifier: Apache-2.0

import { databaseCertificates } from '../../kinds/mariadb/certificates.ts'
import type { Assessment } from '../../model/graph/assessment.ts'
import type { GraphNode } from '../../model/graph/graph.ts'
import { type Scope, scopeReport } from '../../model/landscape/scope.ts'
import type { Snapshot } from '../../model/landscape/snapshot.ts'
import { textAt } from '../../model/object/fields.ts'
import { API_VERSION, type Report, type State } from '../../model/report/report.ts'
import { factsOf } from '../../model/secret/secret-facts.ts'
import { formatAge } from '../../model/text/time.ts'
import { completenessOf } from '../shared/completeness.ts'
import { type NamespaceInCluster, placeFilter } from '../shared/namespaces-in-scope.ts'
import { verdictOf } from '../shared/verdict.ts'

/** A credential or certificate with an expiry date. */
export interface CredentialEnd {
  readonly what:
    | 'application credential'
    | 'certificate'
    | 'database certificate'
    | 'client certificate'
    | 'token'
    | 'certificate authority'
  /** Which certificate of an object that has several, for example serverCert. */
  readonly part?: string
  readonly cluster: string
  readonly kind: string
  readonly namespace?: string
  readonly name: string
  /** RFC 3339 */
  readonly ends: string
  /** For people: "in 3d" or "2h ago". */
  readonly left: string
  /** It has expired. */
  readonly over: boolean
  /** KIND NAME of each user. */
  readonly usedBy: readonly string[]
}

export interface CredentialsExpiringReport extends Report {
  readonly kind: 'CredentialsExpiring'
  /** In seconds. */
  readonly within: number
  /** Next to expire first. */
  readonly expiring: readonly CredentialEnd[]
}

export interface ExpiringInput {
  readonly snapshot: Snapshot
  readonly assessment: Assessment
  readonly scope: Scope
  /** In milliseconds. */
  readonly within: number
  readonly allowIncomplete: boolean
}

/** Credentials that have expired or expire within a time. */
export function expiringReport({
  snapshot,
  assessment,
  scope,
  within,
  allowIncomplete,
}: ExpiringInput): CredentialsExpiringReport {
  const expiring = endsWithin(assessment, within, placeFilter(assessment.graph, scope, snapshot))
  const states = expiring.map(({ over }): State => (over ? 'failed' : 'degraded'))
  return {
    apiVersion: API_VERSION,
    kind: 'CredentialsExpiring',
    ...verdictOf({ snapshot, states: states.length > 0 ? states : ['healthy'], allowIncomplete }),
    completeness: completenessOf(
      snapshot.clusters.map(({ label }) => label),
      snapshot.gaps,
    ),
    ...scopeReport(scope),
    within: Math.round(within / 1000),
    expiring,
  }
}

function endsWithin(
  assessment: Assessment,
  within: number,
  isInScope: (place: NamespaceInCluster) => boolean,
): readonly CredentialEnd[] {
  const { graph, now } = assessment
  const all = [
    ...graph.of('ApplicationCredential.openstack.k-orc.cloud').map((node) => ({
      node,
      what: 'application credential' as const,
      ends: textAt(node.object, 'status.resource.expiresAt'),
    })),
    ...graph
      .of('Certificate.cert-manager.io')
      .map((node) => ({ node, what: 'certificate' as const, ends: textAt(node.object, 'status.notAfter') })),
    ...graph.of('MariaDB.k8s.mariadb.com').flatMap(databaseEnds),
    ...graph.of('Secret').flatMap(kubeconfigEnds),
  ]
  return all
    .flatMap(({ node, what, ends, part }: Expiry): CredentialEnd[] => {
      const left = Date.parse(ends ?? '') - now
      if (ends === undefined || Number.isNaN(left) || left > within || !isInScope(node)) return []
      return [
        {
          what,
          ...(part ? { part } : {}),
          cluster: node.cluster.label,
          kind: node.kind,
          ...(node.namespace === undefined ? {} : { namespace: node.namespace }),
          name: node.name,
          ends,
          left: left > 0 ? `in ${formatAge(left)}` : `${formatAge(-left)} ago`,
          over: left <= 0,
          usedBy: usersOf(assessment, node),
        },
      ]
    })
    .sort((a, b) => Date.parse(a.ends) - Date.parse(b.ends) || (a.name < b.name ? -1 : 1))
}

interface Expiry extends Pick<CredentialEnd, 'what' | 'part'> {
  readonly node: GraphNode
  readonly ends: string | undefined
}

const databaseEnds = (node: GraphNode): readonly Expiry[] =>
  databaseCertificates(node.object).map(({ name, notAfter }) => ({
    node,
    what: 'database certificate',
    part: name,
    ends: notAfter,
  }))

function kubeconfigEnds(node: GraphNode): readonly Expiry[] {
  return Object.keys(node.object?.facts ?? {}).flatMap((key) => {
    const facts = factsOf(node.object, key)?.kubeconfig
    return [
      { node, what: 'client certificate', ends: facts?.notAfter },
      { node, what: 'token', ends: facts?.tokenExpires },
      { node, what: 'certificate authority', ends: facts?.caNotAfter },
    ]
  })
}

const usersOf = ({ graph }: Assessment, { id }: GraphNode): readonly string[] => [
  ...new Set(
    graph.into(id).flatMap(({ from }) => {
      const user = graph.nodes.get(from)
      return user ? [`${user.kind} ${user.name}`] : []
    }),
  ),
]
