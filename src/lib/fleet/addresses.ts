// SPDX-License-Identifier: Apache-2.0
import type { Candidate } from './candidate.ts'
import type { Fleet, Member } from './member.ts'
import { fromFlux } from './sources/flux.ts'
import { fromProviderConfigs } from './sources/provider-configs.ts'
import { fromRegistrations } from './sources/registrations.ts'
import { joinFound } from './sources/source.ts'

export interface AddressBook {
  /** Label of the member that an address refers to, by address such as `ProviderConfig st-pool-a`. */
  readonly addresses: ReadonlyMap<string, string>
  readonly notes: readonly string[]
}

const SOURCES = { providerConfig: fromProviderConfigs, fluxSecret: fromFlux, registration: fromRegistrations }

type AddressKind = keyof typeof SOURCES

const ALL = Object.keys(SOURCES) as AddressKind[]

/**
 * Resolves each ProviderConfig, Flux Secret and registration to a member: by the server address in its kubeconfig or, if
 * that is not readable, by its name. Reads only the requested kinds.
 */
export async function addressBook(fleet: Fleet, kinds: readonly AddressKind[] = ALL): Promise<AddressBook> {
  const readable = fleet.members.filter(
    ({ client, cluster }) =>
      client && cluster.roles.some(({ role }) => role === 'management' || role === 'control-plane'),
  )
  const books = await Promise.all(readable.map((member) => bookOf(fleet, member, kinds)))
  return {
    // The management cluster takes precedence: a control plane must not redirect its ProviderConfigs.
    addresses: new Map(books.toReversed().flatMap(({ addresses }) => [...addresses])),
    notes: books.flatMap(({ notes }) => notes),
  }
}

async function bookOf(fleet: Fleet, { client, label }: Member, kinds: readonly AddressKind[]): Promise<AddressBook> {
  if (!client) return { addresses: new Map(), notes: [] }
  const found = joinFound(await Promise.all(kinds.map((kind) => SOURCES[kind](client))))
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
