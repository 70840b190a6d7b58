// SPDX-License-Identifier: Apache-2.0
import { ApiError } from './status-errors.ts'

/** The representation of objects that a client accepts. */
export type ResponseShape = 'object' | 'table' | 'metadata'

interface AcceptEntry {
  readonly type: string
  readonly parameters: Readonly<Record<string, string>>
}

const parsed = (accept: string | undefined): readonly AcceptEntry[] =>
  (accept ?? '*/*').split(',').map((part) => {
    const [type = '', ...parameters] = part.split(';').map((word) => word.trim())
    return {
      type: type.toLowerCase(),
      parameters: Object.fromEntries(
        parameters.map((parameter) => {
          const [name = '', ...value] = parameter.split('=')
          return [name, value.join('=')]
        }),
      ),
    }
  })

const isJson = ({ type }: AcceptEntry) => ['application/json', 'application/*', '*/*'].includes(type)

/** The first supported entry of the Accept header. Throws 406 if there is none. */
export function responseShape(accept: string | undefined): ResponseShape {
  for (const entry of parsed(accept)) {
    if (!isJson(entry)) continue
    const { as, g, v } = entry.parameters
    if (as === undefined) return 'object'
    if (g !== 'meta.k8s.io' || v !== 'v1') continue
    if (as === 'Table') return 'table'
    if (as === 'PartialObjectMetadata' || as === 'PartialObjectMetadataList') return 'metadata'
  }
  throw new ApiError(
    406,
    'NotAcceptable',
    'only the following media types are accepted: application/json, application/yaml, application/vnd.kubernetes.protobuf',
  )
}

export function wantsAggregated(accept: string | undefined): boolean {
  const first = parsed(accept).find((entry) => isJson(entry))
  const { as, g, v } = first?.parameters ?? {}
  return as === 'APIGroupDiscoveryList' && g === 'apidiscovery.k8s.io' && v === 'v2'
}
