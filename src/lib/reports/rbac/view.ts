// SPDX-License-Identifier: Apache-2.0

import type { Presentation } from '../../model/report/presentation.ts'
import type { View } from '../../model/report/view.ts'
import { formatCommand } from '../../model/text/command.ts'
import type { RbacReport, RbacRole } from './report.ts'

/** A manifest with YAML comments. */
export interface Commented {
  readonly comment: readonly string[]
  readonly manifest: Readonly<Record<string, unknown>>
  /** Comments on the elements of a list in the manifest. */
  readonly on: { readonly field: string; readonly comments: readonly (readonly string[])[] }
}

/** Roles as manifests for kubectl apply. */
export const rbacManifests = ({ roles }: RbacReport): readonly Commented[] =>
  roles.map((role) => ({
    comment: commentOf(role),
    manifest: {
      apiVersion: 'rbac.authorization.k8s.io/v1',
      kind: role.kind,
      metadata: {
        name: role.name,
        ...(role.namespace === undefined ? {} : { namespace: role.namespace }),
        labels: { 'app.kubernetes.io/part-of': 'kubectl-c5c3' },
      },
      rules: role.rules.map(({ why: _, ...rule }) => rule),
    },
    on: { field: 'rules', comments: role.rules.map(({ why = [] }) => why) },
  }))

function commentOf({ clusterRole, kind, name, namespace, bind, commands }: RbacRole): readonly string[] {
  const place = namespace === undefined ? (bind === 'cluster' ? 'all namespaces' : 'some namespaces') : namespace
  const binding = bind === 'cluster' ? ['clusterrolebinding', name] : ['rolebinding', name]
  const where = bind === 'cluster' ? [] : ['-n', namespace ?? 'NAMESPACE']
  const role = `--${kind.toLowerCase()}=${name}`
  const how = formatCommand({ words: ['kubectl', 'create', ...binding, ...where, role, '--group=GROUP'] })
  const which =
    namespace === undefined && bind === 'namespaces' ? 'Bind it only in namespaces that need it:' : 'Bind it:'
  return [
    `${clusterRole} clusters, ${place}: ${commands.join(', ')}`,
    ...(namespace === undefined ? [] : [`Apply it only to clusters with the namespace ${namespace}.`]),
    `${which} ${how}`,
  ]
}

export const rbacForms: Presentation<RbacReport> = {
  view: rbacView,
  names: ({ roles }) => roles.map(({ kind, name }) => `${kind.toLowerCase()}.rbac.authorization.k8s.io/${name}`),
  rows: { field: 'roles' },
}

function rbacView({ roles, notes }: RbacReport): View {
  return {
    blocks: [
      {
        type: 'table',
        columns: [
          { title: 'CLUSTER' },
          { title: 'KIND' },
          { title: 'NAME' },
          { title: 'NAMESPACE' },
          { title: 'RULES' },
          { title: 'VERBS', flexible: true },
        ],
        rows: roles.map(({ clusterRole, kind, name, namespace, bind, rules }) => [
          { text: clusterRole },
          { text: kind },
          { text: name },
          { text: namespace ?? (bind === 'cluster' ? 'all' : 'some'), tone: 'dim' },
          { text: String(rules.length) },
          { text: [...new Set(rules.flatMap(({ verbs }) => verbs))].join(', ') },
        ]),
      },
    ],
    notes: notes.map((text) => ({ text: `note: ${text}`, tone: 'dim' })),
  }
}
