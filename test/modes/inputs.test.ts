// SPDX-License-Identifier: Apache-2.0
// The declared inputs of every check: with only them it finds the same, and nothing else is read.
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { CheckResult } from '../../src/lib/assess/check-results.ts'
import { UNEXPLAINED } from '../../src/lib/assess/unexplained.ts'
import { UNJUDGED } from '../../src/lib/assess/unjudged-conditions.ts'
import { CHECKS } from '../../src/lib/checks/index.ts'
import { loadFleetFolder } from '../../src/lib/embedded/scenario/fleet-folder.ts'
import { type Check, type CheckFinding, inputsOf } from '../../src/lib/model/check/check.ts'
import { kindName, resourceName } from '../../src/lib/model/graph/kind.ts'
import { fieldAt, textAt } from '../../src/lib/model/object/fields.ts'
import { inputKinds, onDemandInputs } from '../../src/lib/pipeline/check-inputs.ts'
import { FLEETS, MODES, modeNames } from '../fleets/fleet.ts'
import { type Opened, openLandscape } from '../harness/open-client.ts'

const MODE_NAMES = modeNames().filter((name) => /^F\d+/.test(name))
const [TENANT, ONE_CLUSTER] = [join(MODES, 'tenant'), join(FLEETS, 'one-cluster')]

/** A finding in comparable form, with node ids. */
const plain = ({ subject, evidence, affects = [], touches = [], ...rest }: CheckFinding) => ({
  ...rest,
  subject: subject.id,
  evidence: evidence.map(({ on, ...proof }) => ({ ...proof, on: on.id })),
  affects: affects.map(({ id }) => id),
  touches: touches.map(({ id }) => id),
})

async function withLandscape(folder: string, use: (opened: Opened) => Promise<void>): Promise<void> {
  const opened = await openLandscape(await loadFleetFolder(folder))
  try {
    await use(opened)
  } finally {
    await opened.close()
  }
}

/** Does the same as `check ID`. */
async function alone(opened: Opened, check: Check): Promise<CheckResult> {
  const seen = await opened.read({ also: onDemandInputs([check]), only: inputKinds([check]), checks: [check] })
  const [result] = seen.results
  if (!result) throw new Error(`${check.id} was not run`)
  return result
}

describe('a check has the same findings if only its inputs are read', () => {
  it.each(MODE_NAMES)(
    '%s',
    async (mode) => {
      await withLandscape(join(MODES, mode), async (opened) => {
        const { results } = await opened.read({ also: onDemandInputs(CHECKS) })
        for (const { check, found } of results) {
          if (found.length === 0 || check === UNEXPLAINED || check === UNJUDGED) continue
          expect((await alone(opened, check)).found.map(plain), check.id).toEqual(found.map(plain))
        }
      })
    },
    120_000,
  )
})

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
        const { found, outcome } = await alone(opened, check)
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
