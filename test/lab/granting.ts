// SPDX-License-Identifier: Apache-2.0
// Users with the roles that `rbac` prints on a real API server, or with some rules removed.
import { expect, vi } from 'vitest'
import { parseAllDocuments } from 'yaml'
import type { Api, Json } from '../contract/api.ts'
import { runCli } from '../harness/run-cli.ts'

const RBAC = '/apis/rbac.authorization.k8s.io/v1'
const API_GROUP = 'rbac.authorization.k8s.io'

/** The manifests that `rbac` prints for a command. */
export async function rolesFor(command: string, ...more: readonly string[]): Promise<readonly Json[]> {
  const { stdout, code, stderr } = await runCli(['rbac', '--for', command, ...more])
  expect(code, stderr).toBe(0)
  return parseAllDocuments(stdout)
    .map((document) => document.toJS() as Json)
    .filter(Boolean)
}

/** The resource of a rule as messages name it: cephclients.ceph.rook.io */
export const resourceOf = (group: string, resource: string) => (group === '' ? resource : `${resource}.${group}`)

/** Every resource that these roles allow without resourceNames, once each. */
export function resourcesIn(roles: readonly Json[]): readonly string[] {
  const all = roles.flatMap(({ rules }) => rules.filter((rule: Json) => !rule.resourceNames))
  return [
    ...new Set(
      all.flatMap(({ apiGroups: [group], resources }) => resources.map((each: string) => resourceOf(group, each))),
    ),
  ]
}

/** The roles without some resources, or without some verbs on some of them. */
export function without(roles: readonly Json[], gone: ReadonlySet<string>, verbs?: readonly string[]): readonly Json[] {
  return roles.map((role) => ({
    ...role,
    rules: role.rules.flatMap((rule: Json) => {
      if (rule.resourceNames) return [rule]
      return rule.resources.flatMap((resource: string) => {
        const hit = gone.has(resourceOf(rule.apiGroups[0], resource))
        const left = !hit ? rule.verbs : verbs ? rule.verbs.filter((verb: string) => !verbs.includes(verb)) : []
        return left.length > 0 ? [{ ...rule, resources: [resource], verbs: left }] : []
      })
    }),
  }))
}

/** Binds roles to a user as their comments say: cluster-wide, or in each of these namespaces. */
export async function grant(
  api: Api,
  user: string,
  roles: readonly Json[],
  namespaces: readonly string[],
): Promise<void> {
  const createOrFail = async (path: string, body: Json) => {
    const { status, text } = await api.post(path, body)
    expect(status, text).toBe(201)
  }
  for (const { kind, metadata, rules } of roles) {
    const name = `${user}-${metadata.name}`
    const head = { apiVersion: `${API_GROUP}/v1`, kind, metadata: { name } }
    if (kind === 'Role') await createOrFail(`${RBAC}/namespaces/${metadata.namespace}/roles`, { ...head, rules })
    else await createOrFail(`${RBAC}/clusterroles`, { ...head, rules })
    const who = {
      apiVersion: `${API_GROUP}/v1`,
      metadata: { name },
      roleRef: { apiGroup: API_GROUP, kind, name },
      subjects: [{ apiGroup: API_GROUP, kind: 'User', name: user }],
    }
    const places = kind === 'Role' ? [metadata.namespace] : metadata.name.endsWith('-namespaced') ? namespaces : []
    await Promise.all(
      places.map((place: string) =>
        createOrFail(`${RBAC}/namespaces/${place}/rolebindings`, { ...who, kind: 'RoleBinding' }),
      ),
    )
    if (places.length === 0) await createOrFail(`${RBAC}/clusterrolebindings`, { ...who, kind: 'ClusterRoleBinding' })
  }
}

let marks = 0

/** Waits until the server applies everything granted before: it processes roles and bindings in order. */
export async function granted(api: Api): Promise<void> {
  const mark = `mark-${++marks}`
  const rules = [{ apiGroups: ['mark.test'], resources: ['marks'], verbs: ['get'] }]
  await grant(api, `${mark}-in`, [{ kind: 'Role', metadata: { name: 'in', namespace: 'default' }, rules }], [])
  await grant(api, `${mark}-all`, [{ kind: 'ClusterRole', metadata: { name: 'all' }, rules }], [])
  const may = async (user: string) => {
    const about = { verb: 'get', group: 'mark.test', resource: 'marks', namespace: 'default' }
    const { body } = await api.actingAs(user).post('/apis/authorization.k8s.io/v1/selfsubjectaccessreviews', {
      apiVersion: 'authorization.k8s.io/v1',
      kind: 'SelfSubjectAccessReview',
      spec: { resourceAttributes: about },
    })
    return body.status.allowed
  }
  const known = async () => expect([await may(`${mark}-in`), await may(`${mark}-all`)]).toEqual([true, true])
  await vi.waitFor(known, { timeout: 60_000, interval: 50 })
}
