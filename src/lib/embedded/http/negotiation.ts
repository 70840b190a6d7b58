// SPDX-License-Identifier: Apache-2.0
import { ApiError } from './status-errors.ts'

/** In which shape a client wants objects. */
export type ResponseShape = 'object' | 'table' | 'metadata'

interface Wanted {
  readonly type: string
  readonly parameters: Readonly<Record<string, string>>
}

const parsed = (accept: string | undefined): readonly Wanted[] =>
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

const isJson = ({ type }: Wanted) => ['application/json', 'application/*', '*/*'].includes(type)

/** The first shape of the Accept header that we can write. Throws 406 when there is none. */
export function responseShape(accept: string | undefined): ResponseShape {
  for (const wanted of parsed(accept)) {
    if (!isJson(wanted)) continue
    const { as, g, v } = wanted.parameters
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

/** True when the client prefers aggregated discovery. */
export function wantsAggregated(accept: string | undefined): boolean {
  const first = parsed(accept).find((wanted) => isJson(wanted))
  const { as, g, v } = first?.parameters ?? {}
  return as === 'APIGroupDiscoveryList' && g === 'apidiscovery.k8s.io' && v === 'v2'
}
