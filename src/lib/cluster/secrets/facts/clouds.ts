// SPDX-License-Identifier: Apache-2.0
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { CloudFacts } from '../../../model/secret/secret-facts.ts'
import { safeLine } from '../../../model/text/sanitize.ts'
import { CLUSTER_YAML, findAliasExcess, findExcess } from '../../kubeconfig/yaml-limits.ts'
import { defineOwn } from '../../read/sanitize.ts'
import { seal } from '../seal.ts'
import { hostAddress } from './address.ts'

/** Facts of each cloud in a clouds.yaml; undefined when the text is none, 'malformed' when it is no map. */
export async function cloudsFacts(
  text: string,
): Promise<Readonly<Record<string, CloudFacts>> | 'malformed' | undefined> {
  if (!CLOUDS_KEY.test(text)) return undefined
  const clouds = mapOf((await documentOf(text))?.get('clouds'))
  if (clouds === undefined) return 'malformed'
  const facts: Record<string, unknown> = {}
  for (const [name, cloud] of [...clouds].slice(0, MAX_CLOUDS))
    defineOwn(facts, safeLine(String(name), LONGEST_NAME), cloudOf(mapOf(cloud)))
  return facts as Record<string, CloudFacts>
}

type Values = ReadonlyMap<unknown, unknown>

const mapOf = (value: unknown): Values | undefined => (value instanceof Map ? value : undefined)

/** Parses a YAML map. Every scalar stays a string, so that numeric passwords are not changed. */
export async function documentOf(text: string): Promise<Values | undefined> {
  const yaml = await import('yaml')
  // Parsing blocks the event loop: let signals and deadlines run between many of these.
  await yieldToEventLoop()
  if (findExcess(yaml, text, CLUSTER_YAML)) return undefined
  try {
    const options = { schema: 'failsafe', merge: true, uniqueKeys: false, prettyErrors: false, logLevel: 'silent' }
    const document = yaml.parseDocument(text, options as Parameters<typeof yaml.parseDocument>[1])
    if (document.errors.length > 0 || findAliasExcess(yaml, document, CLUSTER_YAML)) return undefined
    return mapOf(document.toJS({ mapAsMap: true, maxAliasCount: -1 }))
  } catch {
    // Nested too deeply, or a merge key without a map.
    return undefined
  }
}

const MAX_CLOUDS = 100
const LONGEST_NAME = 253
const CLOUDS_KEY = /(^|[{,])[ \t]*["']?clouds["']?[ \t]*:/m

function cloudOf(cloud: Values | undefined): CloudFacts {
  const auth = mapOf(cloud?.get('auth'))
  const authHost = hostAddress(textAt(auth, 'auth_url'))
  const secret = textAt(auth, 'application_credential_secret') ?? textAt(auth, 'password')
  const credential = textAt(auth, 'application_credential_id') ?? textAt(auth, 'application_credential_name')
  return {
    ...(authHost === undefined ? {} : { authHost }),
    cacert: textAt(cloud, 'cacert') !== undefined,
    applicationCredential: credential !== undefined || textAt(cloud, 'auth_type') === 'v3applicationcredential',
    ...(textAt(cloud, 'verify')?.toLowerCase() === 'false' ? { insecure: true } : {}),
    ...(secret === undefined ? {} : { secret: seal(secret).fingerprint }),
  }
}

function textAt(values: Values | undefined, key: string): string | undefined {
  const value = values?.get(key)
  return typeof value === 'string' && value !== '' ? value : undefined
}
