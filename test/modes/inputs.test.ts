// SPDX-License-Identifier: Apache-2.0
// Nothing but the declared inputs of a check is read; modes.test.ts proves that it finds the same with only them.
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { CHECKS } from '../../src/lib/checks/index.ts'
import { loadFleetFolder } from '../../src/lib/embedded/scenario/fleet-folder.ts'
import { inputsOf } from '../../src/lib/model/check/check.ts'
import { kindName, resourceName } from '../../src/lib/model/graph/kind.ts'
import { fieldAt, textAt } from '../../src/lib/model/object/fields.ts'
import { inputKinds } from '../../src/lib/pipeline/check-inputs.ts'
import { FLEETS, MODES } from '../fleets/fleet.ts'
import '../harness/demos.ts'
import type { Opened } from '../harness/open-client.ts'
import { checkAlone, plain, withLandscape } from './check-alone.ts'

const [TENANT, ONE_CLUSTER] = [join(MODES, 'tenant'), join(FLEETS, 'one-cluster')]

/** The kinds that the fleet itself reads to resolve ProviderConfigs, Flux targets and registrations. */
const GUIDES: readonly string[] = [
  'providerconfigs.kubernetes.crossplane.io',
  'kustomizations.kustomize.toolkit.fluxcd.io',
  'helmreleases.helm.toolkit.fluxcd.io',
]

const REGISTRATIONS = '/api/v1/namespaces/c5c3-clusters/secrets'

/** The kubeconfig Secrets of a fleet, by their path. */
async function kubeconfigs(folder: string): Promise<ReadonlySet<string>> {
  const { members } = await loadFleetFolder(folder)
  return new Set(
    members.flatMap(({ objects }) =>
      objects.flatMap(({ metadata, ...object }) => {
        const crossplane = fieldAt(object, 'spec.credentials.secretRef')
        const secret = crossplane ?? fieldAt(object, 'spec.kubeConfig.secretRef')
        const namespace = crossplane ? textAt(secret, 'namespace') : metadata.namespace
        return [`/api/v1/namespaces/${namespace}/secrets/${textAt(secret, 'name')}`]
      }),
    ),
  )
}

const pathOf = (request: string) => request.replace(/^\S+ /, '').replace(/\?.*$/, '')

/** objects.kubernetes.crossplane.io for /apis/kubernetes.crossplane.io/v1alpha2/objects; undefined for discovery. */
function resourceAsked(path: string): string | undefined {
  const [, group, rest] = /^\/api(?:s\/([^/]+))?\/v[^/]+\/(.+)$/.exec(path) ?? []
  const plural = rest?.replace(/^namespaces\/[^/]+\/(?=.)/, '').split('/')[0]
  return plural && (group ? `${plural}.${group}` : plural)
}

const counts = ({ requests }: Opened) => new Map([...requests].map(([context, asked]) => [context, asked.length]))

const askedSince = (opened: Opened, before: ReadonlyMap<string, number>): readonly string[] =>
  [...opened.requests].flatMap(([context, asked]) => asked.slice(before.get(context) ?? 0).map(pathOf))

describe.each([
  ['tenant', TENANT],
  ['one-cluster', ONE_CLUSTER],
])('only the inputs of a check are read: %s', (_, folder) => {
  it('and a healthy fleet has no findings', async () => {
    const known = await kubeconfigs(folder)
    await withLandscape(folder, async (opened) => {
      for (const check of CHECKS) {
        const before = counts(opened)
        const { found, outcome } = await checkAlone(opened, check)
        const own = new Set([...inputKinds([check]).map((spec) => resourceName(spec)), ...GUIDES])
        const foreign = askedSince(opened, before).filter((path) => {
          const resource = resourceAsked(path)
          return resource !== undefined && !own.has(resource) && path !== REGISTRATIONS && !known.has(path)
        })
        expect({ check: check.id, outcome, found: found.map(plain), foreign }).toEqual({
          check: check.id,
          outcome: outcome === 'not applicable' ? outcome : 'ok',
          found: [],
          foreign: [],
        })
      }
    })
  }, 600_000)
})

it('every input is a known kind', () => {
  const known = new Set(inputKinds(CHECKS).map(kindName))
  for (const check of CHECKS)
    expect({ id: check.id, unknown: inputsOf(check).filter((kind) => !known.has(kind)) }).toEqual({
      id: check.id,
      unknown: [],
    })
})
