// SPDX-License-Identifier: Apache-2.0
import { setImmediate as turn } from 'node:timers/promises'
import type { CloudFacts } from '../../../model/secret/secret-facts.ts'
import { safeLine } from '../../../model/text/sanitize.ts'
import { CLUSTER_YAML, findAliasExcess, findExcess } from '../../kubeconfig/yaml-limits.ts'
import { defineOwn } from '../../read/sanitize.ts'
import { seal } from '../seal.ts'
import { hostAddress } from './address.ts'

const MOST = 100
const LONGEST_NAME = 253
const SIGN = /(^|[{,])[ \t]*["']?clouds["']?[ \t]*:/m

/** What a clouds.yaml says of each cloud; undefined when the text is none, 'malformed' when it is no map. */
export async function cloudsFacts(
  text: string,
): Promise<Readonly<Record<string, CloudFacts>> | 'malformed' | undefined> {
  if (!SIGN.test(text)) return undefined
  const clouds = mapOf((await documentOf(text))?.get('clouds'))
  if (clouds === undefined) return 'malformed'
  const facts: Record<string, unknown> = {}
  for (const [name, cloud] of [...clouds].slice(0, MOST))
    defineOwn(facts, safeLine(String(name), LONGEST_NAME), cloudOf(mapOf(cloud)))
  return facts as Record<string, CloudFacts>
}

type Values = ReadonlyMap<unknown, unknown>

const mapOf = (value: unknown): Values | undefined => (value instanceof Map ? value : undefined)

/** A YAML text whose top is a map; every value a text as it is written, so that passwords of digits stay what they are. */
export async function documentOf(text: string): Promise<Values | undefined> {
  const yaml = await import('yaml')
  // a list may hold many of these: signals and deadlines must be served in between
  await turn()
  if (findExcess(yaml, text, CLUSTER_YAML)) return undefined
  try {
    const options = { schema: 'failsafe', merge: true, uniqueKeys: false, prettyErrors: false, logLevel: 'silent' }
    const document = yaml.parseDocument(text, options as Parameters<typeof yaml.parseDocument>[1])
    if (document.errors.length > 0 || findAliasExcess(yaml, document, CLUSTER_YAML)) return undefined
    return mapOf(document.toJS({ mapAsMap: true, maxAliasCount: -1 }))
  } catch {
    // nested too deeply, or a merge key without a map
    return undefined
  }
}

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
