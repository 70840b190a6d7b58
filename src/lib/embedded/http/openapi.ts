// SPDX-License-Identifier: Apache-2.0
// Just enough OpenAPI for kubectl, which reads here whether a kind supports dry run and field validation.
// Kinds have the schema of their CustomResourceDefinition, or one that allows anything.
import { createHash } from 'node:crypto'
import { isObject, type Json, listAtKeys, valueAtKeys } from '../json.ts'
import type { ClusterState } from '../storage/cluster-state.ts'
import { apiVersionOfType, type ResourceType, resourceKey } from '../storage/resource-type.ts'
import { type HttpAnswer, json } from './exchange.ts'

/** Handles /openapi/v2, /openapi/v3 and /openapi/v3/apis/GROUP/VERSION; undefined for any other path. */
export function openapi(state: ClusterState, path: string, accept: string | undefined): HttpAnswer | undefined {
  if (path === '/openapi/v2') return (accept ?? '*/*').match(/json|\*\/\*/) === null ? undefined : json(swagger(state))
  if (path === '/openapi/v3') return json(index(state))
  const apiPath = /^\/openapi\/v3\/(api\/v1|apis\/[^/]+\/[^/]+)$/.exec(path)?.[1]
  if (apiPath === undefined) return undefined
  const types = typesAt(state, apiPath)
  return types.length === 0 ? undefined : json(document(state, apiPath))
}

const apiPathOf = (group: string, version: string) => (group === '' ? `api/${version}` : `apis/${group}/${version}`)

const apiPaths = (state: ClusterState) => [
  ...new Set(state.catalog().types.flatMap((type) => type.versions.map((version) => apiPathOf(type.group, version)))),
]

function typesAt(state: ClusterState, apiPath: string): readonly (readonly [ResourceType, string])[] {
  return state
    .catalog()
    .types.flatMap((type) => type.versions.map((version) => [type, version] as const))
    .filter(([type, version]) => apiPathOf(type.group, version) === apiPath)
}

function index(state: ClusterState): Json {
  const entry = (apiPath: string) => {
    // Clients cache documents by this hash.
    const hash = createHash('sha256')
      .update(JSON.stringify(document(state, apiPath)))
      .digest('hex')
      .toUpperCase()
    return { serverRelativeURL: `/openapi/v3/${apiPath}?hash=${hash}` }
  }
  return { paths: Object.fromEntries(apiPaths(state).map((apiPath) => [apiPath, entry(apiPath)])) }
}

const META = 'io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta'

function document(state: ClusterState, apiPath: string): Json {
  const types = typesAt(state, apiPath)
  const paths = types.flatMap(([type, version]) => pathsOf(type, version))
  const schemas = types.map(([type, version]) => [schemaName(type, version), schemaOf(state, type, version)] as const)
  return {
    openapi: '3.0.0',
    info: { title: 'c5c3 embedded API', version: 'v1.36.3' },
    paths: Object.fromEntries(paths),
    components: { schemas: { ...Object.fromEntries(schemas), [META]: OPEN } },
  }
}

const OPEN = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true }

const schemaName = (type: ResourceType, version: string) =>
  [...(type.group === '' ? ['io.k8s.api.core'] : type.group.split('.').reverse()), version, type.kind].join('.')

const kindOf = (type: ResourceType, version: string) => ({ group: type.group, kind: type.kind, version })

function schemaOf(state: ClusterState, type: ResourceType, version: string): Json {
  const definition = state.store.get('customresourcedefinitions.apiextensions.k8s.io', resourceKey(type))?.object
  const served = listAtKeys(definition, 'spec', 'versions').find((item) => valueAtKeys(item, 'name') === version)
  const own = valueAtKeys(served, 'schema', 'openAPIV3Schema')
  const schema: Json = isObject(own) ? own : OPEN
  const properties = isObject(schema['properties']) ? schema['properties'] : {}
  return {
    description: `${type.kind} of ${apiVersionOfType(type.group, version)}`,
    ...schema,
    properties: {
      ...(isObject(own) || type.builtIn ? properties : { spec: OPEN, status: OPEN }),
      apiVersion: { type: 'string' },
      kind: { type: 'string' },
      metadata: { allOf: [{ $ref: `#/components/schemas/${META}` }] },
    },
    'x-kubernetes-group-version-kind': [kindOf(type, version)],
  }
}

function pathsOf(type: ResourceType, version: string): readonly (readonly [string, Json])[] {
  const root = `/${apiPathOf(type.group, version)}/${type.namespaced ? 'namespaces/{namespace}/' : ''}${type.plural}`
  const reference = { $ref: `#/components/schemas/${schemaName(type, version)}` }
  const content = { 'application/json': { schema: reference } }
  const operation = (action: string, parameters: readonly string[], body?: Json) => ({
    operationId: `${action}${type.group.replaceAll('.', '')}${version}${type.kind}`,
    parameters: parameters.map((name) => ({
      name,
      in: 'query',
      schema: { type: name === 'force' ? 'boolean' : 'string', uniqueItems: true },
    })),
    ...(body === undefined ? {} : { requestBody: { content: body, required: true } }),
    responses: { 200: { description: 'OK', content } },
    'x-kubernetes-action': action,
    'x-kubernetes-group-version-kind': kindOf(type, version),
  })
  const write = ['dryRun', 'fieldManager', 'fieldValidation']
  const patches = ['application/apply-patch+yaml', 'application/json-patch+json', 'application/merge-patch+json']
  const patchBody = Object.fromEntries(patches.map((name) => [name, { schema: OPEN }]))
  return [
    [root, { get: operation('list', ['limit', 'continue']), post: operation('post', write, content) }],
    [
      `${root}/{name}`,
      {
        get: operation('get', []),
        put: operation('put', write, content),
        patch: operation('patch', [...write, 'force'], patchBody),
        delete: operation('delete', ['dryRun']),
      },
    ],
  ]
}

/** OpenAPI v2, only as JSON. kubectl requests protobuf and works without it. */
function swagger(state: ClusterState): Json {
  const types = state.catalog().types.flatMap((type) => type.versions.map((version) => [type, version] as const))
  return {
    swagger: '2.0',
    info: { title: 'c5c3 embedded API', version: 'v1.36.3' },
    paths: {},
    definitions: Object.fromEntries(
      types.map(([type, version]) => [
        schemaName(type, version),
        { ...OPEN, 'x-kubernetes-group-version-kind': [kindOf(type, version)] },
      ]),
    ),
  }
}
