// SPDX-License-Identifier: Apache-2.0
import type { Candidate } from './candidate.ts'
import type { Fleet, Member } from './member.ts'
import { fromFlux } from './sources/flux.ts'
import { fromProviderConfigs } from './sources/provider-configs.ts'
import { fromRegistrations } from './sources/registrations.ts'
import { joinFound } from './sources/source.ts'

export interface AddressBook {
  /** "ProviderConfig st-pool-a" → label of the member it leads to. */
  readonly addresses: ReadonlyMap<string, string>
  readonly notes: readonly string[]
}

/** What may lead to another cluster, and where such ways are written down. */
const SOURCES = { providerConfig: fromProviderConfigs, fluxSecret: fromFlux, registration: fromRegistrations }

type Way = keyof typeof SOURCES

const ALL = Object.keys(SOURCES) as Way[]

/**
 * Which member each ProviderConfig, Flux Secret and registration of the landscape leads to: by the address in its
 * kubeconfig, else, where that may not be read, by its name. ways: those that anything goes.
 */
export async function addressBook(fleet: Fleet, ways: readonly Way[] = ALL): Promise<AddressBook> {
  const asked = fleet.members.filter(
    ({ client, cluster }) =>
      client && cluster.roles.some(({ role }) => role === 'management' || role === 'control-plane'),
  )
  const books = await Promise.all(asked.map((member) => bookOf(fleet, member, ways)))
  return {
    // the management cluster comes first: a control plane must not redirect its ProviderConfigs
    addresses: new Map(books.toReversed().flatMap(({ addresses }) => [...addresses])),
    notes: books.flatMap(({ notes }) => notes),
  }
}

async function bookOf(fleet: Fleet, { client, label }: Member, ways: readonly Way[]): Promise<AddressBook> {
  if (!client) return { addresses: new Map(), notes: [] }
  const found = joinFound(await Promise.all(ways.map((way) => SOURCES[way](client))))
  const addresses = new Map((found.here ?? []).map((text) => [text, label]))
  for (const candidate of found.candidates) {
    const member = byOrigin(fleet, candidate) ?? byServer(fleet, candidate) ?? byName(fleet, candidate)
    if (member) addresses.set(candidate.origin.text, member.label)
  }
  return { addresses, notes: found.notes }
}

function byOrigin({ members }: Fleet, { origin }: Candidate): Member | undefined {
  return members.find(({ origins }) => origins.some(({ text }) => text === origin.text))
}

function byServer({ members }: Fleet, { config }: Candidate): Member | undefined {
  return config ? members.find((member) => member.config?.server === config.server) : undefined
}

function byName({ members }: Fleet, { config, name }: Candidate): Member | undefined {
  return config ? undefined : members.find(({ cluster }) => cluster.roles.some((role) => role.name === name))
}
