// SPDX-License-Identifier: Apache-2.0
import { expect } from 'vitest'
import type { Api, Json } from './api.ts'

export const WIDGETS = '/apis/example.test/v1'

/** The custom resource of the suite, without a schema: both APIs then treat its fields alike. */
export const WIDGET_DEFINITION = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'widgets.example.test' },
  spec: {
    group: 'example.test',
    scope: 'Namespaced',
    names: { plural: 'widgets', singular: 'widget', kind: 'Widget', listKind: 'WidgetList' },
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        subresources: { status: {} },
        schema: {
          openAPIV3Schema: {
            type: 'object',
            properties: {
              spec: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
              status: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
            },
          },
        },
      },
    ],
  },
}

export const widget = (name: string, spec: object = {}, metadata: object = {}) => ({
  apiVersion: 'example.test/v1',
  kind: 'Widget',
  metadata: { name, ...metadata },
  spec,
})

export const configMap = (name: string, data: object = {}, metadata: object = {}) => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name, ...metadata },
  data,
})

export const secret = (name: string, data: Record<string, string>, more: object = {}) => ({
  apiVersion: 'v1',
  kind: 'Secret',
  metadata: { name },
  type: 'Opaque',
  data: Object.fromEntries(Object.entries(data).map(([key, value]) => [key, Buffer.from(value).toString('base64')])),
  ...more,
})

/** Creates a namespace and returns the paths of the kinds that the suite uses in it. */
export async function namespace(api: Api, name: string) {
  const created = await api.post('/api/v1/namespaces', { apiVersion: 'v1', kind: 'Namespace', metadata: { name } })
  expect(created.status, created.text).toBe(201)
  return {
    name,
    configMaps: `/api/v1/namespaces/${name}/configmaps`,
    secrets: `/api/v1/namespaces/${name}/secrets`,
    pods: `/api/v1/namespaces/${name}/pods`,
    widgets: `${WIDGETS}/namespaces/${name}/widgets`,
  }
}

export type Place = Awaited<ReturnType<typeof namespace>>

export async function create(api: Api, path: string, body: object): Promise<Json> {
  const created = await api.post(path, body)
  expect(created.status, created.text).toBe(201)
  return created.body
}

/** A 422 with a cause for this field; a real server repeats some causes. */
export const invalid = (field: string, reason?: string, more: object = {}) =>
  refusal(422, 'Invalid', {
    ...more,
    details: { causes: expect.arrayContaining([expect.objectContaining({ field, ...(reason && { reason }) })]) },
  })

/** The Status of a refused request, limited to the fields that all Kubernetes versions share. */
export const refusal = (code: number, reason: string | undefined, more: object = {}) => ({
  status: code,
  body: { kind: 'Status', apiVersion: 'v1', status: 'Failure', ...(reason && { reason }), code, ...more },
})

export const names = (list: Json): string[] => list.items.map((item: Json) => item.metadata.name)
